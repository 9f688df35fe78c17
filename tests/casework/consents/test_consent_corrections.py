"""A wrong answer gets its right day or is marked as a mistake; basis and claim are corrected with it."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.asking.sharing import may_share, who_may_be_shared
from casework.claims.models import SubjectRequest
from casework.consents.actions import record_basis, record_consent, record_telling, withdraw_consent
from casework.consents.corrections import correct_basis, correct_consent_step, correct_notice
from casework.consents.models import Consent, ConsentStep, FileBasis
from casework.consents.slots import (
    bases_to_settle,
    consent_extract,
    consent_step_extract,
    consents_expiring,
    consents_timeline,
    file_basis_extract,
    notices_to_tell,
    privacy_notice_extract,
)
from casework.consents.start import LawfulStart
from casework.corrections.models import Correction
from casework.merges.actions import merge_individuals
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.rights.actions import record_subject_request
from casework.slots.stream import stream
from casework.slots.timeline import Question
from reference.models import HouseText
from tests.build import a_case, an_arrival, an_individual, people_of
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.django_db
D = datetime.date
MAY, JUNE = D(2019, 5, 3), D(2019, 6, 3)
TODAY = D(2019, 7, 2)
LATER = datetime.timedelta(hours=25)


@pytest.fixture(autouse=True)
def july(law_of_the_file, texts_of_the_file, db, english):
    with time_machine.travel(datetime.datetime(2019, 7, 2, 15, tzinfo=datetime.UTC), tick=True):
        yield


def answered(cast, person, status="given", on=JUNE, purpose="legal_aid", **facts):
    return record_consent(person, purpose=purpose, status=status, on=on, by=cast.ana, **facts)


def last_step(consent):
    return consent.steps.order_by("-place").first()


def test_an_answer_is_put_on_its_day_and_counts_from_it(cast):
    person = an_individual(cast)
    consent = answered(cast, person)
    client, address = as_(cast.ana), reverse("consent-step-correct", args=[last_step(consent).pk])
    assert address in client.get(consent.get_absolute_url()).content.decode()
    assert 'value="03/06/2019"' in client.get(address).content.decode()
    assert client.post(address, {"on": "2019-05-03"}).status_code == 302
    consent.refresh_from_db()
    assert (consent.status, consent.status_on) == ("given", MAY)
    assert may_share(person, "legal_aid", MAY)
    kept = Correction.objects.of(last_step(consent)).get()
    assert (kept.fields, kept.individual, kept.by) == (["on"], person, cast.ana)
    assert AuditEvent.objects.get(verb="consent.corrected").details["fields"] == ["on"]
    page = client.get(consent.get_absolute_url()).content.decode()
    assert "3 jun 2019 → 3 may 2019" in page
    [step] = consent_step_extract.rows(person)
    assert step.on == MAY


def test_an_answer_in_the_wrong_file_counts_nowhere_and_the_one_before_counts_again(cast):
    person = an_individual(cast)
    consent = answered(cast, person, on=MAY, expires_on=D(2019, 8, 1))
    withdraw_consent(consent, on=JUNE, by=cast.ana)
    assert not may_share(person, "legal_aid", TODAY)
    address = reverse("consent-step-correct", args=[last_step(consent).pk])
    client = as_(cast.ana)
    assert client.post(address, {"on": "2019-06-03", "is_mistake": "on"}).status_code == 302
    consent.refresh_from_db()
    assert (consent.status, consent.status_on) == ("given", MAY)
    assert consent.expires_on == D(2019, 8, 1)
    assert may_share(person, "legal_aid", TODAY)
    assert person in who_may_be_shared(Individual.objects.all(), "legal_aid", TODAY)
    assert consent in consents_expiring.rows_on(TODAY)
    shown = page_of(client.get(consent.get_absolute_url()))
    assert shown.says("registrado por error")
    assert client.get(address).status_code == 404
    assert [step.status for step in consent_step_extract.rows(person)] == ["given"]
    case = Case.objects.get()
    told = stream([consents_timeline], Question(case, cast.ana))
    assert [str(event.new or event.old) for event in told] == ["Retirado, 3 jun 2019", "Dado"]
    assert "por error" in told[0].text


def test_where_every_answer_was_a_mistake_there_is_none_and_the_right_one_is_recorded(cast):
    person = an_individual(cast)
    consent = answered(cast, person, on=JUNE)
    correct_consent_step(last_step(consent), is_mistake=True, by=cast.ana)
    consent.refresh_from_db()
    assert (consent.status, consent.expires_on, consent.text) == ("", None, None)
    assert not may_share(person, "legal_aid", TODAY)
    assert not who_may_be_shared(Individual.objects.all(), "legal_aid", TODAY).exists()
    assert list(consent_extract.rows(person)) == []
    client = as_(cast.ana)
    listed = page_of(client.get(reverse("consent-list")))
    assert not listed.says(person.number)
    assert client.get("/api/v1/consents/").json()["results"] == []
    assert client.get(consent.get_absolute_url()).status_code == 200
    part = reverse("case-part", args=[Case.objects.get().number, "papers"])
    assert consent.get_absolute_url() in client.get(part).content.decode()
    again = answered(cast, person, status="refused", on=MAY)
    assert (again.pk, again.status, again.status_on) == (consent.pk, "refused", MAY)


def test_a_day_that_cannot_be_and_a_mistake_that_carries_others_are_refused(cast):
    person = an_individual(cast)
    consent = answered(cast, person, on=MAY, expires_on=D(2019, 6, 20))
    given = last_step(consent)
    withdraw_consent(consent, on=JUNE, by=cast.ana)
    for on, words in (
        (TODAY + datetime.timedelta(days=1), "ends before"),
        (D(2019, 6, 10), "cannot be after it"),
    ):
        with refused(words, field="on"):
            correct_consent_step(given, on=on, by=cast.ana)
    with refused("future", field="on"):
        correct_consent_step(last_step(consent), on=TODAY + datetime.timedelta(days=1), by=cast.ana)
    with refused("cannot be before it", field="on"):
        correct_consent_step(last_step(consent), on=D(2019, 5, 1), by=cast.ana)
    with refused("Nothing was changed"):
        correct_consent_step(given, on=MAY, by=cast.ana)
    with refused("later answer rests on this one", field="is_mistake"):
        correct_consent_step(given, is_mistake=True, by=cast.ana)
    assert Correction.objects.count() == 0
    with pytest.raises(NotAllowed):
        correct_consent_step(given, on=D(2019, 5, 1), by=cast.bruno)


def test_after_a_day_the_correction_of_an_answer_says_why(cast):
    consent = answered(cast, an_individual(cast))
    with time_machine.travel(timezone.now() + LATER):
        for facts in ({"on": MAY}, {"is_mistake": True}):
            with refused("say why it is put right", field="reason"):
                correct_consent_step(last_step(consent), **facts, by=cast.ana)
        step = last_step(consent)
        correct_consent_step(step, is_mistake=True, reason="Era de Kevin.", by=cast.ana)
        assert Correction.objects.of(step).get().because == "Era de Kevin."
        for facts in ({"on": MAY}, {"is_mistake": True}):
            with refused("taken back already"):
                correct_consent_step(step, **facts, reason="Otra vez.", by=cast.ana)


def test_the_basis_and_the_claim_follow_the_answer_about_keeping_the_file(cast):
    case = a_case(cast)
    person = people_of(case)[0]
    consent = answered(cast, person, on=MAY, purpose="storing", basis="spoken")
    assert FileBasis.objects.newest().get(individual=person).on == MAY
    correct_consent_step(last_step(consent), on=D(2019, 5, 2), by=cast.ana)
    assert FileBasis.objects.newest().get(individual=person).on == D(2019, 5, 2)
    withdraw_consent(consent, on=JUNE, by=cast.ana)
    claim = SubjectRequest.objects.get()
    was_due = claim.due_on
    correct_consent_step(last_step(consent), on=D(2019, 6, 10), by=cast.ana)
    claim.refresh_from_db()
    assert claim.received_on == D(2019, 6, 10)
    assert claim.due_on > was_due
    assert FileBasis.objects.newest().get(individual=person).on == D(2019, 6, 10)
    assert Case.objects.get().is_restricted
    correct_consent_step(last_step(consent), is_mistake=True, by=cast.ana)
    claim.refresh_from_db()
    assert claim.is_mistake
    assert not SubjectRequest.objects.ending_the_file().exists()
    assert not Case.objects.get().is_restricted
    assert not FileBasis.objects.newest().get(individual=person).is_missing
    assert [row.ground for row in file_basis_extract.rows(person) if row.on != JUNE]


def test_a_claim_stays_while_another_answer_says_no(cast):
    person = people_of(a_case(cast))[0]
    consent = answered(cast, person, "refused", on=MAY, purpose="storing")
    first = last_step(consent)
    answered(cast, person, "given", on=JUNE, purpose="storing", basis="spoken")
    withdraw_consent(consent, on=D(2019, 6, 20), by=cast.ana)
    correct_consent_step(first, is_mistake=True, by=cast.ana)
    claim = SubjectRequest.objects.get()
    assert (claim.is_mistake, claim.received_on) == (False, D(2019, 6, 20))


def test_a_claim_that_somebody_asked_for_by_itself_stays(cast):
    person = people_of(a_case(cast))[0]
    consent = answered(cast, person, on=MAY, purpose="storing", basis="spoken")
    claim = record_subject_request(person, kind="erasure", received_on=JUNE, by=cast.ana)
    withdraw_consent(consent, on=D(2019, 6, 20), by=cast.ana)
    correct_consent_step(last_step(consent), is_mistake=True, by=cast.ana)
    claim.refresh_from_db()
    assert (claim.is_mistake, claim.received_on) == (False, JUNE)


def test_of_merged_records_the_other_answer_counts_when_this_one_was_a_mistake(cast):
    survivor, merged = an_individual(cast), an_individual(cast, given_names="Jorman José")
    theirs = answered(cast, merged, "refused", on=MAY)
    mine = answered(cast, survivor, "given", on=JUNE)
    merge_individuals(survivor, merged=merged, by=cast.sonia)
    assert may_share(survivor, "legal_aid", TODAY)
    correct_consent_step(last_step(mine), is_mistake=True, by=cast.ana)
    [counts] = survivor.consents.counting()
    assert (counts.pk, counts.status) == (theirs.pk, "refused")
    assert not may_share(survivor, "legal_aid", TODAY)


def a_text():
    return HouseText.objects.filter(code="privacy-notice", language="es").first()


def a_notice(cast, case, on=JUNE, **facts):
    told = {"notice": "told", "notice_text": a_text(), "how": "aloud"} | facts
    people = people_of(case)[:1]
    return record_telling(case, people=people, on=on, by=cast.ana, start=LawfulStart(**told))[0]


def test_day_and_manner_of_a_notice_are_put_right_on_its_page(cast):
    case = an_arrival(cast, on=MAY)
    notice = a_notice(cast, case)
    client, address = as_(cast.ana), reverse("notice-correct", args=[notice.pk])
    part = reverse("case-part", args=[case.number, "papers"])
    assert address in client.get(part).content.decode()
    typed = {"on": "2019-05-03", "text": str(notice.text_id), "how": "paper", "told_by": "Ana"}
    assert client.post(address, typed).status_code == 302
    notice.refresh_from_db()
    assert (notice.on, notice.how, notice.told_by) == (MAY, "paper", "Ana")
    assert "3 jun 2019 → 3 may 2019" in client.get(part).content.decode()
    assert AuditEvent.objects.get(verb="notice.corrected")
    with refused("how the notice was told", field="how"):
        correct_notice(notice, how="", by=cast.ana)
    with refused("future", field="on"):
        correct_notice(notice, on=TODAY + datetime.timedelta(days=1), by=cast.ana)
    with pytest.raises(NotAllowed):
        correct_notice(notice, on=JUNE, by=cast.bruno)
    with time_machine.travel(timezone.now() + LATER):
        with refused("say why it is put right", field="reason"):
            correct_notice(notice, on=JUNE, by=cast.ana)
        correct_notice(notice, on=JUNE, reason="Fue en junio.", by=cast.ana)


def test_a_notice_of_somebody_else_counts_nowhere_and_is_to_be_told_again(cast):
    case = an_arrival(cast, on=MAY)
    person = people_of(case)[0]
    a_notice(cast, case, MAY, notice="not_yet", because="danger")
    notice = a_notice(cast, case)
    assert not notices_to_tell.rows_on(TODAY).filter(individual=person).exists()
    correct_notice(notice, is_mistake=True, by=cast.ana)
    assert notices_to_tell.rows_on(TODAY).filter(individual=person).exists()
    assert [row.state for row in privacy_notice_extract.rows(person)] == ["not_yet"]
    part = reverse("case-part", args=[case.number, "papers"])
    page = as_(cast.ana).get(part).content.decode()
    assert "<s>Dado a conocer</s>" in page
    with refused("recorded by mistake"):
        correct_notice(notice, on=MAY, by=cast.ana)
    listed = as_(cast.ana).get(reverse("start-list")).content.decode()
    assert person.number in listed


def a_basis(cast, case, on=JUNE, **facts):
    start = LawfulStart(**facts)
    return record_basis(case, people=people_of(case)[:1], on=on, by=cast.ana, start=start)[0]


def test_a_basis_is_put_right_and_its_answer_goes_along(cast):
    case = an_arrival(cast, on=MAY)
    person = people_of(case)[0]
    a_basis(cast, case, D(2019, 5, 1), ground="none_yet", ground_note="Aún no")
    basis = a_basis(cast, case, ground="authorised", given="spoken")
    client, address = as_(cast.ana), reverse("basis-correct", args=[basis.pk])
    part = reverse("case-part", args=[case.number, "papers"])
    assert address in client.get(part).content.decode()
    assert client.post(address, {"on": "2019-05-03"}).status_code == 302
    basis.refresh_from_db()
    consent = Consent.objects.get(individual=person, purpose="storing")
    assert (basis.on, consent.status_on) == (MAY, MAY)
    correct_basis(basis, is_mistake=True, by=cast.ana)
    consent.refresh_from_db()
    assert consent.status == ""
    assert not ConsentStep.objects.standing().filter(consent=consent).exists()
    assert bases_to_settle.rows_on(TODAY).filter(individual=person).exists()
    verbs = AuditEvent.objects.filter(verb__in=["basis.corrected", "consent.corrected"])
    assert verbs.count() == 4


def test_the_reason_of_a_basis_is_put_right_and_not_taken_away(cast):
    case = an_arrival(cast, on=MAY)
    basis = a_basis(cast, case, ground="duty", ground_note="Ley 1")
    correct_basis(basis, note="Ley 2", by=cast.ana)
    with refused("Give the reason", field="note"):
        correct_basis(basis, note=" ", by=cast.ana)
    with refused("future", field="on"):
        correct_basis(basis, on=TODAY + datetime.timedelta(days=1), by=cast.ana)
    with pytest.raises(NotAllowed):
        correct_basis(basis, on=MAY, by=cast.bruno)
    with (
        time_machine.travel(timezone.now() + LATER),
        refused("say why it is put right", field="reason"),
    ):
        correct_basis(basis, on=MAY, by=cast.ana)
    basis.refresh_from_db()
    assert (basis.note, basis.on) == ("Ley 2", JUNE)


def test_nothing_of_an_erased_person_is_put_right(cast):
    person = an_individual(cast)
    consent = answered(cast, person)
    step = last_step(consent)
    notice = a_notice(cast, Case.objects.get())
    Individual.objects.filter(pk=person.pk).update(erased_on=TODAY)
    with refused("erased"):
        correct_consent_step(step, on=MAY, by=cast.ana)
    with refused("erased"):
        correct_notice(notice, on=MAY, by=cast.ana)


def started(cast, **facts):
    """A man whose notice and authorisation were recorded at once, as at an arrival."""
    told = {"notice": "told", "notice_text": a_text(), "how": "aloud"}
    start = LawfulStart(**told, ground="authorised", given="spoken", said_on=MAY, **facts)
    person = people_of(an_arrival(cast, on=MAY, start=start))[0]
    consent = Consent.objects.get(individual=person, purpose="storing")
    return person, consent


def said(page):
    return " ".join(page.content.decode().split())


def test_the_page_of_a_basis_says_beforehand_and_afterwards_which_answer_falls(cast):
    person, consent = started(cast)
    basis = person.file_bases.get()
    client, address = as_(cast.ana), reverse("basis-correct", args=[basis.pk])
    page = said(client.get(address))
    assert "también se anula la respuesta: Conservar la ficha: Dado, 3 may 2019" in page
    assert "no cambia con ella: Aviso de privacidad del 3 may 2019" in page
    typed = {"on": "2019-05-03", "note": basis.note, "is_mistake": "on"}
    page = said(client.post(address, typed, follow=True))
    assert "También quedó anulado: Conservar la ficha: Dado, 3 may 2019" in page
    assert "Mire si esto también fue un error: Aviso de privacidad del 3 may 2019" in page
    consent.refresh_from_db()
    assert consent.status == ""


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_of_a_notice_that_was_a_mistake_it_is_asked_whether_the_answer_was_one(cast, answer):
    person, consent = started(cast)
    notice = person.privacy_notices.get()
    client, address = as_(cast.ana), reverse("notice-correct", args=[notice.pk])
    assert "En este aviso se apoya: Conservar la ficha: Dado" in said(client.get(address))
    typed = {
        "on": "2019-05-03",
        "text": str(notice.text_id),
        "how": "aloud",
        "told_by": "",
        "is_mistake": "on",
    }
    page = client.post(address, typed)
    assert page.status_code == 200
    assert "answer_too" in page.context["form"].errors
    notice.refresh_from_db()
    assert not notice.is_mistake
    page = said(client.post(address, typed | {"answer_too": answer}, follow=True))
    consent.refresh_from_db()
    notice.refresh_from_db()
    assert notice.is_mistake
    assert (consent.status == "") == (answer == "yes")
    told = "También quedó anulado" if answer == "yes" else "mire si otro aviso la respalda"
    assert told in page
    basis = person.file_bases.get()
    assert basis.is_mistake == (answer == "yes")


def test_of_a_notice_on_which_nothing_rests_nothing_is_asked(cast):
    case = an_arrival(cast, on=MAY)
    notice = a_notice(cast, case)
    page = as_(cast.ana).get(reverse("notice-correct", args=[notice.pk]))
    assert "answer_too" not in page.context["form"].fields
    correct_notice(notice, is_mistake=True, by=cast.ana)
