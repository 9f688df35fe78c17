"""The sheet of waiting rows: as uploaded, with a column for faults."""

import io
from collections.abc import Iterable

import xlsxwriter
from django.utils.translation import gettext as _

from imports.actions.words import vocabulary_of
from imports.models import ImportBatch
from imports.rows import to_shown_row
from imports.rules.states import StagedRow
from imports.rules.text import defused
from imports.rules.vocabulary import Vocabulary


def sheet_of_faults(batch: ImportBatch, rows: Iterable[StagedRow]) -> bytes:
    """Returns the XLSX file. Cells that a spreadsheet would run as a formula get an apostrophe."""
    stream = io.BytesIO()
    options = {
        "constant_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    with xlsxwriter.Workbook(stream, options) as book:
        bold = book.add_format({"bold": True})
        sheet = book.add_worksheet(_("Rows to mend"))
        sheet.freeze_panes(1, 0)
        headings = [*(batch.headings or []), _("What is wrong"), _("Row of the sheet")]
        sheet.write_row(0, 0, [defused(heading) for heading in headings], bold)
        width, vocabulary = len(batch.headings or []), vocabulary_of(batch)
        for index, row in enumerate(rows, start=1):
            cells = [*row["cells"][:width], *[""] * (width - len(row["cells"]))]
            sheet.write_row(
                index,
                0,
                [
                    *map(defused, cells),
                    _faults_and_doubts(batch, row, vocabulary),
                    f"{row['number']}",
                ],
            )
    return stream.getvalue()


def _faults_and_doubts(batch: ImportBatch, row: StagedRow, vocabulary: Vocabulary) -> str:
    shown_row = to_shown_row(batch, row, vocabulary)
    faults = [f"{fault.letter} {fault.sentence}".strip() for fault in shown_row.faults]
    doubts = [doubt.in_words for doubt in shown_row.doubts]
    return defused(" ".join([*faults, *doubts]))
