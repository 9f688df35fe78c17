"""Who on file may be somebody, and that nobody out of sight is ever among them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from casework.cases.actions import restrict_case
from casework.contact.actions import add_phone
from casework.duplicates.choices import Reason
from casework.duplicates.querysets import (
    CHUNK,
    MOST_COMPARED,
    likely_duplicates,
    likely_duplicates_of,
    pairs_among_all,
)
from casework.duplicates.rules.matching import Candidate
from casework.duplicates.rules.weights import LIKELY
from casework.identity.actions.aliases import add_alias
from casework.register.choices import BirthPrecision, Sex
from casework.register.rules import Birth
from tests.build import a_case, a_row, an_arrival, an_individual, people_of

AGAIN = Candidate(
    "Jorman", "Rodrigues Pena", Sex.MALE, Birth(BirthPrecision.AGE, None, 1992), "19345678"
)


def numbers(candidate: Candidate, user: User) -> list[str]:
    return [line.individual.number for line in likely_duplicates(candidate, user)]


def test_somebody_on_file_is_found_again_with_what_a_line_shows(cast):
    case = an_arrival(cast)
    [line] = likely_duplicates(AGAIN, cast.ana)
    assert line.individual == people_of(case)[0]
    assert line.document_tail == "…5678"
    assert line.likeness.score >= LIKELY
    assert line.last_seen_on == timezone.localdate(line.individual.changed_at)
    assert Reason.SAME_NUMBER in line.likeness.reasons


@pytest.mark.parametrize(
    "candidate",
    [
        Candidate(document="V 19345678"),
        Candidate("Otro", "Nombre", document="19.345.678"),
    ],
)
def test_a_document_alone_finds_but_does_not_say_that_another_name_is_the_same(cast, candidate):
    case = an_arrival(cast)
    [line] = likely_duplicates(candidate, cast.ana)
    assert line.individual == people_of(case)[0]
    assert line.likeness.score < LIKELY


def test_the_document_of_a_person_without_name_is_enough_to_be_shown(cast):
    an_arrival(cast)
    assert numbers(Candidate(document="V 19345678"), cast.ana) == ["A-2019-000001-01"]


def test_who_is_asked_for_by_an_everyday_name_is_found_among_many_of_that_surname(cast):
    for _each in range(MOST_COMPARED + 8):
        an_individual(cast, given_names="Chu", family_names="Guerrero Mora", born=1960)
    known = an_individual(cast, given_names="Jesús", family_names="Guerrero Mora", born=1985)
    typed = Candidate("Chucho", "Guerrero Mora", "m", Birth(BirthPrecision.YEAR, None, 1985))
    assert numbers(typed, cast.ana) == [known.number]


def test_a_person_of_another_team_or_of_a_restricted_case_never_shows(cast):
    theirs, hidden = an_arrival(cast, by=cast.bruno), an_arrival(cast)
    restrict_case(hidden, people=[], by=cast.sonia)
    assert numbers(AGAIN, cast.bruno) == [people_of(theirs)[0].number]
    assert numbers(AGAIN, cast.ana) == []
    assert sorted(numbers(AGAIN, cast.sonia)) == [
        people_of(theirs)[0].number,
        people_of(hidden)[0].number,
    ]


def test_relatives_who_arrive_together_again_count(cast):
    an_arrival(cast)
    born = Birth(BirthPrecision.AGE, None, 1993)
    alone = Candidate("Marleny", "Suárez", Sex.FEMALE, born)
    family = Candidate("Marleny", "Suárez", Sex.FEMALE, born, relatives=("Yorman Rodríguez",))
    [weak], [strong] = likely_duplicates_of([alone, family], cast.ana)
    assert strong.likeness.score > weak.likeness.score
    assert Reason.SAME_RELATIVES in strong.likeness.reasons


def test_a_second_phone_takes_nobody_out_of_the_suggestions(cast):
    person = an_individual(cast, given_names="Heberto", family_names="Bracho", born=1985)
    add_phone(person, number="3001112233", by=cast.ana)
    typed = Candidate("Heberto", "Bracho", Sex.MALE, phone="3001112233")
    [before] = likely_duplicates(typed, cast.ana)
    add_phone(person, number="3109998877", by=cast.ana)
    [after] = likely_duplicates(typed, cast.ana)
    assert Reason.SAME_PHONE in before.likeness.reasons
    assert after.likeness == before.likeness


def test_who_is_known_by_another_name_is_found_by_it_whichever_record_is_compared(cast):
    known = an_individual(cast, given_names="Beto", family_names="Villasmil", born=1985)
    add_alias(known, name="Heberto Quiñones", by=cast.ana)
    again = an_individual(cast, given_names="Heberto", family_names="Quiñones", born=1985)
    typed = Candidate(
        "Heberto", "Quiñones", Sex.MALE, Birth(BirthPrecision.YEAR, None, 1985), phone=""
    )
    [first, second] = likely_duplicates(typed, cast.ana)
    assert (first.individual, second.individual) == (again, known)
    assert Reason.BY_ANOTHER_NAME in second.likeness.reasons
    for one, other in ((known, again), (again, known)):
        [(key, found, _alike)] = pairs_among_all([one.pk], today=cast.ana.today())
        assert (key, found) == (one.pk, other)


def test_further_names_cost_one_query_whoever_has_them_and_none_where_nobody_has(cast):
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            likely_duplicates(AGAIN, cast.ana)
        return sum(q["sql"].startswith('SELECT "casework_alias"') for q in queries)

    people = [an_individual(cast) for _each in range(5)]
    assert asked() == 0
    for person in people:
        add_alias(person, name="El Flaco", by=cast.ana)
    assert asked() == 1


def test_a_sheet_is_checked_in_as_many_queries_for_fifty_rows_as_for_two(cast):
    for name in ("Yorman", "Wilfredo", "Yusmary"):
        a_case(cast, name=name)
    rows = [Candidate(f"Yorman {at}", "Rodríguez", phone="300") for at in range(CHUNK)]

    def asked(candidates: list[Candidate]) -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            likely_duplicates_of(candidates, cast.ana)
        # A small table's sample of tokens is taken anew for every name.
        return sum("TABLESAMPLE" not in q["sql"] and "pg_relation" not in q["sql"] for q in queries)

    likely_duplicates_of(rows[:1], cast.ana)
    assert asked(rows[:2]) == asked(rows)


def test_rows_of_a_sheet_come_back_in_their_order(cast):
    an_arrival(cast, people=[a_row("Nayibe", "Chirinos", born=1980)])
    nobody = Candidate("Zulay", "Izaguirre")
    known = Candidate("Nayibe", "Chirinos", birth=Birth(BirthPrecision.YEAR, None, 1980))
    assert [len(lines) for lines in likely_duplicates_of([nobody, known], cast.ana)] == [0, 1]
