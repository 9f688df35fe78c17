"""The funder's tables of tests: who is counted in them, and what their files hold."""

import datetime
from pathlib import Path

import hxl
from django.utils import timezone

from casework.register.choices import Category, Sex
from reporting.actions.tables import make_table, prepare_table
from reporting.choices import Audience
from reporting.models import FunderTable
from reporting.writing import PrintedBlock
from shelters.models import Placement
from tests.build import a_row, an_arrival, reference
from tests.cast import Cast
from tests.shelters.build import a_family, a_site
from vault.files import open_file

FEBRUARY = datetime.date(2019, 2, 1)


def men(count: int, **facts) -> list:
    return [a_row(f"Hombre {n}", "Prueba", sex=Sex.MALE, born=1990, **facts) for n in range(count)]


def soldiers_arrive(cast: Cast, count: int) -> None:
    reference()
    for person in men(count, category=Category.FORMER_MEMBER):
        an_arrival(cast, people=[person])


def february(cast: Cast, **facts) -> FunderTable:
    return prepare_table(
        office=cast.cucuta, month=FEBRUARY, by=cast.adela, **{"audience": Audience.PARTNER, **facts}
    )


def content(table: FunderTable, name: str) -> bytes:
    return open_file(name, key_id=table.key_id, row_id=table.pk).read()


def arrivals_and_nights(cast: Cast) -> FunderTable:
    """Men who arrived and women who sleep at a site, many enough to be shown, and few children."""
    soldiers_arrive(cast, 12)
    site = a_site(cast.cucuta, run_by=cast.carla)
    case = a_family(cast.norte, 9, since=FEBRUARY)
    for member in case.members.all():
        Placement.objects.create(
            individual=member.individual,
            case=case,
            site=site,
            starts_on=FEBRUARY,
            checked_in_at=timezone.now(),
            placed_by=cast.carla,
        )
    an_arrival(cast, people=[a_row("Hija", sex=Sex.FEMALE, born=2016)])
    return make_table(february(cast).pk)


def in_a_tool(table: FunderTable, tmp_path: Path, kind: str) -> hxl.model.Dataset:
    """The file as a funder's tool opens it."""
    path = tmp_path / f"table.{kind}"
    path.write_bytes(content(table, table.csv_name if kind == "csv" else table.xlsx_name))
    return hxl.data(str(path), hxl.InputOptions(allow_local=True))


def numbers_of(block: PrintedBlock) -> list[str]:
    return [number for line in block.lines for number in line.numbers]
