"""Why a whole sheet cannot be read."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SheetFault(models.TextChoices):
    """Why a whole file cannot be read. The label is the sentence."""

    EMPTY = "empty", _("The file is empty.")
    TOO_BIG = "too_big", _("The file is larger than 25 MiB. Split it into several sheets.")
    UNKNOWN_ENDING = (
        "unknown_ending",
        _("Only XLSX, XLS, ODS and CSV files are read. Save the sheet as one of these."),
    )
    NOT_ITS_ENDING = (
        "not_its_ending",
        _("The content is not what the file's ending says. Open it and save it again as XLSX."),
    )
    IS_A_WEB_PAGE = (
        "is_a_web_page",
        _("This is a web page with the ending of a sheet. Open it and save it again as XLSX."),
    )
    HAS_MACROS = (
        "has_macros",
        _("The file holds macros. Save it as XLSX without macros, and upload that."),
    )
    ENCRYPTED = (
        "encrypted",
        _("The file is protected with a password. Save it without one, and upload that."),
    )
    BROKEN = "broken", _("The file is damaged or was cut off. Save it again and upload that.")
    BOMB = (
        "bomb",
        _("The file would grow to more than it may when it is unpacked. Nothing was read."),
    )
    TOO_LARGE_INSIDE = (
        "too_large_inside",
        _("The sheet reaches too far to be read. Copy the filled cells into a new sheet."),
    )
    TOO_MANY_ROWS = "too_many_rows", _("The sheet has more than 25,000 rows. Split it.")
    TOO_MANY_COLUMNS = (
        "too_many_columns",
        _("The sheet has more than 200 columns. Keep those that are needed."),
    )
    NO_HEADINGS = (
        "no_headings",
        _("No row of headings was found. Put one above the people, such as: Names, Age, Document."),
    )
    NO_ROWS = "no_rows", _("There are headings and no rows below them.")
    NUL_BYTES = "nul_bytes", _("There are NUL characters. Save the sheet again as XLSX.")
    MIXED_ENCODINGS = (
        "mixed_encodings",
        _("Letters of two encodings are mixed. Save the sheet again as XLSX or as CSV UTF-8."),
    )
    UNKNOWN_ENCODING = (
        "unknown_encoding",
        _("The letters of this file cannot be read. Save it as XLSX or as CSV UTF-8."),
    )
    LETTERS_IN_DOUBT = (
        "letters_in_doubt",
        _(
            "The letters of this file can be read in several ways. Choose the one in which the words are right."
        ),
    )
    CELL_TOO_LONG = "cell_too_long", _("A cell holds more than 32,767 characters.")
    OPEN_QUOTE = ("open_quote", _("A quotation mark is opened and never closed."))
    ROWS_IN_A_CELL = (
        "rows_in_a_cell",
        _(
            "A quotation mark takes the rows below into its cell. Remove it; "
            "if the cell is right, save the sheet as XLSX."
        ),
    )
    NO_COLUMNS = (
        "no_columns",
        _("Everything stands in one column. Separate the columns with commas or semicolons."),
    )
