"""Each fact that a letter prints is held against the file: put right by its form, it fells the letter; others do not."""

import datetime
import re
from typing import Any

import pytest
import time_machine
from django.urls import reverse

from asylum.claims.actions import move_application
from asylum.letters.choices import LetterKind as K
from asylum.letters.choices import LetterLanguage
from asylum.letters.facts import appointments_of, name_of_paper
from asylum.letters.sheet import WORDINGS, wording_of
from asylum.letters.stated import DERIVED_FIELDS, FIELDS_NOT_COMPARED, PARTS
from asylum.papers.models.permit import Permit
from asylum.pathways.choices import ApplicationStatus as S
from asylum.pathways.choices import DeadlineKind, PermitType
from asylum.permits.actions import cancel_permit
from asylum.procedure.models.application import AsylumApplication
from asylum.terms.actions import extend_deadline
from casework.claims.choices import SubjectRequestKind, SubjectRequestResult
from casework.identity.actions.identity_documents import add_identity_document
from casework.register.choices import DocumentType
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.rights.actions import answer_subject_request, record_subject_request
from casework.tasks.actions import set_task
from casework.tasks.choices import TaskKind
from reference.models import WorkRule
from tests.asylum.build import D, a_client, a_permit, an_application, undone
from tests.asylum.test_letter_grounds import TODAY, is_valid, make, told
from tests.cast import as_
from tests.page import page_of
from worklist.scheduler import tick

pytestmark = pytest.mark.usefixtures("law")

HELD = {name for parts in PARTS.values() for name in parts} | {"name", "reference"}
PRINTED = re.compile(r"facts\.(\w+)|(?:known|has|paragraphs)\(\"(\w+)\"\)")
# Of the sheet itself, not of the letter.
SHEET_FIELDS = {"at", "language", "logo", "words", "version", "check_address", "qr"}
CORRECTED = "No válida: lo que dice se corrigió"
CHANGED = "No válida: lo que dice cambió"


@pytest.mark.parametrize("language", LetterLanguage)
@pytest.mark.parametrize("kind", K)
def test_every_fact_that_a_letter_prints_is_held_or_is_named_as_one_of_its_own_day(kind, language):
    text = (WORDINGS / "letter.typ").read_text() + wording_of(kind, language).read_text()
    printed = {one or other for one, other in PRINTED.findall(text)} - SHEET_FIELDS
    assert "name" in printed or kind == K.DECLARATION
    assert printed <= HELD | FIELDS_NOT_COMPARED | DERIVED_FIELDS


def sent(user, name: str, *args: Any, **typed: str) -> None:
    """Through the form of that page, what is not `typed` as it stands there."""
    client, address = as_(user), reverse(name, args=args)
    fields = page_of(client.get(address)).fields
    reason = {"reason": "Se leyó mal."} if "reason" in fields else {}
    answer = client.post(address, fields | reason | typed)
    assert answer.status_code == 302, page_of(answer).refusals


def name_of(cast, person):
    sent(cast.ana, "individual-correct", person.number, given_names="Leonela", how_name="wrong")


def claim_with(**typed):
    def act(cast, person):
        sent(cast.lucia, "application-correct", person.applications.get().pk, **typed)

    return act


def permit_with(**typed):
    def act(cast, person):
        sent(cast.lucia, "permit-correct", person.permits.get().pk, **typed)

    return act


def document_with(**typed):
    def act(cast, person):
        document = person.identity_documents.get()
        sent(cast.ana, "paper-correct", person.number, document.pk, **typed)

    return act


def rule_with(**typed):
    def act(cast, person):
        [rule] = WorkRule.objects.filter(country="CO", paper=PermitType.PEP)
        sent(cast.adela, "work-rule-correct", rule.pk, **typed)

    return act


def task_with(page="task-move", **typed):
    def act(cast, person):
        task = case_of(person, TODAY).tasks.get(kind=TaskKind.APPOINTMENT)
        sent(cast.ana, page, task.pk, **typed)

    return act


def interview_with(**typed):
    def act(cast, person):
        sent(cast.lucia, "claim-interview", person.applications.get().interviews.get().pk, **typed)

    return act


def request_with(**typed):
    def act(cast, person):
        row = person.subject_requests.get()
        sent(cast.sonia, "subject-request-correct", row.pk, **typed)

    return act


def notified(cast, person):
    step = person.applications.get().status_changes.standing().first()
    sent(cast.lucia, "application-step-correct", step.pk, on="30/4/2019")


def appeal_of(person):
    return person.applications.get().deadlines.get(kind=DeadlineKind.APPEAL)


