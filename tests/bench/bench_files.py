"""What is written about everybody: the funder's table with its workbook, and a backup. Milliseconds per 1,000 people.

The floor of a table is to read the days and the sex of everybody counted and to write the same workbook; that of a backup is
pg_dump alone. Each takes turns with its floor. What a table of so few cells costs anyhow weighs less the more people there are.
"""

import datetime
import statistics
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from django.db import connection
from django.test.utils import CaptureQueriesContext

from aid.rules.gaps import month_after
from config.backup import back_up, pg_dump_output
from config.piping import CHUNK_SIZE
from pages.sheets import as_csv
from reporting.actions.tables import make_table, prepare_table
from reporting.choices import Audience
from reporting.models import FunderTable
from reporting.writing import as_xlsx, from_csv
from tests.bench.measure import Line, milliseconds, peak_of
from tests.bench.world import World
from vault.files import open_file

ROUNDS = 3
GROWTH = 1.2
THE_YEAR = datetime.date(2019, 1, 1)


def inside(world: World, size: int) -> Iterator[Line]:
    """The table of a year in which everybody arrived, that of the month just over, in which many slept, and a backup."""
    last_month = month_after(world.office.today(), -1)
    yield table(world, size, "funder table of a year", THE_YEAR, 12)
    yield table(world, size, "funder table of a month", last_month, 1)
    with tempfile.TemporaryDirectory() as folder:
        backup = Path(folder)

        def back_up_anew() -> None:
            for path in backup.iterdir():
                path.unlink()
            back_up(backup)

        yield in_turn("backup", size, back_up_anew, dump_alone, note="beside pg_dump alone")


def in_turn(
    title: str, size: int, ours: Callable[[], object], plain: Callable[[], object], *, note: str
) -> Line:
    """Per 1,000 of `size`, with the peak of memory."""
    plain_ms, rounds = [], []
    for _ in range(ROUNDS):
        plain_ms.append(milliseconds(plain))
        rounds.append(peak_of(ours))
    highest = max(rounds, key=lambda peak: peak.most)
    thousands = size / 1_000
    return Line(
        title=f"{title}, per 1,000",
        size=size,
        ms=statistics.median(each.ms for each in rounds) / thousands,
        beside=statistics.median(plain_ms) / thousands,
        note=note,
        goals=(highest.goal,),
        growth=GROWTH,
        peak=highest.most,
    )


def table(world: World, size: int, title: str, month: datetime.date, months: int) -> Line:
    """From the queue to both files."""
    adela, made = world.adela, list[FunderTable]()

    def prepared() -> FunderTable:
        return prepare_table(
            office=world.office,
            month=month,
            months=months,
            audience=Audience.PARTNER,
            by=adela,
        )

    def make(queued: FunderTable) -> None:
        if done := make_table(queued.pk):
            made.append(done)

    with CaptureQueriesContext(connection) as queries:
        make(prepared())
    waiting = iter([prepared() for _ in range(ROUNDS)])
    first = made[0]
    with open_file(first.csv_name, key_id=first.key_id, row_id=first.pk) as file:
        cells = from_csv(file.read())
    people = f"{title.rpartition(' ')[2]} of {len(cells)} lines"
    return in_turn(
        title,
        size,
        lambda: make(next(waiting)),
        lambda: plain_table(cells, month, months),
        note=f"{people}; {len(queries)} statements",
    )


def plain_table(cells: list[list[str]], month: datetime.date, months: int) -> None:
    """Everybody who arrived or slept somewhere then, counted in one go, and as many cells written."""
    first = month.replace(day=1)
    last = month_after(first, months)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT i.sex, i.born_on, i.birth_year FROM casework_individual i"
            " JOIN casework_arrival a ON a.id = i.arrival_id WHERE a.on >= %s AND a.on < %s"
            " UNION ALL SELECT i.sex, i.born_on, i.birth_year FROM casework_individual i"
            " JOIN shelters_placement p ON p.individual_id = i.id WHERE p.starts_on < %s",
            [first, last, last],
        )
        Counter(cursor.fetchall())
    as_csv(cells)
    as_xlsx(cells, about=[])


def dump_alone() -> None:
    with pg_dump_output("--format=custom") as dump:
        while dump.read(CHUNK_SIZE):
            """Nobody keeps it."""
