"""A sheet of 20,000 arrivals: read and sealed, understood, compared with who is on file, put on file.

The floor is what any import has to do: calamine reads the workbook, and plain rows go into a table.
"""

import io
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

import xlsxwriter
from django.conf import settings
from django.db import connections, models
from python_calamine import CalamineWorkbook

from imports.actions import imports
from imports.actions.stages import step, work_on
from imports.actions.words import words_to_confirm
from imports.choices import ImportStatus
from imports.models import ImportBatch
from partners.loading import load_reference
from tests.bench.measure import Line
from tests.cast import build_cast
from tests.database import scratch_database
from tests.imports.messy_sheet import HEADINGS, messy_sheet
from tests.imports.sheets import UNGUESSED

ROWS = 20_000


class PlainRow(models.Model):
    """A row of the floor: text in clear, one column per cell."""

    class Meta:
        app_label = "bench"
        managed = False
        db_table = "bench_plain_row"


for _place in range(len(HEADINGS)):
    PlainRow.add_to_class(f"cell_{_place}", models.TextField(default=""))


def run(sizes: list[int]) -> Iterator[Line]:
    """The benchmark has sizes of its own, whatever the others were asked for."""
    with scratch_database(), tempfile.TemporaryDirectory() as media:
        settings.MEDIA_ROOT = media
        load_reference()
        cast = build_cast()
        with connections["owner"].schema_editor() as editor:
            editor.create_model(PlainRow)
        content = workbook(ROWS)
        floor = milliseconds(lambda: plain_import(content))
        took = milliseconds(lambda: uploaded(content, cast))
        yield Line("import: read and seal", ROWS, took, floor, note="v. calamine + bulk_create")
        batch = with_words(ImportBatch.objects.get(), cast)
        took = milliseconds(lambda: step(batch.pk))
        yield Line("import: understand every row", ROWS, took, floor, note="dates, ranks, families")
        took = milliseconds(lambda: finished(batch))
        each = f"{took / ROWS:.1f} ms a row"
        yield Line("import: compare with who is on file", ROWS, took, floor, note=each)
        batch = imports.commit_import(ImportBatch.objects.get(), by=cast.ana)
        took = milliseconds(lambda: finished(batch))
        people = ImportBatch.objects.get().rows_done
        each = f"{took / people:.1f} ms a person: sealed, searchable, audited"
        yield Line("import: put on file", people, took, floor * people / ROWS, note=each)


def workbook(rows: int) -> bytes:
    sheet = messy_sheet(rows)
    stream = io.BytesIO()
    with xlsxwriter.Workbook(
        stream, {"constant_memory": True, "strings_to_formulas": False}
    ) as book:
        page = book.add_worksheet()
        for number, row in enumerate(sheet.cells):
            page.write_row(number, 0, row)
    return stream.getvalue()


def plain_import(content: bytes) -> None:
    rows = CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0).to_python()
    PlainRow.objects.using("owner").bulk_create(
        [
            PlainRow(**{f"cell_{place}": str(cell) for place, cell in enumerate(row)})
            for row in rows
        ],
        batch_size=2_000,
    )


def uploaded(content: bytes, cast: Any) -> ImportBatch:
    return imports.upload_sheet(
        file_name="llegadas.xlsx",
        content=content,
        team=cast.norte,
        arrived_on=cast.cucuta.today(),
        by=cast.ana,
    )


def with_words(batch: ImportBatch, cast: Any) -> ImportBatch:
    """Columns and words as guessed; the check waits for a worker."""
    batch = imports.map_columns(batch, columns=batch.column_fields, by=cast.ana)
    if batch.status != ImportStatus.WORDS:
        return batch
    meanings: dict[str, dict[str, str]] = {}
    for word in words_to_confirm(batch):
        meanings.setdefault(word.kind, {})[word.text] = word.guess or UNGUESSED.get(
            word.kind, "unknown"
        )
    return imports.confirm_words(batch, meanings=meanings, by=cast.ana)


def finished(batch: ImportBatch) -> None:
    while work_on(batch.pk):
        pass


def milliseconds(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return (time.perf_counter() - began) * 1000
