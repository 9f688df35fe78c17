"""Tables as files: CSV and XLSX with an HXL tag row under the headings."""

import hashlib
import io
from collections.abc import Sequence

import xlsxwriter
from defusedcsv import csv
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from reporting.choices import SexAge
from reporting.rules.funder_rows import HEADINGS, PublishedRow, hxl_row

Cells = Sequence[str | int]


def headings() -> list[str]:
    """The human headings, in the language in force."""
    named = {
        "first_day": _("First day"),
        "last_day": _("Last day"),
        "cut_off": _("Counted at"),
        "indicator_code": _("Indicator code"),
        "indicator_name": _("Indicator"),
        "place_code": _("Place code"),
        "place_name": _("Place"),
        "population": _("Population"),
        "people": _("People"),
    }
    return [named[name] if name in named else str(SexAge(name).label) for name, _tag in HEADINGS]


def all_rows(rows: Sequence[PublishedRow]) -> list[Cells]:
    """Headings, tag row and rows, as both formats write them."""
    return [headings(), hxl_row(), *(row.cells for row in rows)]


def as_csv(table: Sequence[Cells]) -> bytes:
    """UTF-8 with a byte-order mark, so that a spreadsheet shows accents; formulas are neutralised."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(table)
    return text.getvalue().encode("utf-8-sig")


def as_xlsx(table: Sequence[Cells], *, about: Sequence[tuple[str, str]]) -> bytes:
    """A workbook with the table and a sheet that says how it was made. Written row by row."""
    stream = io.BytesIO()
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(stream, options) as book:
        bold = book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
        quiet = book.add_format({"font_color": "#666666"})
        sheet = book.add_worksheet(_("Table"))
        sheet.freeze_panes(2, 0)
        sheet.set_column(0, 7, 16)
        for number, row in enumerate(table):
            sheet.write_row(number, 0, row, {0: bold, 1: quiet}.get(number))
        notes = book.add_worksheet(pgettext("sheet of a workbook", "About"))
        notes.set_column(0, 0, 28)
        notes.set_column(1, 1, 90)
        for number, row in enumerate(about):
            notes.write_row(number, 0, row)
    return stream.getvalue()


def fingerprint(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
