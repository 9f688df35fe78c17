"""A withdrawn authorisation opens a claim with a term, and the file is restricted until it is answered."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from casework.cases.actions import close_case, restrict_case
from casework.claims.choices import SubjectRequestKind
from casework.claims.models import SubjectRequest
from casework.claims.words import effects_in_words
from casework.consents.actions import record_consent, withdraw_consent
from casework.register.choices import EndReason
from casework.register.models.case import Case
from casework.rights.actions import answer_subject_request, erase_individual
from casework.rights.choices import ErasureReason
from casework.rights.slots import open_requests, subject_requests_panel
from casework.slots.panels import glances_of
from tests.build import a_case, an_arrival, people_of
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from worklist.due.rows import due
from worklist.notices.models import Notice
from worklist.notices.writing import write_notices
from worklist.sources.lookups import sentences

D = datetime.date
TODAY = D(2019, 7, 2)


@pytest.fixture(autouse=True)
def july(law_of_the_file, db, english):
    with time_machine.travel(datetime.datetime(2019, 7, 2, 15, tzinfo=datetime.UTC), tick=True):
        yield


def agreed(cast, person):
    told = {"purpose": "storing", "status": "given", "on": TODAY, "by": cast.ana}
    return record_consent(person, **told)


def test_a_withdrawal_opens_a_claim_with_the_term_of_the_law(cast):
    person = people_of(a_case(cast))[0]
    withdraw_consent(agreed(cast, person), on=TODAY, by=cast.ana)
    claim = SubjectRequest.objects.get()
    assert (claim.kind, claim.received_on) == (SubjectRequestKind.REVOCATION, TODAY)
    # Fifteen business days; the 20th of July 2019 is a Saturday.
    assert (claim.due_on, claim.rule.code) == (D(2019, 7, 23), "data-complaint")


def test_a_refusal_asks_for_erasure_and_a_claim_that_runs_is_not_doubled(cast):
    person = people_of(a_case(cast))[0]
    told = {"purpose": "storing", "on": TODAY, "by": cast.ana}
    record_consent(person, status="refused", **told)
    assert SubjectRequest.objects.get().kind == SubjectRequestKind.ERASURE
    consent = record_consent(person, status="given", **told)
    withdraw_consent(consent, on=TODAY, by=cast.ana)
    assert SubjectRequest.objects.count() == 1
    record_consent(person, purpose="photos", status="refused", on=TODAY, by=cast.ana)
    assert SubjectRequest.objects.count() == 1


def test_whoever_answers_for_data_is_told_at_once_by_number_alone(cast):
    person = people_of(a_case(cast))[0]
    withdraw_consent(agreed(cast, person), on=TODAY, by=cast.ana)
    [row] = due(cast.sonia, today=TODAY, kinds=["file_taken_back"])[:]
    assert row.about_id == str(SubjectRequest.objects.get().pk)
    write_notices(timezone.now())
    assert Notice.objects.filter(user=cast.sonia, kind="file_taken_back").count() == 1
    page = as_(cast.sonia).get(reverse("inbox")).content.decode()
    assert person.number in page
    assert due(cast.mara, today=TODAY, kinds=["file_taken_back"])[:] == []


def test_the_file_says_claim_pending_and_the_page_says_what_happens_next(cast):
    person = people_of(a_case(cast))[0]
    consent = agreed(cast, person)
    client = as_(cast.ana)
    withdraw = reverse("consent-withdraw", args=[consent.pk])
    asked = page_of(client.get(withdraw))
    assert asked.says("Empieza un reclamo sobre los propios datos")
    client.post(withdraw, {"on": "2019-07-02", "basis": "spoken"})
    shown = page_of(client.get(consent.get_absolute_url()))
    assert shown.says("Qué pasa ahora")
    assert shown.says("Hay un reclamo en curso sobre los propios datos")
    case = Case.objects.get()
    said = glances_of([subject_requests_panel], case, cast.ana).facts
    assert [fact.text for fact in said[subject_requests_panel.slug]] == [
        f"Reclamo en trámite: {person.number}, Revocación de la autorización para conservar la ficha"
    ]


def test_a_file_of_which_nobody_agrees_any_more_is_seen_by_few_until_it_is_answered(cast):
    case = an_arrival(cast)
    head, wife, _child, brother = people_of(case)
    for person in (head, wife):
        withdraw_consent(agreed(cast, person), on=TODAY, by=cast.ana)
    assert not Case.objects.get().is_restricted
    withdraw_consent(agreed(cast, brother), on=TODAY, by=cast.ana)
    assert Case.objects.get().is_restricted
    sees = {user for user in cast.users.values() if Case.objects.visible_to(user).exists()}
    assert sees == {cast.ana, cast.sonia}
    claim = SubjectRequest.objects.get(individual=brother)
    assert claim.has_closed_sight
    answer_subject_request(
        claim,
        answered_on=TODAY,
        result="refused",
        kept_because="duty",
        answer="Ley.",
        by=cast.sonia,
    )
    assert not Case.objects.get().is_restricted


def test_a_restriction_that_was_there_before_is_left_alone(cast):
    case = a_case(cast)
    restrict_case(case, people=[cast.ana], by=cast.sonia)
    withdraw_consent(agreed(cast, people_of(case)[0]), on=TODAY, by=cast.ana)
    claim = SubjectRequest.objects.get()
    assert not claim.has_closed_sight
    told = {"result": "refused", "kept_because": "claim", "answer": "Un proceso."}
    answer_subject_request(claim, answered_on=TODAY, **told, by=cast.sonia)
    assert Case.objects.get().is_restricted


def test_what_obliges_to_keep_the_file_is_said_with_its_reason_and_shown(cast):
    person = people_of(a_case(cast))[0]
    consent = agreed(cast, person)
    withdraw_consent(consent, on=TODAY, by=cast.ana)
    claim = SubjectRequest.objects.get()
    client = as_(cast.sonia)
    address = reverse("subject-request-answer", args=[claim.pk])
    answer = {"answered_on": "2019-07-02", "result": "refused", "answer": "Corre su solicitud."}
    assert "kept_because" in client.post(address, answer).context["form"].errors
    assert client.post(address, answer | {"kept_because": "claim"}).status_code == 302
    assert effects_in_words(person, TODAY)[0] == (
        "El reclamo se respondió el 2 jul 2019: Negada, con motivos. "
        "Lo necesita una solicitud o un proceso en curso de la persona."
    )
    papers = reverse("case-part", args=[person.number[: -len("-01")], "papers"])
    assert page_of(client.get(papers)).says("necesita")


def test_a_claim_that_was_granted_stays_on_the_desk_until_the_person_is_erased(cast):
    case = a_case(cast)
    person = people_of(case)[0]
    withdraw_consent(agreed(cast, person), on=TODAY, by=cast.ana)
    claim = SubjectRequest.objects.get()
    answer = reverse("subject-request-answer", args=[claim.pk])
    shown = page_of(as_(cast.sonia).get(answer))
    assert shown.says("Lo que está abierto sobre esta persona:")
    assert shown.says(case.number)
    answer_subject_request(claim, answered_on=TODAY, result="granted", by=cast.sonia)
    [row] = due(cast.sonia, today=TODAY, kinds=["file_taken_back"])[:]
    assert "borrar" in sentences([(row.kind, row.about_id)])[row.kind, row.about_id][0]
    close_case(Case.objects.get(), reason=EndReason.ONWARD, on=TODAY, by=cast.sonia)
    erase_individual(person, reason=ErasureReason.ASKED, by=cast.sonia)
    assert due(cast.sonia, today=TODAY, kinds=["file_taken_back"])[:] == []


def test_what_is_said_of_a_kept_file_is_no_answer_to_anything_else(cast):
    person = people_of(a_case(cast))[0]
    withdraw_consent(agreed(cast, person), on=TODAY, by=cast.ana)
    with refused("only where a file is kept", field="kept_because"):
        answer_subject_request(
            SubjectRequest.objects.get(),
            answered_on=TODAY,
            result="granted",
            kept_because="duty",
            by=cast.sonia,
        )


def test_the_claim_forbids_no_erasure_and_is_answered_by_it(cast):
    person = people_of(a_case(cast))[0]
    withdraw_consent(agreed(cast, person), on=TODAY, by=cast.ana)
    assert open_requests(person, TODAY) == []
    with refused("close the case or record that they left"):
        erase_individual(person, reason=ErasureReason.ASKED, by=cast.sonia)
