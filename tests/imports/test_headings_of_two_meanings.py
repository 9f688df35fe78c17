"""A heading that names two units or two meanings is asked about or read cell by cell, and never silently one of them."""

import pytest
from django.test import Client

from casework.register.models.individual import Individual
from imports.choices import AgeDay, AgeUnit, RowDoubt, RowFault, RowState, SheetField, WordKind
from imports.models import ImportBatch
from imports.rows import rows_in
from imports.rules.columns import guess_field, says_month_first, unit_of_ages
from tests.imports.sheets import as_xlsx, batch_of, checked, press, put_on_file, upload

pytestmark = pytest.mark.usefixtures("house")

F = SheetField

OF_TWO_UNITS = [
    "Edad (años/meses)",
    "Edad (años o meses)",
    "EDAD AÑOS - MESES",
    "Edad (meses si es menor de 1 año)",
    "Edad a/m",
    "Age (years or months)",
]


def sent(client: Client, cast, rows: list[list[str]], *, on: str = "2026-11-25") -> ImportBatch:
    """The sheet, its columns as guessed."""
    batch = batch_of(upload(client, as_xlsx(rows), "a.xlsx", cast.norte, arrived_on=on))
    press(client, f"/imports/{batch.pk}/columns/")
    return batch


def asked(client: Client, batch: ImportBatch, kind: str) -> list:
    form = client.get(f"/imports/{batch.pk}/words/").context["form"]
    return [word for word in form.words if word.kind == kind]


def answered(client: Client, batch: ImportBatch, **said: str) -> ImportBatch:
    """That said of the kinds of words, the guess of the others."""
    address = f"/imports/{batch.pk}/words/"
    words = client.get(address).context["form"].words
    other = {WordKind.CATEGORY.value: "not_asked"}
    client.post(
        address,
        {f"word-{n}": {**other, **said}.get(word.kind, word.guess) for n, word in enumerate(words)},
    )
    batch.refresh_from_db()
    return batch


def doubts(batch: ImportBatch) -> dict[int, set[str]]:
    return {
        row["number"]: {each[1] for each in row["faults"]} | {each[0] for each in row["doubts"]}
        for row in rows_in(batch, [RowState.WRONG, RowState.DOUBTFUL])
    }


def births() -> dict[str, tuple[str, int]]:
    people = Individual.objects.all()
    return {each.given_names: (each.birth_precision, each.birth_year) for each in people}


@pytest.mark.parametrize("heading", OF_TWO_UNITS)
def test_years_or_months_is_asked_with_samples_and_nothing_is_chosen(cast, ana, heading):
    rows = [["Nombre", heading], ["Luis Mora", "29"], ["Ana Gil", "17"], ["Eva Paz", "3 años"]]
    batch = sent(ana, cast, rows)
    [word] = asked(ana, batch, WordKind.AGES)
    assert (word.word, word.guess, word.times, word.samples) == (heading, None, 2, ("29", "17"))
    page = ana.get(f"/imports/{batch.pk}/words/").content.decode()
    assert "pueden ser años o meses" in page
    refused = ana.post(f"/imports/{batch.pk}/words/", {})
    assert refused.status_code == 200


@pytest.mark.parametrize(
    ("unit", "seventeen"), [(AgeUnit.YEARS, ("age", 2009)), (AgeUnit.MONTHS, ("month", 2025))]
)
def test_bare_numbers_are_what_was_said_and_cells_with_a_unit_what_they_say(
    cast, ana, unit, seventeen
):
    rows = [
        ["Familia", "Nombre", "Edad (años/meses)", "Parentesco"],
        ["1", "Luis Mora", "29 años", "titular"],
        ["1", "Ana Mora", "17", "otro familiar"],
        ["1", "Eva Mora", "8 m", "otro familiar"],
        ["1", "Sol Mora", "8 meses", "otro familiar"],
        ["1", "Iker Mora", "3 años", "otro familiar"],
    ]
    batch = answered(ana, sent(ana, cast, rows), ages=unit)
    assert doubts(batch) == {}
    put_on_file(ana, batch)
    assert births() == {
        "Luis": ("age", 1997),
        "Ana": seventeen,
        "Eva": ("month", 2026),
        "Sol": ("month", 2026),
        "Iker": ("age", 2023),
    }


def test_where_some_are_years_and_some_months_each_row_is_asked(cast, ana):
    rows = [["Nombre", "Edad (años/meses)"], ["Luis Mora", "29"], ["Ana Gil", "18 años"]]
    batch = answered(ana, sent(ana, cast, rows), ages=AgeUnit.EACH)
    assert doubts(batch) == {2: {RowFault.YEARS_OR_MONTHS}}
    ana.post(f"/imports/{batch.pk}/rows/2/", {"cell-0": "Luis Mora", "cell-1": "29 años"})
    batch.refresh_from_db()
    assert doubts(batch) == {}


