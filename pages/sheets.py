"""Writes small tables as CSV and XLSX. Text that a spreadsheet would run as a formula stays text."""

import io
from collections.abc import Callable, Sequence

import xlsxwriter
from defusedcsv import csv
from django.http import HttpResponse

Cells = Sequence[str | int | float | None]


def as_csv(rows: Sequence[Cells]) -> bytes:
    """UTF-8 with a byte-order mark, so that a spreadsheet shows accents; formulas are neutralised."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode("utf-8-sig")


def as_xlsx(rows: Sequence[Cells]) -> bytes:
    """A workbook with one sheet; the first row holds the headings."""
    stream = io.BytesIO()
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(stream, options) as book:
        bold = book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
        sheet = book.add_worksheet()
        sheet.freeze_panes(1, 0)
        sheet.set_column(0, max(map(len, rows), default=1) - 1, 18)
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row, None if number else bold)
    return stream.getvalue()


FORMATS: dict[str, tuple[str, Callable[[Sequence[Cells]], bytes]]] = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", as_xlsx),
}


def sheet_response(rows: Sequence[Cells], *, name: str, form: str) -> HttpResponse:
    """The table as an attachment called `<name>.<form>`. Raises KeyError if the file format `form` is not in FORMATS."""
    content_type, made = FORMATS[form]
    response = HttpResponse(made(rows), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return response
