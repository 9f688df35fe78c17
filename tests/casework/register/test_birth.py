"""One field takes an age, a year or a date."""

import datetime

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override

from casework.identity.birth_field import BirthField
from casework.register.choices import BirthPrecision as P
from casework.register.rules import (
    Birth,
    BirthNotUnderstood,
    age_in_words,
    birth_as_text,
    parse_birth,
    parse_file_number,
)

D = datetime.date
ARRIVED_ON = D(2019, 2, 23)


@pytest.mark.parametrize(
    ("typed", "birth"),
    [
        ("", Birth()),
        ("  ", Birth()),
        ("34", Birth(P.AGE, None, 1985)),
        ("34 años", Birth(P.AGE, None, 1985)),
        ("0", Birth(P.AGE, None, 2019)),
        ("8 m", Birth(P.MONTH, D(2018, 6, 1), 2018)),
        ("8 meses", Birth(P.MONTH, D(2018, 6, 1), 2018)),
        ("1 mes", Birth(P.MONTH, D(2019, 1, 1), 2019)),
        ("0 m", Birth(P.MONTH, D(2019, 2, 1), 2019)),
        ("~6/2018", Birth(P.MONTH, D(2018, 6, 1), 2018)),
        ("06/2018", Birth(P.MONTH, D(2018, 6, 1), 2018)),
        ("3/2019", None),
        ("13/2018", None),
        ("1991", Birth(P.YEAR, None, 1991)),
        ("~1991", Birth(P.AGE, None, 1991)),
        ("12/4/91", Birth(P.DAY, D(1991, 4, 12), 1991)),
        ("12/4/18", Birth(P.DAY, D(2018, 4, 12), 2018)),
        ("12/4/19", None),
        ("12 abr 1991", Birth(P.DAY, D(1991, 4, 12), 1991)),
        ("31/2/1990", None),
        ("24/2/2019", None),
        ("121", None),
        ("mañana", None),
        ("1850", None),
    ],
)
def test_what_is_typed_becomes_what_is_known_and_no_more(typed, birth):
    if birth is None:
        with pytest.raises(BirthNotUnderstood):
            parse_birth(typed, on=ARRIVED_ON)
    else:
        assert parse_birth(typed, on=ARRIVED_ON) == birth


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("24/2/2019", "Es después del 23 feb 2019"),
        ("3/2031", "Es después del"),
        ("2020", "Es después del"),
        ("121", "Son más de 120 años"),
        ("1850", "Son más de 120 años"),
        ("31/2/1990", "Escriba una edad"),
        ("tres", "Escriba una edad"),
        ("-4", "Escriba una edad"),
    ],
)
def test_a_birth_that_cannot_be_says_why(typed, said):
    with pytest.raises(ValidationError, match=said):
        BirthField(on=ARRIVED_ON).clean(typed)


@pytest.mark.parametrize("typed", ["", "34", "1991", "12/4/91", "8 m"])
def test_what_is_shown_again_means_the_same(typed):
    birth = parse_birth(typed, on=ARRIVED_ON)
    assert parse_birth(birth_as_text(birth), on=D(2026, 11, 20)) == birth


@pytest.mark.parametrize(
    ("birth", "said"),
    [
        (Birth(), ""),
        (Birth(P.DAY, D(2019, 2, 23), 2019), "menos de 1 mes"),
        (Birth(P.DAY, D(2019, 1, 24), 2019), "menos de 1 mes"),
        (Birth(P.DAY, D(2019, 1, 23), 2019), "1 mes"),
        (Birth(P.DAY, D(2018, 6, 12), 2018), "8 meses"),
        (Birth(P.DAY, D(2017, 2, 24), 2017), "23 meses"),
        (Birth(P.DAY, D(2017, 2, 23), 2017), "2"),
        (Birth(P.DAY, D(1985, 2, 24), 1985), "33"),
        (Birth(P.MONTH, D(2019, 2, 1), 2019), "menos de 1 mes"),
        (Birth(P.MONTH, D(2018, 6, 1), 2018), "≈ 8 meses"),
        (Birth(P.MONTH, D(2017, 3, 1), 2017), "≈ 23 meses"),
        (Birth(P.MONTH, D(2016, 6, 1), 2016), "≈ 2"),
        (Birth(P.YEAR, None, 2019), "menos de 1 año"),
        (Birth(P.AGE, None, 2019), "menos de 1 año"),
        (Birth(P.YEAR, None, 2018), "≈ 1"),
        (Birth(P.AGE, None, 1985), "≈ 34"),
    ],
)
def test_a_baby_has_months_and_no_age_is_nothing(birth, said):
    with override("es"):
        assert age_in_words(birth, ARRIVED_ON) == said


def test_an_age_in_a_sentence_has_its_unit():
    with override("es"):
        months, one, many = (
            age_in_words(birth, ARRIVED_ON, with_unit=True)
            for birth in (
                Birth(P.MONTH, D(2018, 6, 1), 2018),
                Birth(P.YEAR, None, 2018),
                Birth(P.DAY, D(1985, 1, 1), 1985),
            )
        )
    assert (months, one, many) == ("≈ 8 meses", "≈ 1 año", "34 años")


@pytest.mark.parametrize("year", range(2015, 2020))
@pytest.mark.parametrize("precision", [P.DAY, P.MONTH, P.YEAR, P.AGE])
def test_no_birth_is_said_to_be_of_no_years(precision, year):
    has_day = precision in (P.DAY, P.MONTH)
    for month in range(1, 13):
        first = D(year, month, 1)
        if has_day and first > ARRIVED_ON:
            continue
        said = age_in_words(Birth(precision, first if has_day else None, year), ARRIVED_ON)
        assert said.removeprefix("≈ ")[0] != "0", said


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("A-2019-000123", ("A-2019-000123", "")),
        ("a-2019-000123-02", ("A-2019-000123", "A-2019-000123-02")),
        ("2019-123", ("A-2019-000123", "")),
        ("A2019000123", ("A-2019-000123", "")),
        (" 2019-123-2 ", ("A-2019-000123", "A-2019-000123-02")),
        ("V-19.345.678", None),
        ("Yorman", None),
    ],
)
def test_numbers_are_read_as_people_type_them(typed, numbers):
    assert parse_file_number(typed) == numbers


@pytest.mark.parametrize(
    "typed",
    ["unos 34", "34?", "aprox 34", "aprox. 34 años", "como 34", "+/- 34", "~34", "about 34", "≈34"],
)
def test_an_age_that_nobody_is_sure_of_is_an_age(typed):
    on = datetime.date(2026, 11, 20)
    assert parse_birth(typed, on=on) == Birth(P.AGE, None, 1992)


@pytest.mark.parametrize("typed", ["unos 1992", "1992?", "~1992"])
def test_a_year_that_nobody_is_sure_of_is_one_that_was_counted(typed):
    on = datetime.date(2026, 11, 20)
    assert parse_birth(typed, on=on) == Birth(P.AGE, None, 1992)
