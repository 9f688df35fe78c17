"""Reasons why a file is refused."""

from django.utils.translation import gettext_lazy as _

from pages.refusals import ActionRefused


class FileRefused(ActionRefused):
    """The file has no accepted type, hides something, or is too large; the sentence says which."""

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

OPEN_DOCUMENT = _(
    "This file has the form of LibreOffice or OpenOffice. Save it there as DOCX or PDF, and choose that one."
)

SHEET = _(
    "This is a sheet or a presentation, as Excel and PowerPoint write them. Save or print it as PDF, and choose that one."
)

RTF = _(
    "This text has the form RTF. Open it in Word or LibreOffice, save it as DOCX or PDF, and choose that one."
)

MAIL = _("This is a message of Outlook (MSG). Print it as PDF, and choose that one.")

WEB_PAGE = _(
    "This is a web page or a drawing (HTML, SVG or XML). Print it as PDF, or take a picture of it, and choose that one."
)

ARCHIVE = _(
    "This is a packed folder (ZIP, RAR, 7z). Unpack it, and choose the files that are in it: several may be chosen at once."
)

MEDIA = _(
    "This is a video or a sound, which cannot be kept. Take a picture of what matters in it, or write down what is said."
)

OTHER_PICTURE = _(
    "This picture has a form that cannot be kept (JPEG 2000, Photoshop, DjVu or WMF). Save it as JPEG or PNG, and choose that "
    "one."
)

RAW_PHOTO = _(
    "This is the raw form in which a camera keeps a photo. Save it as JPEG, and choose that one."
)

MOVING_PICTURE = _(
    "This picture moves: it holds several that follow one another. Save the one that matters as JPEG or PNG, and choose that one."
)

LOST_PICTURE = _(
    "This picture would come out in one single colour, although it is not. Save it as PDF or JPEG, and choose that one."
)

TOO_MANY_PIXELS = _(
    "This picture has far too many pixels to be opened. Save it smaller, and choose that one."
)

UNKNOWN_LETTERS = _(
    "The letters of this text cannot be made out. Save it as “Unicode (UTF-8)” or as PDF, and choose that one."
)

MISMATCH = _("What is in this file is not what its name says. Save it again in the right form.")

NO_KEPT_TYPE = _(
    "Only PDF, photos and scans (JPEG, HEIC, PNG, WebP, AVIF, TIFF), Word (DOCX) and plain text can be kept. Save it as one "
    "of these, or take a picture of it."
)

FETCHES = _("This Word file fetches parts from elsewhere. Save it as PDF instead.")

TOO_HEAVY = _("This file takes far more memory or time to open than it should.")

BROKE_OFF = _(
    "The program that looks into files broke off twice with this one. Save it again, perhaps in another form."
)

TOO_LARGE = _("A file may have 25 MB at most.")
