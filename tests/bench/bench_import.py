"""A sheet of arrivals: read and sealed, understood, compared with who is on file, put on file, per 1,000 rows.

The floor is what any import has to do: calamine reads the workbook, and plain rows go into a table.
"""

import io
import statistics
from collections.abc import Callable, Iterator
from typing import Any

import xlsxwriter
from django.db import connections, models
from python_calamine import CalamineWorkbook

from imports.actions import imports
from imports.actions.stages import run_steps, step
from imports.actions.words import words_to_confirm
from imports.choices import ImportStatus
from imports.models import ImportBatch
from partners.loading import load_reference
from tests.bench.measure import Line, Peak, milliseconds, peak_of
from tests.bench.world import scratch
from tests.cast import Cast, build_cast
from tests.imports.messy_sheet import HEADINGS, messy_sheet
from tests.imports.sheets import UNGUESSED

# A sheet may hold a few more; whoever has 100,000 sends several.
MOST_ROWS = 20_000


class PlainRow(models.Model):
    """A row of the floor: text in clear, one column per cell."""

    class Meta:
        app_label = "bench"
        managed = False
        db_table = "bench_plain_row"


for _place in range(len(HEADINGS)):
    PlainRow.add_to_class(f"cell_{_place}", models.TextField(default=""))


def run(sizes: list[int]) -> Iterator[Line]:
    """A sheet of each size, into an office that has nobody on file yet."""
    for rows in sorted({min(size, MOST_ROWS) for size in sizes}):
        with scratch():
            load_reference()
            with connections["owner"].schema_editor() as editor:
                editor.create_model(PlainRow)
            yield from imported(rows, build_cast())


def imported(rows: int, cast: Cast) -> Iterator[Line]:
    """Every stage against a floor that is measured just before it, then all of them together."""
    content = workbook(rows)
    stages: dict[str, Callable[[], object]] = {
        "read and seal": lambda: uploaded(content, cast),
        "understand": lambda: step(with_words(the_batch(), cast).pk),
        "compare": lambda: finished(the_batch()),
        "put on file": lambda: finished(imports.commit_import(the_batch(), by=cast.ana)),
    }
    floors, peaks = list[float](), list[Peak]()
    for title, act in stages.items():
        floors.append(milliseconds(lambda: plain_import(content)))
        peaks.append(peak_of(act))
        yield per_thousand(title, rows, peaks[-1], floors[-1])
    everything = Peak(
        sum(peak.ms for peak in peaks), peaks[0].before, max(peak.most for peak in peaks)
    )
    yield per_thousand("all of it", rows, everything, statistics.median(floors))


def per_thousand(title: str, rows: int, peak: Peak, floor: float) -> Line:
    return Line(
        title=f"import: {title}, per 1,000",
        size=rows,
        ms=peak.ms / rows * 1_000,
        beside=floor / rows * 1_000,
        note="beside calamine + bulk_create",
        goals=(peak.goal,),
        growth=1.2,
        peak=peak.most,
    )


def the_batch() -> ImportBatch:
    return ImportBatch.objects.get()


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
    PlainRow._default_manager.using("owner").bulk_create(
        [
            PlainRow(**{f"cell_{place}": str(cell) for place, cell in enumerate(row)})
            for row in rows
        ],
        batch_size=2_000,
    )


def uploaded(content: bytes, cast: Any) -> ImportBatch:
    batch = imports.upload_sheet(
        file_name="llegadas.xlsx",
        content=content,
        team=cast.norte,
        arrived_on=cast.cucuta.today(),
        by=cast.ana,
    )
    # A large sheet is read by a worker.
    run_steps(batch.pk)
    batch.refresh_from_db()
    return batch


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
    while run_steps(batch.pk):
        pass
