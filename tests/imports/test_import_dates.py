"""A column of dates of which one has the month first: what can be read both ways is asked about, never guessed."""

import datetime

import pytest
from django.test import Client

from casework.register.models.individual import Individual
from imports.choices import DateOrder, RowFault, WordKind
from imports.models import ImportBatch
from imports.rules.values import CellFault, read_day
from tests.imports.sheets import as_xlsx, batch_of, checked, press, put_on_file, upload

TODAY = datetime.date(2019, 5, 1)
HEAD = ["Nombre", "Fec. Nac.", "Fuerza"]
MIXED = [
    HEAD,
    ["Ana Rojas", "02/23/1991", "civil"],
    ["Luis Mora", "03/04/1991", "civil"],
    ["Eva Lugo", "1991-03-04", "civil"],
    ["Flor Gil", "05/05/1991", "civil"],
]


pytestmark = pytest.mark.usefixtures("house")


def answered(client: Client, cast, order: str) -> ImportBatch:
    """The sheet, its civilians confirmed, and that order said of its dates."""
    batch = batch_of(upload(client, as_xlsx(MIXED), "a.xlsx", cast.norte))
    press(client, f"/imports/{batch.pk}/columns/")
    form = client.get(f"/imports/{batch.pk}/words/").context["form"]
    said = {
        f"word-{place}": order if word.kind == WordKind.DATES else word.guess
        for place, word in enumerate(form.words)
    }
    client.post(f"/imports/{batch.pk}/words/", said)
    batch.refresh_from_db()
    return batch


def faults(batch: ImportBatch) -> dict[int, list[str]]:
    rows = [row for chunk in batch.chunks.all() for row in chunk.rows]
    return {row["number"]: [fault[1] for fault in row["faults"]] for row in rows if row["faults"]}


@pytest.mark.parametrize(
    ("text", "order", "day"),
    [
        ("03/04/2019", DateOrder.DAY, datetime.date(2019, 4, 3)),
        ("03/04/2019", DateOrder.MONTH, datetime.date(2019, 3, 4)),
        ("02-23-2019", DateOrder.MONTH, datetime.date(2019, 2, 23)),
        ("23/02/2019", DateOrder.MONTH, datetime.date(2019, 2, 23)),
        ("2019-03-04", DateOrder.MONTH, datetime.date(2019, 3, 4)),
        ("23/02/2019", "open", datetime.date(2019, 2, 23)),
        ("04/04/2019", "open", datetime.date(2019, 4, 4)),
    ],
)
def test_a_date_is_read_as_its_column_is_written(text, order, day):
    assert read_day(text, today=TODAY, order=order) == day


def test_a_date_that_reads_both_ways_is_a_fault_as_long_as_nobody_has_said():
    with pytest.raises(CellFault) as refused:
        read_day("03/04/2019", today=TODAY, order="open")
    assert refused.value.fault == RowFault.DAY_OR_MONTH


def test_somebody_is_asked_what_stands_first_and_nothing_is_guessed(cast, ana):
    batch = batch_of(upload(ana, as_xlsx(MIXED), "a.xlsx", cast.norte))
    press(ana, f"/imports/{batch.pk}/columns/")
    form = ana.get(f"/imports/{batch.pk}/words/").context["form"]
    asked = [word for word in form.words if word.kind == WordKind.DATES]
    assert [(word.word, word.times, word.guess) for word in asked] == [("Fec. Nac.", 1, None)]


def test_month_first_is_read_so_where_somebody_says_it(cast, ana):
    batch = answered(ana, cast, DateOrder.MONTH)
    assert faults(batch) == {}
    page = ana.get(f"/imports/{batch.pk}/").content.decode()
    assert "23 feb 1991" in page
    put_on_file(ana, batch)
    born = {person.given_names: person.born_on for person in Individual.objects.all()}
    assert born == {
        "Ana": datetime.date(1991, 2, 23),
        "Luis": datetime.date(1991, 3, 4),
        "Eva": datetime.date(1991, 3, 4),
        "Flor": datetime.date(1991, 5, 5),
    }


def test_day_first_leaves_the_one_that_cannot_be_so_a_fault(cast, ana):
    batch = answered(ana, cast, DateOrder.DAY)
    assert faults(batch) == {2: [RowFault.MONTH_FIRST]}


def test_a_column_that_comes_into_doubt_by_mending_waits_for_an_answer(cast, ana):
    rows = [HEAD, ["Ana Rojas", "23/02/1991", "civil"], ["Luis Mora", "03/04/1991", "civil"]]
    batch = checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    assert faults(batch) == {}
    cells = {"cell-0": "Ana Rojas", "cell-1": "02/23/1991", "cell-2": "civil"}
    ana.post(f"/imports/{batch.pk}/rows/2/", cells)
    batch.refresh_from_db()
    assert faults(batch) == {2: [RowFault.MONTH_FIRST], 3: [RowFault.DAY_OR_MONTH]}
