"""A complaint that is not complete: the person is asked within five days, and after two months it counts as given up."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.claims.models import SubjectRequest
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.rights.actions import (
    answer_subject_request,
    ask_to_complete,
    complete_request,
    correct_subject_request,
    extend_subject_request,
    give_request_up,
    record_subject_request,
)
from casework.rights.slots import requests_incomplete, subject_requests_due
from tests.build import a_case, people_of
from tests.cast import Cast, as_
from tests.page import page_of
from tests.refusals import refused

D = datetime.date
# A Tuesday.
TODAY = D(2019, 7, 2)


@pytest.fixture(autouse=True)
def july(law_of_the_file, db):
    with at(TODAY):
        yield


def at(day: D) -> time_machine.travel:
    return time_machine.travel(datetime.datetime.combine(day, datetime.time(12)), tick=True)


def a_person(cast: Cast) -> Individual:
    return people_of(a_case(cast))[0]


def a_claim(cast: Cast, kind: str = "correction", **facts: object) -> SubjectRequest:
    facts = {"received_on": TODAY, "by": cast.ana} | facts
    return record_subject_request(a_person(cast), kind=kind, **facts)


def asked(cast: Cast, **facts: object) -> SubjectRequest:
    return ask_to_complete(a_claim(cast, **facts), on=TODAY, missing="Qué dato.", by=cast.sonia)


def due_days() -> tuple[list[D], list[D]]:
    """Returns the due days of requests to answer, and of those that wait for the person."""
    sources = (subject_requests_due, requests_incomplete)
    return tuple([row[1] for row in source.rows(TODAY)] for source in sources)


def test_the_page_says_until_when_to_ask_and_then_until_when_the_person_completes_it(cast):
    claim, sonia = a_claim(cast), as_(cast.sonia)
    papers = reverse("case-part", args=[Case.objects.get().number, "papers"])
    address = reverse("subject-request-incomplete", args=[claim.pk])
    page = page_of(sonia.get(papers))
    # Five business days, of which the first is the 3rd.
    assert page.says("9 jul 2019", "Falta algo")
    assert address in page.links
    assert page_of(sonia.get(address)).says("9 jul 2019", "art. 15")
    assert list(sonia.post(address, {"on": "2019-07-02"}).context["form"].errors) == ["missing"]
    assert sonia.post(address, {"on": "2019-07-02", "missing": "Qué dato."}).status_code == 302
    claim.refresh_from_db()
    # Two months from 2 July end on a Monday.
    assert (claim.completion_asked_on, claim.completion_due_on) == (TODAY, D(2019, 9, 2))
    assert due_days() == ([], [D(2019, 9, 2)])
    page = page_of(sonia.get(papers))
    assert page.says("incompleto", "2 sep 2019")
    assert not page.says("por responder a más tardar el")
    assert AuditEvent.objects.filter(verb="subject_request.completion_asked").count() == 1


def test_the_term_of_the_answer_runs_from_the_day_on_which_it_was_complete(cast):
    claim = asked(cast)
    with at(D(2019, 7, 10)):
        address = reverse("subject-request-complete", args=[claim.pk])
        assert as_(cast.sonia).post(address, {"on": "2019-07-10"}).status_code == 302
    claim.refresh_from_db()
    # Fifteen business days after 10 July.
    assert (claim.completed_on, claim.due_on) == (D(2019, 7, 10), D(2019, 7, 31))
    assert due_days() == ([D(2019, 7, 31)], [])
    with at(D(2019, 7, 30)):
        extend_subject_request(claim, by=cast.sonia)
        answer_subject_request(claim, answered_on=D(2019, 7, 30), result="granted", by=cast.sonia)


def test_it_counts_as_given_up_after_the_two_months_and_not_before(cast):
    claim = asked(cast)
    with at(D(2019, 9, 2)), refused("may still complete it"):
        give_request_up(claim, by=cast.sonia)
    with at(D(2019, 9, 3)):
        papers = reverse("case-part", args=[Case.objects.get().number, "papers"])
        address = reverse("subject-request-give-up", args=[claim.pk])
        page = page_of(as_(cast.sonia).get(papers))
        assert page.says("cuenta como desistido")
        assert address in page.links
        assert as_(cast.sonia).post(address).status_code == 302
    claim.refresh_from_db()
    assert (claim.result, claim.answered_on) == ("given_up", D(2019, 9, 3))
    assert due_days() == ([], [])


def test_nobody_answers_that_it_was_given_up_and_what_is_no_complaint_has_no_such_step(cast):
    claim = a_claim(cast)
    with refused(field="result"):
        answer_subject_request(
            claim, answered_on=TODAY, result="given_up", answer="No vino.", by=cast.sonia
        )
    page = as_(cast.sonia).get(reverse("subject-request-answer", args=[claim.pk]))
    assert "given_up" not in dict(page.context["form"].fields["result"].choices)
    with refused("Nobody was asked"):
        complete_request(claim, on=TODAY, by=cast.sonia)
    with refused("complaint once"):
        asked(cast, kind="access")
    with refused(field="on"):
        ask_to_complete(claim, on=D(2019, 7, 1), missing="Qué dato.", by=cast.sonia)
    with pytest.raises(NotAllowed):
        ask_to_complete(claim, on=TODAY, missing="Qué dato.", by=cast.ana)
    ask_to_complete(claim, on=TODAY, missing="Qué dato.", by=cast.sonia)
    with refused("complaint once"):
        ask_to_complete(claim, on=TODAY, missing="Otra vez.", by=cast.sonia)


def test_both_days_are_put_right_and_the_terms_follow(cast):
    claim = asked(cast, received_on=D(2019, 6, 26))
    told = {"kind": "correction", "by": cast.ana}
    correct_subject_request(claim, completion_asked_on=D(2019, 6, 28), **told)
    claim.refresh_from_db()
    assert claim.completion_due_on == D(2019, 8, 28)
    with refused(field="completion_asked_on"):
        correct_subject_request(claim, completion_asked_on=D(2019, 6, 25), **told)
    complete_request(claim, on=TODAY, by=cast.sonia)
    with refused(field="completed_on"):
        correct_subject_request(claim, completed_on=D(2019, 6, 27), **told)
    with refused(field="completed_on"):
        correct_subject_request(claim, completion_asked_on=None, **told)
    correct_subject_request(claim, completion_asked_on=None, completed_on=None, **told)
    claim.refresh_from_db()
    assert (claim.is_incomplete, claim.completion_due_on) == (False, None)
    assert claim.due_on == D(2019, 7, 18)
