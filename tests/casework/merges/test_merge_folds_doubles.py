"""Of papers, phones and services that both records have, the fuller one counts, until an undo."""

import datetime

import pytest

from casework.contact.actions import add_phone
from casework.identity.actions.identity_documents import add_identity_document
from casework.merges.actions import merge_individuals, undo_merge
from casework.register.models.individual import Individual
from casework.service.actions import record_service
from tests.build import an_individual, reference
from tests.casework.merges.test_merge_undo import changed, checksums

VALID_UNTIL = datetime.date(2025, 5, 1)


@pytest.fixture
def two(cast):
    """Two records of one former member, each with an empty period of service."""
    return an_individual(cast), an_individual(cast, given_names="Jorman José")


def merged_and_undone(two, cast):
    """Merges the records for the block; then undoes the merge and checks that every table is as before."""
    before = checksums()
    merge = merge_individuals(two[0], merged=two[1], by=cast.sonia)
    yield two[0]
    undo_merge(merge, by=cast.sonia)
    assert changed(before, checksums()) == []


def papers(person: Individual) -> list[tuple[str, datetime.date | None]]:
    return [(each.number, each.valid_until) for each in person.identity_documents.all()]


@pytest.mark.parametrize("fuller", [0, 1])
def test_of_one_paper_written_in_two_ways_the_fuller_is_kept(cast, two, fuller):
    told = [{}, {}]
    told[fuller] = {"valid_until": VALID_UNTIL}
    for person, number, facts in zip(two, ("V-21.967.260", "C.I. 21967260"), told, strict=True):
        add_identity_document(person, number=number, type="national_id", by=cast.ana, **facts)
    kept = ("V-21.967.260", "C.I. 21967260")[fuller]
    for survivor in merged_and_undone(two, cast):
        assert papers(survivor) == [(kept, VALID_UNTIL)]
        assert two[1].identity_documents.count() == 1


def test_papers_of_another_number_or_that_contradict_each_other_stay_two(cast, two):
    for person, until in zip(two, (VALID_UNTIL, datetime.date(2031, 1, 1)), strict=True):
        add_identity_document(
            person, number="21967260", valid_until=until, type="national_id", by=cast.ana
        )
    add_identity_document(two[1], number="AB-9988", type="passport", by=cast.ana)
    for survivor in merged_and_undone(two, cast):
        assert survivor.identity_documents.count() == 3


def test_of_one_phone_the_rules_of_both_hold(cast, two):
    add_phone(two[0], number="3001112233", may_be_called=True, by=cast.ana)
    rules = {"may_be_called": True, "takes_no_voicemail": True, "who_may_answer": "La hermana."}
    add_phone(two[1], number="+57 300 111 2233", **rules, by=cast.ana)
    add_phone(two[1], number="3109998877", by=cast.ana)
    for survivor in merged_and_undone(two, cast):
        assert survivor.phones.count() == 2
        phone = survivor.phones.get(may_be_called=True)
        assert phone.takes_no_voicemail
        assert phone.who_may_answer == "La hermana."


def test_who_must_not_be_called_by_one_record_is_not_called(cast, two):
    add_phone(two[0], number="3001112233", may_be_called=True, by=cast.ana)
    add_phone(two[1], number="3001112233", by=cast.ana)
    for survivor in merged_and_undone(two, cast):
        assert not survivor.phones.get().may_be_called


def test_an_empty_period_of_service_yields_to_one_that_says_something(cast, two):
    two[1].service_records.all().delete()
    record_service(
        two[1], force=reference()["force"], unit="Batallón", years_of_service=5, by=cast.ana
    )
    for survivor in merged_and_undone(two, cast):
        assert survivor.service_records.get().unit == "Batallón"


def test_two_periods_in_different_units_stay_two(cast, two):
    for person, unit in zip(two, ("Batallón de apoyo", "Comando"), strict=True):
        person.service_records.all().delete()
        record_service(person, force=reference()["force"], unit=unit, by=cast.ana)
    for survivor in merged_and_undone(two, cast):
        assert {each.unit for each in survivor.service_records.all()} == {
            "Batallón de apoyo",
            "Comando",
        }
