"""Cells that are no person, no number or no age are asked about; what can be understood is, and holds back no family."""

import datetime

import pytest

from casework.register.choices import BirthPrecision
from casework.register.models.individual import Individual
from imports.choices import RowFault
from imports.rules import values
from imports.rules.rows import _full_name, _given_name, _name
from imports.rules.values import CellFault
from tests.imports.sheets import as_xlsx, checked, put_on_file

D = datetime.date
TOLD_ON, TODAY = D(2019, 3, 4), D(2026, 11, 22)


@pytest.mark.parametrize(
    "text",
    [
        "sin cédula",
        "S/C",
        "s/d",
        "no porta",
        "indocumentada",
        "partida nac.",
        "la perdió",
        "sin C.I.",
    ],
)
def test_a_cell_that_says_that_there_is_no_paper_is_no_number_of_one(text):
    assert values.read_document(text) == ""


def test_what_a_cell_says_in_words_becomes_a_remark():
    assert values.remark_on_document("la perdió") == "Documento: la perdió"
    assert values.remark_on_document("sin cédula") == ""
    assert values.remark_on_document("V-12.345.678") == ""
    assert values.read_phones("310 2345678 (vecina)") == ("310 2345678",)
    assert values.remark_on_phone("310 2345678 (vecina)") == "Teléfono: vecina"


def test_two_numbers_in_one_cell_are_asked_about():
    with pytest.raises(CellFault) as refused:
        values.read_document("V-17.388.494 / pas. 017388494")
    assert refused.value.fault == RowFault.TWO_DOCUMENTS
    assert values.read_document("12345678/2") == "12345678/2"


@pytest.mark.parametrize(
    ("text", "year"),
    [("34?", 1985), ("+/- 8", 2011), ("unos 34", 1985), ("~30", 1989), ("8 meses", 2018)],
)
def test_an_age_that_is_told_with_doubt_is_an_age(text, year):
    birth = values.read_age(text, on=TOLD_ON)
    assert (birth.year, birth.precision) == (year, BirthPrecision.AGE)
    assert values.read_birth_cell(text, on=TOLD_ON, today=TODAY).year == year


@pytest.mark.parametrize(("text", "years"), [("10+", 10), ("más de 10", 10), ("12 años", 12)])
def test_years_of_service_are_read_as_people_write_them(text, years):
    assert values.read_years(text) == years


@pytest.mark.parametrize("text", ["wsp 310 2345678", "cel. 310 2345678", "WhatsApp: 310 2345678"])
def test_a_word_before_a_number_is_no_part_of_it(text):
    assert values.read_phones(text) == ("310 2345678",)


def test_blanks_around_the_strokes_of_a_date_change_nothing():
    assert values.read_day("10 / 10 / 1996", today=TODAY) == D(1996, 10, 10)
    assert values.read_day("21 / 12 / 1978", today=TODAY) == D(1978, 12, 21)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Firma: ____", RowFault.NO_PERSON),
        ("N.N.", RowFault.NO_PERSON),
        ("(bebe) hijo de Luis", RowFault.NO_PERSON),
        ("??? VARGAS", RowFault.NO_PERSON),
        ("DIAZ, Rosa (+)", RowFault.NO_PERSON),
        ("PEREZ, Juan y RUIZ, Marta", RowFault.TWO_PEOPLE),
        ("GOMEZ SOTO, Luis / Ana Rivas", RowFault.TWO_PEOPLE),
        ("Mendoza González; Jessica", RowFault.TWO_PEOPLE),
    ],
)
def test_what_is_nobodys_name_is_asked_about(text, fault):
    with pytest.raises(CellFault) as refused:
        _name(text)
    assert refused.value.fault == fault


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (_given_name, "Juan Pérez y Marta"),
        (_given_name, "Ana y Luis"),
        (_full_name, "Juan Pérez y Marta Ruiz"),
    ],
)
def test_two_who_are_joined_by_a_word_are_two(read, text):
    with pytest.raises(CellFault) as refused:
        read(text)
    assert refused.value.fault == RowFault.TWO_PEOPLE


@pytest.mark.parametrize("text", ["José Ortega y Gasset", "Yeison Ye", "Ortega y Vaca, Luis José"])
def test_an_and_in_a_surname_is_no_second_person(text):
    assert _full_name(text) == text


@pytest.mark.parametrize("text", ["Peña Soto, Luis Alberto", "Ana de la Cruz", "Nina", "Yormar"])
def test_an_ordinary_name_is_none_of_these(text):
    assert _name(text) == text


@pytest.mark.usefixtures("house")
def test_a_relative_without_a_day_came_with_the_family_and_has_the_age_of_that_day(cast, ana):
    """As merged cells leave it: the day stands on the head's row alone."""
    sheet = [
        ["Nombres", "Apellidos", "Edad", "Parentesco", "Fecha llegada"],
        ["Ana", "Paz", "30", "titular", "13/11/2018"],
        ["Rosa", "Paz", "62", "madre", ""],
        ["Luz", "Paz", "8m", "hija", ""],
    ]
    batch = put_on_file(ana, checked(ana, as_xlsx(sheet), "a.xlsx", cast.norte))
    assert batch.rows_done == 3
    years = Individual.objects.order_by("birth_year").values_list("birth_year", flat=True)
    assert list(years) == [1956, 1988, 2018]
