"""A slip becomes invalid when a fact on it is corrected: strangers read it, and the caseworker gets a due item."""

import datetime

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casework.cases.actions import close_case
from casework.register.models.individual import Individual
from casework.slips.actions import issue_slip, revoke_slip
from casework.slips.content import outdated_slips
from casework.slips.models import ArrivalSlip
from tests.build import a_row, an_arrival, people_of
from tests.casework.arrivals.test_issue_slip import asked_by_a_stranger, said
from tests.cast import as_
from tests.page import page_of
from worklist.due.rows import due

pytestmark = pytest.mark.django_db
D = datetime.date
FALLEN = "ya no es válida: después se corrigió lo que dice"


@pytest.fixture
def family(cast):
    return an_arrival(cast, people=[a_row(born=1991), a_row("Luz", born=1994)])


@pytest.fixture
def slip(cast, family):
    """A slip that was issued a while before the test."""
    with time_machine.travel(datetime.datetime.now(datetime.UTC) - datetime.timedelta(minutes=5)):
        return issue_slip(family.arrivals.get(), by=cast.ana)


def is_valid(slip):
    return said(asked_by_a_stranger(slip.token)) == "valid"


def told(cast):
    return [row for row in due(cast.ana, today=cast.ana.today()) if row.kind == "slip_fallen"]


def slip_page(cast, slip):
    return page_of(as_(cast.ana).get(reverse("arrival-slip", args=[slip.arrival_id])))


def correct_day(cast, slip, **typed):
    """Corrects the day through the form, together with further fields."""
    client, arrival = as_(cast.ana), slip.arrival
    arrival.refresh_from_db()
    day = arrival.on - datetime.timedelta(days=1)
    typed = {"on": day.isoformat(), "entry_mode": arrival.entry_mode, **typed}
    typed |= {"version": arrival.version}
    return client.post(reverse("arrival-correct", args=[arrival.pk]), typed)


def test_another_day_is_said_before_it_is_saved_and_takes_the_slip(cast, slip):
    assert (is_valid(slip), told(cast)) == (True, [])
    asked = correct_day(cast, slip)
    assert (asked.status_code, is_valid(slip)) == (200, True)
    assert "constancia" in str(asked.context["form"].errors["is_sure"])
    assert correct_day(cast, slip, is_sure="on").status_code == 302
    assert not is_valid(slip)
    page = slip_page(cast, slip)
    assert page.says(FALLEN)
    assert not page.says(slip.token)
    [row] = told(cast)
    assert row.case_id == slip.arrival.case_id
    fresh = issue_slip(slip.arrival, by=cast.ana)
    assert (is_valid(fresh), told(cast)) == (True, [])
    assert not slip_page(cast, slip).says(FALLEN)


def test_the_timeline_names_the_slip_that_was_given_out_and_the_one_that_was_revoked(
    cast, family, slip
):
    def told(words) -> bool:
        page = as_(cast.ana).get(reverse("case-timeline", args=[family.number]))
        return page_of(page).says(words)

    assert told("Ana entregó la constancia de llegada")
    assert not told("anuló la constancia")
    revoke_slip(slip.arrival, by=cast.ana)
    assert told("Ana anuló la constancia de llegada")


def test_a_name_that_is_put_right_takes_the_slip_and_its_page_says_so_before(cast, family, slip):
    person = people_of(family)[0]
    address = reverse("individual-correct", args=[person.number])
    page = page_of(as_(cast.ana).get(address))
    assert page.says("constancia de llegada")
    typed = page.fields | {"family_names": "Rodrigues", "how_name": "wrong"}
    answer = as_(cast.ana).post(address, typed)
    assert answer.status_code == 302, answer.context["form"].errors
    assert (is_valid(slip), len(told(cast))) == (False, 1)
    assert slip_page(cast, slip).says(FALLEN)


def test_who_asks_for_anonymity_takes_it_and_what_else_is_written_of_them_does_not(
    cast, family, slip
):
    person, other = people_of(family)
    Individual.objects.get(pk=other.pk).save()
    assert (is_valid(slip), told(cast)) == (True, [])
    wish = reverse("anonymity-wish", args=[person.number])
    typed = {"wished_on": cast.ana.today().isoformat(), "alias": "Luna"}
    assert as_(cast.ana).post(wish, typed).status_code == 302
    assert (is_valid(slip), len(told(cast))) == (False, 1)


def test_a_closed_case_and_a_revoked_slip_ask_for_nothing(cast, family, slip):
    correct_day(cast, slip, is_sure="on")
    assert len(told(cast)) == 1
    revoke_slip(slip.arrival, by=cast.ana)
    assert told(cast) == []
    again = issue_slip(slip.arrival, by=cast.ana)
    ArrivalSlip.objects.filter(pk=again.pk).update(stated_hash="x" * 64)
    close_case(family, reason="settled", on=cast.ana.today(), by=cast.ana)
    assert told(cast) == []


def test_a_slip_falls_when_some_of_its_people_or_all_turn_out_to_be_others(cast, family, slip):
    today, others = cast.ana.today(), people_of(an_arrival(cast, people=[a_row("Eva", born=1991)]))
    for person in people_of(family):
        Individual.objects.filter(pk=person.pk).update(merged_into=others[0])
        assert outdated_slips(today) == outdated_slips(today, [family.pk]) == (slip.pk,)
        assert outdated_slips(today, [others[0].arrival.case_id]) == ()


def test_slips_are_read_with_their_people_in_one_statement(cast, family, slip):
    for person in people_of(family):
        person.save()
    assert outdated_slips(cast.ana.today()) == ()
    with CaptureQueriesContext(connection) as asked:
        assert outdated_slips(cast.ana.today()) == ()
    read = [query["sql"] for query in asked if "subject_key" not in query["sql"]]
    assert len(read) == 1
    assert len(asked) <= 2, "The keys of all come together."
