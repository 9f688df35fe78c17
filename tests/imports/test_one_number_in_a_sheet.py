"""A row with a number that is on file, or that stands in the sheet twice, is asked about whatever the names are."""

import datetime

import pytest

from casework.contact.actions import add_phone
from casework.register.choices import BirthPrecision
from casework.register.rules import Birth
from imports.actions.words import vocabulary_of
from imports.choices import RowDoubt, RowState
from imports.rows import rows_in, to_shown_row
from tests.build import an_individual
from tests.imports.sheets import as_csv, checked

pytestmark = pytest.mark.usefixtures("house")
BORN = Birth(BirthPrecision.DAY, datetime.date(1985, 4, 12), 1985)


def doubts_of(batch) -> dict[int, list[list[str]]]:
    return {row["number"]: row["doubts"] for row in rows_in(batch, [RowState.DOUBTFUL])}


@pytest.mark.parametrize(
    "row",
    [
        ["Chucho", "Guerrero Velazco", "M", "33", "V-21967260", ""],
        ["Zulay", "Peña", "F", "20", "C.I. 21.967.260 vencida", ""],
        ["Cheo", "Velazco", "M", "12/04/1985", "", "hermana 300 111 2233"],
    ],
)
def test_a_row_with_a_number_of_somebody_on_file_is_doubtful(cast, ana, row):
    known = an_individual(
        cast,
        given_names="Argenis",
        family_names="Rojas",
        born=None,
        birth=BORN,
        document="V-21.967.260",
    )
    add_phone(known, number="3001112233", by=cast.ana)
    sheet = [["Nombres", "Apellidos", "Sexo", "Edad o fecha de nacimiento", "Cédula", "Tel"], row]
    batch = checked(ana, as_csv(sheet), "a.csv", cast.norte)
    assert (batch.rows_good, batch.rows_doubtful) == (0, 1)
    assert doubts_of(batch) == {2: [[RowDoubt.ON_FILE, known.number]]}


def test_the_page_and_the_sheet_of_doubts_say_why_two_are_alike(cast, ana):
    known = an_individual(
        cast,
        given_names="Argenis",
        family_names="Rojas",
        born=None,
        birth=BORN,
        document="V-21.967.260",
    )
    sheet = [["Nombres", "Apellidos", "Sexo", "Edad", "Cédula"]]
    sheet.append(["Zulay", "Peña", "F", "20", "C.I. 21.967.260 vencida"])
    batch = checked(ana, as_csv(sheet), "a.csv", cast.norte)
    page = ana.get(f"/imports/{batch.pk}/?rows=doubtful").content.decode()
    told = " ".join(page.split())
    assert known.number in told
    assert "A favor: mismo número, tal vez de otro documento." in told
    assert "En contra: " in told
    [row] = rows_in(batch, [RowState.DOUBTFUL])
    [doubt] = to_shown_row(batch, row, vocabulary_of(batch)).doubts
    assert doubt.for_it == ["mismo número, tal vez de otro documento"]
    assert doubt.against_it
    assert doubt.in_words.endswith(", ".join([*doubt.for_it, *doubt.against_it]))


def test_two_rows_of_one_number_are_doubtful_under_two_names(cast, ana):
    sheet = [
        ["Nombres", "Apellidos", "Cédula"],
        ["Chucho", "Guerrero", "V-21967260"],
        ["Zulay", "Peña", "21.967.260 (copia)"],
    ]
    batch = checked(ana, as_csv(sheet), "a.csv", cast.norte)
    assert doubts_of(batch) == {3: [[RowDoubt.SAME_NUMBER_IN_SHEET, "2"]]}
