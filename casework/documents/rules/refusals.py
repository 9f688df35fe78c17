"""Why a file is not kept."""

from django.utils.translation import gettext_lazy as _

from pages.refusals import ActionRefused


class FileRefused(ActionRefused):
    """The file is of no kept type, hides something, or is too large; the sentence says which."""

    def __init__(self, *sentences: object) -> None:
        super().__init__(*sentences, field="file")  # type: ignore[arg-type]


UNREADABLE = _("This file cannot be read. It may be damaged, or protected by a password.")

TOO_HEAVY = _("This file takes far more memory or time to open than it should.")

BROKE_OFF = _(
    "The program that looks into files broke off twice with this one. Save it again, perhaps in another form."
)

TOO_LARGE = _("A file may have 25 MB at most.")