def extended(cast, person):
    typed = {"is_on": "28/5/2019", "granted_on": "16/5/2019", "paper": "Auto 5"}
    sent(cast.lucia, "deadline-extend", appeal_of(person).pk, **typed)


def extension_taken_back(cast, person):
    extension = appeal_of(person).extensions.get()
    sent(cast.lucia, "extension-retract", extension.pk, reason="Era de otra persona")


def suspended(cast, person):
    typed = {"country": "CO", "starts_on": "13/5/2019", "through_on": "14/5/2019"}
    typed |= {"legal_reference": "Acuerdo 7", "source": "Texto", "confidence": "V1"}
    sent(cast.adela, "suspension-add", **typed)


TABLE = [
    *[(kind, "name", name_of) for kind in K],
    (K.EMPLOYER, "paper", permit_with(number="PEP-10")),
    (K.EMPLOYER, "kind of paper", permit_with(type=PermitType.OTHER)),
    (K.EMPLOYER, "expiry", permit_with(expires_on="1/8/2019")),
    (K.EMPLOYER, "expiry, none", permit_with(expires_on="")),
    (K.EMPLOYER, "source", rule_with(legal_reference="Resolución 1")),
    (K.EMPLOYER, "condition", rule_with(condition_es="Con registro previo.")),
    (K.EMPLOYER, "right to work", rule_with(allows="contested")),
    (K.CERTIFICATE, "number", claim_with(reference="RAD-2019-77")),
    (K.CERTIFICATE, "day of lodging", claim_with(lodged_on="5/3/2019")),
    (K.APPOINTMENT, "day", task_with(due_on="4/6/2019")),
    (K.APPOINTMENT, "hour", task_with(at_time="10:00")),
    (K.APPOINTMENT, "place", task_with("task-correct", place="Calle 44")),
    (K.APPOINTMENT, "hour of an interview", interview_with(at_time="10:00")),
    (K.APPOINTMENT, "place of an interview", interview_with(place="Calle 11")),
    *[
        (kind, "paper", document_with(number="V-8877665"))
        for kind in (K.DECLARATION, K.POWER, K.REQUEST, K.APPEAL)
    ],
    *[
        (kind, "number", claim_with(reference="RAD-2019-77"))
        for kind in (K.POWER, K.REQUEST, K.APPEAL)
    ],
    (K.APPEAL, "day of notification", notified),
    (K.APPEAL, "last day, extended", extended),
    (K.APPEAL, "last day, not extended", extension_taken_back),
    (K.APPEAL, "last day, suspended", suspended),
    (K.ANSWER, "day of the request", request_with(received_on="2/5/2019")),
    (K.ANSWER, "what was asked", request_with(kind=SubjectRequestKind.CORRECTION)),
    (K.ANSWER, "that it was asked", request_with(is_mistake="on")),
]


# What is on file beside the rest, for facts that would not be there without it.
BESIDE = {
    "hour of an interview": "interview",
    "place of an interview": "interview",
    "last day, not extended": "extension",
}
BY_LETTER: dict[tuple[K, str], list[tuple[str, Any]]] = {}
for _kind, _what, _act in TABLE:
    BY_LETTER.setdefault((_kind, BESIDE.get(_what, "")), []).append((_what, _act))
UNPRINTED = {
    K.EMPLOYER: [permit_with(authority="Consulado"), permit_with(issued_on="5/3/2019")],
    K.CERTIFICATE: [claim_with(statement="Otro relato.")],
    K.APPEAL: [claim_with(statement="Otro relato.")],
    K.POWER: [claim_with(lodged_on="5/3/2019")],
    K.DECLARATION: [document_with(valid_until="1/8/2021")],
}


