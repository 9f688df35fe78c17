"""How alike two persons are: what speaks for one person, and what never suffices."""

import datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casework.duplicates.choices import BEYOND_THE_NAME, Reason
from casework.duplicates.rules.facts import births as births_compared
from casework.duplicates.rules.matching import Candidate, likeness
from casework.duplicates.rules.weights import LIKELY
from casework.register.choices import BirthPrecision, Sex
from casework.register.rules import Birth

YORMAN = Candidate(
    "Yorman José", "Rodríguez Peña", Sex.MALE, Birth(BirthPrecision.YEAR, None, 1991)
)


def year(value: int, precision: BirthPrecision = BirthPrecision.YEAR) -> Birth:
    return Birth(precision, None, value)


def day(text: str) -> Birth:
    born_on = datetime.date.fromisoformat(text)
    return Birth(BirthPrecision.DAY, born_on, born_on.year)


def month(text: str) -> Birth:
    first = datetime.date.fromisoformat(f"{text}-01")
    return Birth(BirthPrecision.MONTH, first, first.year)


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (month("2019-02"), Reason.SAME_BIRTH_YEAR),
        (month("2018-11"), Reason.NEAR_AGE),
        (day("2019-02-01"), Reason.SAME_BIRTH_YEAR),
        (year(2018), Reason.NEAR_AGE),
    ],
)
def test_the_month_of_a_baby_is_an_age_and_never_a_date(other, reason):
    verdict = births_compared(month("2019-02"), other)
    assert verdict.reasons == (reason,)
    assert verdict.points > 0


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (Candidate("Jorman José", "Rodrigues Pena", "m", year(1991)), Reason.NAME_SOUNDS_ALIKE),
        (Candidate("Yorman", "Rodríguez", "m", year(1991)), Reason.PART_OF_NAME),
        (Candidate("Rodríguez Peña", "Yorman José", "m", year(1991)), Reason.NAMES_SWAPPED),
        (Candidate("Yorman José Rodríguez", "", "m", year(1991)), Reason.PART_OF_NAME),
        (
            Candidate("Yorman José", "Rodríguez Peña", "m", year(1993, BirthPrecision.AGE)),
            Reason.NEAR_AGE,
        ),
    ],
)
def test_the_same_person_written_otherwise_is_shown_with_the_reason(other, reason):
    alike = likeness(YORMAN, other)
    assert reason in alike.reasons
    assert alike.is_possible, alike


def test_four_names_and_a_year_or_a_card_say_that_it_is_likely():
    other = Candidate("Jorman José", "Rodrigues Pena", "m", year(1991))
    assert likeness(YORMAN, other).score >= LIKELY


@pytest.mark.parametrize(
    "other",
    [
        Candidate("Wilmer Andrés", "Rodríguez Peña", "m", year(1993), phone="3001234567"),
        Candidate("Yormary José", "Rodríguez Peña", "f", year(1994)),
        Candidate("Yorman José", "Rodríguez Peña", "m", year(1962)),
        Candidate("Yorman", "Blanco Tovar", "m", year(1991)),
    ],
)
def test_a_brother_a_sister_a_father_and_a_namesake_are_not_even_possible(other):
    assert not likeness(YORMAN, other).is_possible, likeness(YORMAN, other)


def test_one_number_makes_two_spellings_one_person():
    left = Candidate("Yusmary", "Blanco", "f", document="V-12.345.678")
    right = Candidate("Yusmari", "Blanco Tovar", "f", document="12345678")
    assert likeness(left, right).score >= LIKELY
    assert Reason.SAME_NUMBER in likeness(left, right).reasons


@pytest.mark.parametrize(
    ("one", "other"), [("1991-04-12", "1991-12-04"), ("1978-12-01", "1978-10-21")]
)
def test_day_and_month_swapped_and_neighbouring_digits_swapped_are_slips_of_the_pen(one, other):
    left = Candidate("Yusmary", "Blanco", "f", day(one))
    right = Candidate("Yusmary", "Blanco", "f", day(other))
    assert Reason.DATE_SLIP in likeness(left, right).reasons


def test_two_cards_of_one_kind_with_different_numbers_are_two_people():
    left = Candidate("José Luis", "González Pérez", "m", document="V-11222333")
    right = Candidate("José Luis", "González Pérez", "m", document="V-19888777")
    assert not likeness(left, right).is_possible
    assert likeness(left, right).against_it == [Reason.OTHER_DOCUMENT]


names = st.lists(
    st.sampled_from(["Yorman", "José", "Luz", "Ma", "J", "Peña", "de la Cruz", "李", "Óscar"]),
    max_size=3,
).map(" ".join)
births = st.none() | st.builds(
    Birth,
    st.sampled_from([BirthPrecision.AGE, BirthPrecision.YEAR]),
    st.none(),
    st.integers(1930, 2019),
)
persons = st.builds(
    Candidate,
    names,
    names,
    st.sampled_from(Sex.values),
    births,
    st.sampled_from(["", "V-1234567", "P-99"]),
    st.sampled_from(["", "3001234567"]),
    relatives=st.lists(st.sampled_from(["Luz Peña", "José Peña"]), max_size=2).map(tuple),
)


# The first draw of a process reads the constants of every module, which a busy machine takes seconds for.
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(persons, persons)
def test_likeness_is_the_same_either_way_round_and_stays_on_its_scale(left, right):
    alike = likeness(left, right)
    assert alike.score == likeness(right, left).score
    assert 0 <= alike.score <= 100


@given(names, names, st.sampled_from(Sex.values))
def test_a_name_alone_never_makes_it_likely(given_names, family_names, sex):
    same = Candidate(given_names, family_names, sex)
    alike = likeness(same, same)
    assert alike.score < LIKELY
    assert BEYOND_THE_NAME.isdisjoint(alike.reasons)


def test_every_phone_and_every_name_counts_and_the_best_verdict_stands():
    known = Candidate(
        "Beto",
        "Villasmil",
        "m",
        year(1985),
        other_phones=("3109998877", "+57 300 111 2233"),
        other_names=("Heberto Quiñones",),
    )
    again = Candidate("Eberto", "Quiñones", "m", year(1985), phone="3001112233")
    alike = likeness(known, again)
    assert alike.reasons == (
        Reason.NAME_SOUNDS_ALIKE,
        Reason.BY_ANOTHER_NAME,
        Reason.SAME_BIRTH_YEAR,
        Reason.SAME_PHONE,
    )
    assert alike == likeness(again, known)
    assert alike.is_possible


def test_a_surname_on_file_as_another_name_makes_no_brother_the_same():
    brother = Candidate("Nelson", "Quiñones", "m", year(1985), other_names=("Quiñones",))
    assert not likeness(brother, Candidate("Heberto", "Quiñones", "m", year(1985))).is_possible
