"""A wrong request about own data is corrected, with its term, or marked as a mistake."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.claims.models import SubjectRequest
from casework.consents.actions import record_consent, withdraw_consent
from casework.corrections.models import Correction
from casework.register.models.case import Case
from casework.rights.actions import (
    answer_subject_request,
    correct_subject_request,
    extend_subject_request,
    record_subject_request,
)
from casework.rights.slots import (
    erasure_claims_due,
    open_requests,
    subject_request_extract,
    subject_requests_due,
    subject_requests_panel,
)
from tests.build import a_case, an_arrival, people_of
from tests.cast import as_
from tests.refusals import refused

D = datetime.date
TODAY = D(2019, 7, 2)
LATER = datetime.timedelta(hours=25)


@pytest.fixture(autouse=True)
def july(law_of_the_file, db, english):
    with time_machine.travel(datetime.datetime(2019, 7, 2, 15, tzinfo=datetime.UTC), tick=True):
        yield


def asked(cast, person, kind="access", on=TODAY):
    return record_subject_request(person, kind=kind, received_on=on, by=cast.ana)


def test_day_and_kind_of_a_request_are_put_right_and_its_term_follows(cast):
    case = a_case(cast)
    person = people_of(case)[0]
    request = asked(cast, person)
    assert request.due_on == D(2019, 7, 16)
    client, address = as_(cast.ana), reverse("subject-request-correct", args=[request.pk])
    part = reverse("case-part", args=[case.number, "papers"])
    assert address in client.get(part).content.decode()
    assert client.post(address, {"kind": "access", "received_on": "2019-06-27"}).status_code == 302
    request.refresh_from_db()
    assert (request.received_on, request.due_on) == (D(2019, 6, 27), D(2019, 7, 12))
    assert client.post(address, {"kind": "erasure", "received_on": "2019-06-27"}).status_code == 302
    request.refresh_from_db()
    assert (request.kind, request.rule.code) == ("erasure", "data-complaint")
    assert request.due_on > D(2019, 7, 12)
    assert erasure_claims_due.rows_on(TODAY).filter(pk=request.pk).exists()
    assert AuditEvent.objects.filter(verb="subject_request.corrected").count() == 2
    assert "2 jul 2019 → 27 jun 2019" in client.get(part).content.decode()


def test_an_extended_term_stays_extended(cast):
    request = asked(cast, people_of(a_case(cast))[0])
    extended = extend_subject_request(request, by=cast.sonia).due_on
    corrected = correct_subject_request(request, received_on=D(2019, 6, 27), by=cast.ana)
    assert corrected.is_extended
    assert D(2019, 7, 12) < corrected.due_on < extended


def test_a_request_of_somebody_else_counts_nowhere_and_its_clock_stops(cast):
    case = a_case(cast)
    person = people_of(case)[0]
    request = asked(cast, person)
    assert subject_requests_due.rows_on(TODAY).exists()
    correct_subject_request(request, is_mistake=True, by=cast.ana)
    assert not subject_requests_due.rows_on(TODAY).exists()
    assert open_requests(person, TODAY) == []
    assert list(subject_request_extract.rows(person)) == []
    page = as_(cast.ana).get(reverse("case-part", args=[case.number, "papers"])).content.decode()
    assert "registrado por error" in page
    [(_person, [(shown, is_overdue)])] = subject_requests_panel.context(case, cast.ana)["lines"]
    assert (shown.is_mistake, is_overdue) == (True, False)
    with refused("recorded by mistake"):
        answer_subject_request(request, answered_on=TODAY, result="granted", by=cast.sonia)
    with refused("recorded by mistake"):
        correct_subject_request(request, received_on=TODAY, by=cast.ana)


def test_who_lost_sight_of_a_case_over_a_mistaken_claim_sees_it_again(cast):
    case = an_arrival(cast)
    head, wife, _child, brother = people_of(case)
    for person in (head, wife, brother):
        told = {"purpose": "storing", "status": "given", "on": TODAY, "by": cast.ana}
        withdraw_consent(record_consent(person, **told), on=TODAY, by=cast.ana)
    assert Case.objects.get().is_restricted
    # The brother's claim restricted the case; without the wife's claim it would not have been restricted.
    correct_subject_request(wife.subject_requests.get(), is_mistake=True, by=cast.ana)
    assert not Case.objects.get().is_restricted
    assert SubjectRequest.objects.ending_the_file().count() == 2


def test_a_day_or_kind_that_cannot_be_is_refused(cast):
    request = asked(cast, people_of(a_case(cast))[0], on=D(2019, 6, 20))
    with refused("future", field="received_on"):
        correct_subject_request(request, received_on=D(2019, 7, 5), by=cast.ana)
    with refused("Nothing was changed"):
        correct_subject_request(request, received_on=D(2019, 6, 20), by=cast.ana)
    with pytest.raises(NotAllowed):
        correct_subject_request(request, received_on=TODAY, by=cast.bruno)
    answered = {"answered_on": D(2019, 6, 25), "result": "granted"}
    answer_subject_request(request, **answered, by=cast.sonia)
    with refused("answered before this day", field="received_on"):
        correct_subject_request(request, received_on=D(2019, 6, 26), by=cast.ana)
    with refused("answered as another kind", field="kind"):
        correct_subject_request(request, kind="erasure", by=cast.ana)
    with time_machine.travel(timezone.now() + LATER):
        with refused("say why it is put right", field="reason"):
            correct_subject_request(request, received_on=D(2019, 6, 19), by=cast.ana)
        right = {"received_on": D(2019, 6, 19), "reason": "Llegó un día antes."}
        correct_subject_request(request, **right, by=cast.ana)
    assert Correction.objects.of(request).get().because == "Llegó un día antes."