def a_letter(cast, kind, beside=""):
    """Of a client of whom everything is on file that such a letter prints."""
    at_refusal = S.REFUSED if kind == K.APPEAL else S.LODGED
    person = a_client(cast)
    paper = {"type": DocumentType.NATIONAL_ID, "number": "V-7788665", "country": "VE"}
    add_identity_document(person, **paper, by=cast.ana)
    asked: dict[str, Any] = {}
    if kind in (K.CERTIFICATE, K.POWER, K.REQUEST, K.APPEAL):
        an_application(cast, person, status=at_refusal, reference="S-GCR-19")
    if kind == K.EMPLOYER:
        a_permit(cast, person, type=PermitType.PEP, number="PEP-9", expires_on=D(2019, 9, 1))
    if kind in (K.DECLARATION, K.POWER, K.REQUEST, K.APPEAL):
        asked = {"paper": name_of_paper(person.identity_documents.get())}
    if kind == K.REQUEST:
        asked |= {"subject": "Copia", "text": "Solicito copia."}
    hour = {"at_time": datetime.time(9), "place": "Calle 10"}
    if beside == "interview":
        claim = an_application(cast, person, status=S.ADMITTED)
        hour |= {"on": D(2019, 5, 2), "interview_on": D(2019, 6, 3)}
        move_application(claim, to=S.SUMMONED, **hour, by=cast.lucia)
    elif kind == K.APPOINTMENT:
        hour |= {"due_on": D(2019, 6, 3)}
        task = {"title": "Foto", "kind": TaskKind.APPOINTMENT, "by": cast.ana} | hour
        set_task(case_of(person, TODAY), individual=person, **task)
    if kind == K.APPOINTMENT:
        [asked["appointment"]] = appointments_of(person, TODAY)
    if kind == K.ANSWER:
        request = {
            "kind": SubjectRequestKind.ACCESS,
            "received_on": D(2019, 5, 3),
            "by": cast.sonia,
        }
        row = record_subject_request(person, **request)
        given = {"answered_on": TODAY, "result": SubjectRequestResult.GRANTED, "by": cast.sonia}
        asked["request"] = answer_subject_request(row, **given)
    if beside == "extension":
        given = {"is_on": D(2019, 5, 28), "granted_on": TODAY, "paper": "Auto 5", "by": cast.lucia}
        extend_deadline(appeal_of(person), **given)
    maker = cast.sonia if kind == K.ANSWER else cast.lucia
    return make(cast, person, kind, maker=maker, **asked)


@pytest.mark.parametrize(("kind", "beside"), BY_LETTER)
def test_what_a_letter_prints_is_put_right_by_its_form_and_the_letter_falls_with_its_reason(
    cast, monkeypatch, kind, beside
):
    monkeypatch.setattr(tick, "database_now", lambda: datetime.datetime.now(datetime.UTC))
    letter = a_letter(cast, kind, beside)
    reader, person = letter.issued_by, letter.individual.pk
    assert (is_valid(letter), told(cast)) == (True, [])
    stated = CHANGED if kind == K.APPOINTMENT else CORRECTED
    for what, put_right in BY_LETTER[kind, beside]:
        with undone():
            put_right(cast, Individual.objects.get(pk=person))
            assert not is_valid(letter), what
            page = page_of(as_(reader).get(letter.get_absolute_url()))
            is_said = page.says(stated, "Dice:", "Hoy consta:")
            assert is_said or page.says("Lo que sostiene esta carta"), what
            # Another day set by the authority is no correction.
            assert kind != K.APPOINTMENT or not page.says("se corrigió"), what
            assert [row.about_id for row in told(cast)] == [str(letter.pk)], what


def test_a_letter_that_prints_no_end_stands_until_the_end_that_was_copied_later(cast):
    """It says that the paper holds today, and no last day."""
    person = a_client(cast)
    permit = a_permit(cast, person, type=PermitType.OTHER, number="OT-9", work_right="yes")
    letter = make(cast, person, K.EMPLOYER)
    for day in ("1/8/2019", ""):
        permit_with(expires_on=day)(cast, person)
        assert (is_valid(letter), told(cast)) == (True, [])
    permit_with(expires_on="10/7/2019")(cast, person)
    for day, holds in ((10, True), (11, False)):
        with time_machine.travel(datetime.datetime(2019, 7, day, 15, tzinfo=datetime.UTC)):
            assert is_valid(letter) is holds
    cancel_permit(Permit.objects.get(pk=permit.pk), on=TODAY, by=cast.lucia)
    assert not is_valid(letter)


@pytest.mark.parametrize("kind", UNPRINTED)
def test_what_a_letter_does_not_print_leaves_it_valid(cast, kind):
    letter = a_letter(cast, kind)
    for put_right in UNPRINTED[kind]:
        put_right(cast, Individual.objects.get(pk=letter.individual_id))
        assert (is_valid(letter), told(cast)) == (True, [])


def test_an_older_claim_that_ended_is_certified_by_no_letter_beside_a_newer_one(cast):
    letter = a_letter(cast, K.CERTIFICATE)
    person = letter.individual
    step = reverse("application-move", args=[person.applications.get().pk])
    typed = page_of(as_(cast.lucia).get(step, {"to": S.WITHDRAWN})).fields
    as_(cast.lucia).post(f"{step}?to={S.WITHDRAWN}", typed | {"on": "10/5/2019"})
    assert AsylumApplication.objects.get(individual=person).status == S.WITHDRAWN
    an_application(cast, person, on=D(2019, 5, 12), reference="S-20", late_reason="Otra")
    assert not is_valid(letter)
