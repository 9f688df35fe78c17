"""Tables as files: CSV and XLSX with a legend of the marks on top, and an HXL tag row below the headings."""

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import xlsxwriter
from defusedcsv import csv
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from reporting.choices import RowKind, SexAge
from reporting.rules.funder_rows import HEADINGS, MARK_OF, NUMBERS, hxl_row
from reporting.rules.suppression import FileMark, Shown

# A row of a file.
Cells = Sequence[Shown]
# Pairs of a mark, or a label, and its meaning.
Legend = list[tuple[str, str]]


def legend(k: int) -> Legend:
    """The meaning of the marks, in the active language."""
    return [(mark.for_people(k), words) for mark, words in _meanings(k)]


def file_legend(k: int) -> Legend:
    """The marks of a file, the meaning of an empty number, and which rows to add up, in the active language."""
    nobody = _(
        "nobody, also where nobody can be; a number that is withheld is an empty cell, never 0, and its mark "
        "stands in the column to its right"
    )
    parts = _(
        "add up only the rows with “%(part)s”; those with “%(total)s” are their sums and count nobody again; "
        "what is withheld is missing from a sum of parts"
    )
    part, total = str(RowKind.PART.label), str(RowKind.TOTAL.label)
    return [
        *((mark.value, words) for mark, words in _meanings(k)),
        ("0", nobody),
        (total, parts % {"part": part, "total": total}),
    ]


def _meanings(k: int) -> list[tuple[FileMark, str]]:
    small = _("from 1 to %(most)d people") % {"most": k - 1}
    withheld = _(
        "withheld, because it is small or because a small number could be worked out from it; it may be large"
    )
    return [(FileMark.SMALL, small), (FileMark.WITHHELD, withheld)]


def headings() -> list[str]:
    """The headings for people, in the active language."""
    labels = {
        "first_day": _("First day"),
        "last_day": _("Last day"),
        "cut_off": _("Counted at"),
        "indicator_code": _("Indicator code"),
        "indicator_name": _("Indicator"),
        "definition": _("Definition"),
        "row_kind": _("Code: part or total"),
        "row_name": _("Part or total"),
        "directorate_code": _("Code of the regional directorate"),
        "directorate_name": _("Regional directorate"),
        "municipality_code": _("Code of the municipality"),
        "municipality_name": _("Municipality"),
        "population": _("Population"),
        "people": _("People"),
        **{code: str(label) for code, label in SexAge.choices},
    }
    labels |= {MARK_OF + name: _("Mark: %(column)s") % {"column": labels[name]} for name in NUMBERS}
    return [labels[name] for name, _tag in HEADINGS]


@dataclass(frozen=True)
class FileHeader:
    """The first lines of both files: who made the table and for whom, in case a file is found."""

    office: str
    audience: str
    funder: str
    state: str

    LINES: ClassVar[int] = 4

    def lines(self) -> Legend:
        """The labels and values, in the active language."""
        return [
            (_("Office"), self.office),
            (_("Audience"), self.audience),
            (_("Funder"), self.funder or "—"),
            (_("State"), self.state),
        ]


def lines_on_top() -> int:
    """How many lines come before the headings: owner, audience and the legend."""
    return FileHeader.LINES + len(file_legend(0))


def all_rows(rows: Sequence[Cells], file_header: FileHeader, marks: Legend) -> list[Cells]:
    """The rows of both files: header, legend, headings, tag row and `rows`, all with the same number of columns."""
    rest = [""] * (len(HEADINGS) - 2)
    top = [[*line, *rest] for line in (*file_header.lines(), *marks)]
    return [*top, headings(), hxl_row(), *rows]


def from_csv(content: bytes) -> list[list[str]]:
    """The rows of a table's CSV below the header and the legend: headings, tag row and rows.

    The columns are those of today. One that did not exist when the file was written is empty.
    """
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    rows = rows[lines_on_top() :]
    places = {tag: place for place, tag in enumerate(rows[1])}
    return [[row[places[tag]] if tag in places else "" for tag in hxl_row()] for row in rows]


def rows_of_csv(content: bytes) -> list[Cells]:
    """The rows of a table's CSV below headings and tags, with numbers as integers: the argument `rows` of `all_rows`."""
    number_columns = {place for place, (name, _tag) in enumerate(HEADINGS) if name in NUMBERS}
    _names, _tags, *body = from_csv(content)
    return [
        [int(cell) if place in number_columns and cell else cell for place, cell in enumerate(row)]
        for row in body
    ]


@dataclass(frozen=True)
class PrintedLine:
    """The numbers of a place and a population, or of the total, or their marks."""

    place: str
    population: str
    numbers: list[str]
    is_total: bool


@dataclass(frozen=True)
class PrintedBlock:
    """One indicator of a file, for a page: column headings and lines."""

    code: str
    name: str
    definition: str
    columns: list[str]
    lines: list[PrintedLine]


def blocks_of(rows: list[list[str]], k: int) -> list[PrintedBlock]:
    """The result of `from_csv` as blocks, one for each indicator, without codes, days and tags."""
    names, _tags, *body = rows
    index = {name: place for place, (name, _tag) in enumerate(HEADINGS)}
    columns = [names[index[name]] for name in NUMBERS]
    blocks: dict[str, PrintedBlock] = {}
    for row in body:
        code = row[index["indicator_code"]]
        heading = (code, row[index["indicator_name"]], row[index["definition"]])
        block = blocks.setdefault(code, PrintedBlock(*heading, columns, []))
        place = row[index["directorate_name"]] or row[index["municipality_name"]]
        is_total = row[index["row_kind"]] == RowKind.TOTAL
        numbers = [
            FileMark(mark).for_people(k)
            if (mark := row[index[MARK_OF + name]])
            else row[index[name]]
            for name in NUMBERS
        ]
        line = PrintedLine(place, row[index["population"]], numbers, is_total)
        block.lines.append(line)
    return list(blocks.values())


def as_xlsx(table: Sequence[Cells], *, about: Sequence[tuple[str, str]]) -> bytes:
    """A workbook with the table and a sheet that explains how it was made. Written row by row."""
    stream = io.BytesIO()
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    heading = lines_on_top()
    with xlsxwriter.Workbook(stream, options) as book:
        bold = book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
        quiet = book.add_format({"font_color": "#666666"})
        sheet = book.add_worksheet(_("Table"))
        sheet.freeze_panes(heading + 2, 0)
        sheet.set_column(0, len(HEADINGS) - 1, 12)
        sheet.set_landscape()
        sheet.set_paper(9)  # A4
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(heading, heading + 1)
        for number, row in enumerate(table):
            sheet.write_row(number, 0, row, {heading: bold, heading + 1: quiet}.get(number))
        notes = book.add_worksheet(pgettext("sheet of a workbook", "About"))
        notes.set_column(0, 0, 28)
        notes.set_column(1, 1, 90)
        for number, row in enumerate(about):
            notes.write_row(number, 0, row)
    return stream.getvalue()


def fingerprint(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
