"""Why a file is not kept."""

from django.utils.translation import gettext_lazy as _

from pages.refusals import ActionRefused


class FileRefused(ActionRefused):
    """The file is of no kept type, hides something, or is too large; the sentence says which."""

    def __init__(self, *sentences: object) -> None:
        super().__init__(*sentences, field="file")  # type: ignore[arg-type]


EMPTY = _("This file is empty.")

UNREADABLE = _("This file cannot be read. It may be damaged, or protected by a password.")

LOCKED_PDF = _(
    "This PDF is protected by a password. Open it, print or save it as a new PDF without a password, and choose that one."
)

LOCKED_WORD = _(
    "This file is protected by a password, or of an older Word. Open it, save it as DOCX or PDF without a password, and "
    "choose that one."
)

APPLE_PHOTO = _(
    "This photo has Apple's form HEIC, which cannot be kept. Save it as JPEG, or set the camera to “Most Compatible” "
    "(Settings, Camera, Formats) and take it again."
)

NO_KEPT_TYPE = _(
    "Only PDF, JPEG, PNG, WebP, Word (DOCX) and plain text can be kept. Save it as one of these, or take a picture of it."
)

TOO_HEAVY = _("This file takes far more memory or time to open than it should.")

BROKE_OFF = _(
    "The program that looks into files broke off twice with this one. Save it again, perhaps in another form."
)

TOO_LARGE = _("A file may have 25 MB at most.")
