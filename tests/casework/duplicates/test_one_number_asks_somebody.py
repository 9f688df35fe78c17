"""One paper, or one phone with one birth date, on two records: somebody is asked, whatever the names are."""

import datetime

import pytest
from django.urls import reverse

from casework.contact.actions import add_phone
from casework.duplicates.choices import PairStatus, Reason
from casework.duplicates.models import DuplicatePair
from casework.duplicates.querysets import likely_duplicates
from casework.duplicates.rules.matching import Candidate
from casework.register.choices import BirthPrecision
from casework.register.rules import Birth
from tests.build import an_individual
from tests.cast import log_in
from worklist.scheduler.tick import tick

BORN = Birth(BirthPrecision.DAY, datetime.date(1985, 4, 12), 1985)


def argenis(cast):
    return an_individual(
        cast,
        given_names="Argenis",
        family_names="Guerrero",
        born=None,
        birth=BORN,
        document="V-21.967.260",
    )


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("V-21967260", Reason.SAME_DOCUMENT),
        ("v 21 967 260", Reason.SAME_DOCUMENT),
        ("21.967.260", Reason.SAME_NUMBER),
        ("C.I. 21967260", Reason.SAME_NUMBER),
        ("021967260", Reason.SAME_NUMBER),
    ],
)
def test_who_is_typed_with_a_number_on_file_is_asked_about_under_any_name(cast, written, reason):
    known = argenis(cast)
    [line] = likely_duplicates(Candidate("Otro", "Nombre", document=written), cast.ana)
    assert line.individual == known
    assert reason in line.likeness.reasons


def test_namesakes_push_nobody_of_the_same_number_out_of_the_lines(cast):
    known = argenis(cast)
    namesakes = [
        an_individual(cast, given_names="Otro", family_names="Nombre", born=None, birth=BORN)
        for _ in range(6)
    ]
    typed = Candidate("Otro", "Nombre", "m", BORN, document="21967260")
    lines = likely_duplicates(typed, cast.ana)
    assert len(lines) == 3
    assert known in [line.individual for line in lines]
    again = an_individual(
        cast, given_names="Otro", family_names="Nombre", born=None, birth=BORN, document="21967260"
    )
    tick()
    pairs = DuplicatePair.objects.filter(reasons__contains=[Reason.SAME_NUMBER])
    assert [{pair.first, pair.second} for pair in pairs] == [{known, again}]
    assert DuplicatePair.objects.count() > len(namesakes)


def test_the_tick_writes_down_two_records_of_one_number_with_quite_other_names(cast):
    known = argenis(cast)
    other = an_individual(
        cast, given_names="Zulay", family_names="Peña", sex="f", born=1999, document="21967260"
    )
    tick()
    [pair] = DuplicatePair.objects.all()
    assert {pair.first, pair.second} == {known, other}
    assert pair.status == PairStatus.OPEN
    assert Reason.SAME_NUMBER in pair.reasons


def test_one_phone_and_one_birth_date_ask_somebody_whatever_the_names_are(cast):
    known = an_individual(
        cast, given_names="Argenis", family_names="Guerrero", born=None, birth=BORN
    )
    add_phone(known, number="3001112233", by=cast.ana)
    typed = Candidate("Cheo", "Velazco", "m", BORN, phone="+57 300 111 2233")
    [line] = likely_duplicates(typed, cast.ana)
    assert line.individual == known
    other = an_individual(cast, given_names="Cheo", family_names="Velazco", born=None, birth=BORN)
    add_phone(other, number="+57 300 111 2233", by=cast.ana)
    tick()
    [pair] = DuplicatePair.objects.all()
    assert {pair.first, pair.second} == {known, other}
    assert {Reason.SAME_PHONE, Reason.SAME_BIRTH_DATE} <= set(pair.reasons)


def test_the_line_under_the_row_shows_who_has_the_number(cast):
    known = argenis(cast)
    asked = {
        "row-given_names": "Otro",
        "row-family_names": "Nombre",
        "row-birth": "1999",
        "row-document": "C.I. 21967260",
    }
    page = log_in(cast.ana).post(reverse("arrival-duplicates"), asked).content.decode()
    assert reverse("individual-detail", args=[known.number]) in page
    assert "…7260" in page
