"""One field takes an age, a year or a date."""

import datetime

import pytest

from casework.register.choices import BirthPrecision as P
from casework.register.rules import (
    Birth,
    BirthNotUnderstood,
    read_birth,
    read_number,
    written_birth,
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
        ("8 m", Birth(P.AGE, None, 2018)),
        ("1 mes", Birth(P.AGE, None, 2019)),
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
            read_birth(typed, on=ARRIVED_ON)
    else:
        assert read_birth(typed, on=ARRIVED_ON) == birth


@pytest.mark.parametrize("typed", ["", "34", "1991", "12/4/91"])
def test_what_is_shown_again_means_the_same(typed):
    birth = read_birth(typed, on=ARRIVED_ON)
    assert read_birth(written_birth(birth), on=D(2026, 11, 20)) == birth


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
    assert read_number(typed) == numbers
