"""A sheet of 20,000 arrivals, from the upload to the checked preview, and some of it on file.

The floor is what any import has to do: calamine reads the workbook, and plain rows go into a table.
"""

import io
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import xlsxwriter
from django.conf import settings
from django.db import connections, models
from python_calamine import CalamineWorkbook

from casework.actions import imports
from casework.actions.import_memory import words_to_confirm
from casework.actions.import_work import step, work_on
from casework.choices.importing import ImportStatus
from casework.models import ImportBatch
from casework.reference.loading import load_reference
from casework.rules.sheet_text import plain
from tests.bench.measure import Line
from tests.casework.messy_sheet import HEADINGS, messy_sheet
from tests.cast import build_cast
from tests.database import scratch_database

ROWS = 20_000
# Putting on file costs the same for each family: so many rows are enough to measure it.
ON_FILE = 1_000


class PlainRow(models.Model):
    """A row of the floor: text in clear, one column per cell."""

    class Meta:
        app_label = "bench"
        managed = False
        db_table = "bench_plain_row"


for _place in range(len(HEADINGS)):
    PlainRow.add_to_class(f"cell_{_place}", models.TextField(default=""))


def run(sizes: list[int]) -> Iterator[Line]:
    """The benchmark has one size of its own, whatever the others were asked for."""
    with scratch_database(), tempfile.TemporaryDirectory() as media:
        settings.MEDIA_ROOT = media
        load_reference()
        cast = build_cast()
        content = workbook(ROWS)
        with connections["owner"].schema_editor() as editor:
            editor.create_model(PlainRow)
        floor = milliseconds(lambda: plain_import(content))
        began = time.perf_counter()
        batch = imports.upload_sheet(
            file_name="llegadas.xlsx",
            content=content,
            team=cast.norte,
            arrived_on=cast.cucuta.today(),
            by=cast.ana,
        )
        uploaded = elapsed(began)
        yield Line("import: read and seal", ROWS, uploaded, floor, note="v. calamine + bulk_create")
        began = time.perf_counter()
        batch = checked(batch, cast)
        yield Line(
            "import: check all rows",
            ROWS,
            elapsed(began),
            floor,
            note=f"{batch.rows_good} good, {batch.rows_wrong} wrong, {batch.rows_doubtful} doubtful",
        )
        taken, rows = put_on_file(batch, cast)
        yield Line(
            "import: put on file",
            rows,
            taken,
            floor * rows / ROWS,
            note=f"{taken / rows:.1f} ms a person, sealed, searchable, audited",
        )


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


def checked(batch: ImportBatch, cast: Any) -> ImportBatch:
    batch = imports.map_columns(batch, columns=batch.column_fields, by=cast.ana)
    if batch.status == ImportStatus.WORDS:
        meanings: dict[str, dict[str, str]] = {}
        for word in words_to_confirm(batch):
            meanings.setdefault(word.kind, {})[plain(word.word)] = word.guess or "unknown"
        batch = imports.confirm_words(batch, meanings=meanings, by=cast.ana)
    while work_on(batch.pk):
        pass
    batch.refresh_from_db()
    return batch


def put_on_file(batch: ImportBatch, cast: Any) -> tuple[float, int]:
    imports.commit_import(batch, by=cast.ana)
    began = time.perf_counter()
    while step(batch.pk):
        batch.refresh_from_db(fields=["rows_done"])
        if batch.rows_done >= ON_FILE:
            break
    return elapsed(began), batch.rows_done


def milliseconds(action: Any) -> float:
    began = time.perf_counter()
    action()
    return elapsed(began)


def elapsed(began: float) -> float:
    return (time.perf_counter() - began) * 1000
