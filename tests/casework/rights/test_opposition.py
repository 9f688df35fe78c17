"""An objection to a use of one's data is a complaint: fifteen business days, eight more once, and the file stays."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from casework.claims.models import SubjectRequest
from casework.register.models.case import Case
from casework.rights.actions import answer_subject_request
from casework.rights.slots import erasure_claims_due, subject_requests_due
from tests.build import a_case, people_of
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

D = datetime.date


@pytest.fixture(autouse=True)
def july(law_of_the_file, db):
    with time_machine.travel(datetime.datetime(2019, 7, 2, 17, tzinfo=datetime.UTC), tick=True):
        yield


def test_an_objection_runs_as_a_complaint_is_extended_and_answered_and_ends_no_file(cast):
    person = people_of(a_case(cast))[0]
    case = Case.objects.get()
    sent = {"kind": "opposition", "received_on": "2019-07-02", "asked": "Que no salga mi foto."}
    ana, sonia = as_(cast.ana), as_(cast.sonia)
    assert (
        ana.post(reverse("subject-request-record", args=[person.number]), sent).status_code == 302
    )
    request = SubjectRequest.objects.get()
    # Fifteen business days after 2 July; the 20th is a Saturday.
    assert (request.rule.code, request.due_on) == ("data-complaint", D(2019, 7, 23))
    assert [row[1] for row in subject_requests_due.rows(D(2019, 7, 2))] == [D(2019, 7, 23)]
    papers = page_of(ana.get(reverse("case-part", args=[case.number, "papers"])))
    assert papers.says("Oposición")
    assert not papers.says("reclamo en trámite")
    assert not erasure_claims_due.rows(D(2019, 7, 2)).exists()
    extend = reverse("subject-request-extend", args=[request.pk])
    assert sonia.post(extend, {"sure": "on", "is_sure": "on"}).status_code == 302
    request.refresh_from_db()
    assert request.due_on == D(2019, 8, 2)
    facts = {"answered_on": D(2019, 7, 2), "by": cast.sonia}
    with refused(field="answer"):
        answer_subject_request(request, result="refused", **facts)
    with refused(field="kept_because"):
        answer_subject_request(
            request, result="refused", answer="No hay foto.", kept_because="duty", **facts
        )
    answer_subject_request(request, result="refused", answer="No hay foto.", **facts)
    person.refresh_from_db()
    assert person.erased_on is None
    assert not subject_requests_due.rows(D(2019, 7, 2)).exists()