def test_months_alone_are_asked_about_where_a_number_hardly_is_one_of_months(cast, ana):
    rows = [["Nombre", "Edad (meses)"], ["Luis Mora", "29"], ["Ana Gil", "17"]]
    assert len(asked(ana, sent(ana, cast, rows), WordKind.AGES)) == 1


def test_years_alone_are_not_asked_about_and_a_cell_of_months_is_one_of_months(cast, ana):
    rows = [
        ["Nombre", "Edad (años)", "Parentesco"],
        ["Luis Mora", "29", "titular"],
        ["Eva Mora", "8 m", "hija"],
    ]
    batch = sent(ana, cast, rows)
    assert asked(ana, batch, WordKind.AGES) == []
    put_on_file(ana, answered(ana, batch))
    assert births() == {"Luis": ("age", 1997), "Eva": ("month", 2026)}


@pytest.mark.parametrize("age", ["8 meses", "0", "3", "11"])
def test_a_small_child_alone_or_first_is_decided_by_somebody(cast, ana, age):
    rows = [
        ["Familia", "Nombre", "Edad", "Parentesco"],
        ["1", "Sol Mora", age, "titular"],
        ["2", "Luis Gil", "29", "titular"],
        ["2", "Eva Gil", age, "hija"],
    ]
    batch = checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    assert doubts(batch) == {2: {RowDoubt.SMALL_CHILD_FIRST}}
    ana.post(f"/imports/{batch.pk}/rows/2/accept/")
    batch.refresh_from_db()
    assert doubts(batch) == {}


def test_the_day_of_the_ages_is_asked_where_a_baby_came_weeks_before_the_upload(cast, ana):
    rows = [
        ["Nombre", "Edad", "Parentesco"],
        ["Luis Mora", "29", "titular"],
        ["Eva Mora", "8 m", "hija"],
    ]
    batch = sent(ana, cast, rows, on="2026-09-10")
    [word] = asked(ana, batch, WordKind.AGE_DAY)
    assert (word.word, word.guess, word.samples) == ("Edad", None, ("8 m",))
    put_on_file(ana, answered(ana, batch, age_day=AgeDay.SHEET))
    assert Individual.objects.get(number__endswith="-02").born_on.month == 3


@pytest.mark.parametrize(
    ("heading", "age", "on"),
    [
        ("Edad", "8 m", "2026-11-20"),
        ("Edad", "8", "2026-09-10"),
        ("Edad al llegar", "8 m", "2026-09-10"),
    ],
)
def test_the_day_of_the_ages_is_not_asked_where_it_makes_no_difference(cast, ana, heading, age, on):
    rows = [["Nombre", heading, "Parentesco"], ["Luis Mora", "29", "titular"], ["Eva", age, "hija"]]
    assert asked(ana, sent(ana, cast, rows, on=on), WordKind.AGE_DAY) == []


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("Fecha nac./edad", F.BIRTH),
        ("Edad / fecha de nacimiento", F.BIRTH),
        ("Nombre/Apellido", F.FULL_NAME),
        ("Apellido/Nombre", F.FAMILY_FIRST),
        ("Sexo/Género", F.SEX),
        ("Sexo/Edad", None),
        ("Grado/Fuerza", None),
        ("Parentesco/Sexo", None),
        ("Cédula/Teléfono", None),
        ("Peso kg/lb", None),
        ("Nacionalidad/Sexo", None),
    ],
)
def test_a_heading_of_two_things_is_read_as_both_or_left_to_people(heading, field):
    assert guess_field(heading) == field


@pytest.mark.parametrize("heading", ["Fecha nac. (mes/día/año)", "Nacimiento dd/mm o mm/dd"])
def test_a_heading_of_two_orders_makes_its_dates_be_asked_about(heading):
    assert says_month_first(heading)


@pytest.mark.parametrize(
    ("heading", "field", "unit"),
    [
        ("Fecha de nacimiento (día/mes/año)", F.BIRTH, AgeUnit.YEARS),
        ("Fecha de nacimiento o edad (años o meses)", F.BIRTH, None),
        ("Edad en días", F.AGE, None),
        ("Edad (meses)", F.AGE, AgeUnit.MONTHS),
        ("Edad", F.AGE, AgeUnit.YEARS),
    ],
)
def test_the_unit_of_bare_numbers_is_that_of_the_heading_or_open(heading, field, unit):
    assert unit_of_ages(heading, field) == unit
