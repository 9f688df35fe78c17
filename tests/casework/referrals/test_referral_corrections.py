"""A referral that was typed wrong is put right, also after it was sent; a step that never was counts nowhere."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.cases.actions import close_case
from casework.consents.actions import ConsentMissing, record_consent
from casework.consents.choices import ConsentStatus, Purpose
from casework.corrections.models import Correction
from casework.referrals.actions import AlreadyReferred, move_referral, send_referral
from casework.referrals.corrections import correct_referral, correct_referral_step
from casework.referrals.models import Referral
from casework.referrals.slots import referral_step_extract, referrals_due
from tests.build import a_case, people_of
from tests.casework.referrals.test_referrals import DAY, a_clinic, a_referral, agree, sent
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
LATER = datetime.timedelta(hours=25)


def step_of(referral, status):
    return referral.steps.get(status=status)


def test_service_and_reason_are_put_right_after_it_was_sent(cast):
    referral = sent(cast, service="health")
    client, address = as_(cast.ana), reverse("referral-correct", args=[referral.pk])
    assert address in client.get(referral.get_absolute_url()).content.decode()
    assert "Le duele" in client.get(address).content.decode()
    typed = {"service": "mental_health", "urgency": "normal"}
    answer = client.post(address, {**typed, "text": "No duerme"})
    assert answer.status_code == 302, answer.context["form"].errors
    referral.refresh_from_db()
    assert referral.service == "mental_health"
    assert referral.reason == "No duerme"
    assert referral.due_on == DAY + datetime.timedelta(days=14)
    event = AuditEvent.objects.get(verb="referral.corrected")
    assert event.details == {"fields": ["reason", "service"]}
    page = client.get(referral.get_absolute_url()).content.decode()
    assert "Le duele → No duerme" in page


def test_who_received_a_referral_stays_once_it_was_sent(cast):
    other = a_clinic("state")
    draft = a_referral(cast)
    assert correct_referral(draft, organisation=other, by=cast.ana).organisation == other
    referral = sent(cast, service="health")
    received_by = referral.organisation
    address = reverse("referral-correct", args=[referral.pk])
    page = as_(cast.ana).get(address)
    assert "organisation" not in page.context["form"].fields
    assert f"Se envió a {received_by} el" in page.content.decode()
    typed = {"service": "health", "urgency": "normal", "text": "x", "organisation": other.pk}
    as_(cast.ana).post(address, typed)
    with refused(f"It was sent to {received_by} on", field="organisation"):
        correct_referral(referral, organisation=other, by=cast.ana)
    referral.refresh_from_db()
    assert referral.organisation == received_by


def test_a_step_that_cannot_be_before_another_says_which_and_when(cast):
    referral = move_referral(sent(cast), to="accepted", on=DAY, by=cast.ana)
    earlier = DAY - datetime.timedelta(days=1)
    said = f"“Sent” was on {DAY.day} {DAY:%b %Y}: this step cannot be before it"
    with refused(said, field="on"):
        correct_referral_step(step_of(referral, "accepted"), on=earlier, by=cast.ana)


def test_another_service_may_need_another_consent(cast):
    referral = sent(cast, service="cash")
    Referral.objects.filter(pk=referral.pk).update(is_consent_overridden=False)
    referral.refresh_from_db()
    referral.override_reason = ""
    referral.save()
    with pytest.raises(ConsentMissing):
        correct_referral(referral, service="legal", by=cast.ana)
    right = correct_referral(referral, service="legal", why_without="Peligraba.", by=cast.ana)
    assert (right.is_consent_overridden, right.override_reason) == (True, "Peligraba.")
    agree(cast, right.individual)
    right = correct_referral(right, service="health", by=cast.ana)
    assert (right.is_consent_overridden, right.override_reason) == (False, "")


def test_a_move_is_put_on_its_day_and_what_is_due_follows(cast):
    referral = move_referral(sent(cast), to="accepted", on=DAY, by=cast.ana)
    earlier = DAY - datetime.timedelta(days=3)
    client = as_(cast.ana)
    address = reverse("referral-step-correct", args=[step_of(referral, "sent").pk])
    assert address in client.get(referral.get_absolute_url()).content.decode()
    assert client.post(address, {"on": earlier.isoformat()}).status_code == 302
    referral.refresh_from_db()
    assert (referral.sent_on, referral.status, referral.status_on) == (earlier, "accepted", DAY)
    assert referral.due_on == earlier + datetime.timedelta(days=7)
    days = {step.status: step.on for step in referral_step_extract.rows(referral.individual)}
    assert (days["sent"], days["accepted"]) == (earlier, DAY)
    later = DAY + datetime.timedelta(days=1)
    correct_referral_step(step_of(referral, "accepted"), on=later, by=cast.ana)
    referral.refresh_from_db()
    assert referral.status_on == later
    assert AuditEvent.objects.filter(verb="referral.step_corrected").count() == 2
    with refused("cannot be after it", field="on"):
        correct_referral_step(
            step_of(referral, "sent"), on=later + datetime.timedelta(days=1), by=cast.ana
        )
    with refused("cannot be before it", field="on"):
        correct_referral_step(
            step_of(referral, "accepted"), on=earlier - datetime.timedelta(days=1), by=cast.ana
        )
    with refused("future", field="on"):
        correct_referral_step(
            step_of(referral, "accepted"), on=datetime.date(2031, 1, 1), by=cast.ana
        )


def test_a_sending_that_moves_before_the_consent_counts_as_without_one_and_says_why(cast):
    referral = a_referral(cast)
    agree(cast, referral.individual)
    referral = send_referral(referral, on=DAY, by=cast.ana)
    before = DAY - datetime.timedelta(days=1)
    step = step_of(referral, "sent")
    moved = correct_referral_step(step, on=before, reason="Salió el viernes.", by=cast.ana)
    assert (moved.is_consent_overridden, moved.override_reason) == (True, "Salió el viernes.")
    back = correct_referral_step(step, on=DAY, reason="Salió el sábado.", by=cast.ana)
    assert (back.is_consent_overridden, back.override_reason) == (False, "")


def test_a_move_that_never_was_counts_nowhere_and_the_state_before_holds(cast):
    referral = move_referral(sent(cast), to="completed", on=DAY, by=cast.ana)
    today = cast.ana.today()
    assert not referrals_due.rows_on(today).exists()
    with refused("later step rests", field="is_mistake"):
        correct_referral_step(step_of(referral, "sent"), is_mistake=True, by=cast.ana)
    correct_referral_step(step_of(referral, "completed"), is_mistake=True, by=cast.ana)
    referral.refresh_from_db()
    assert (referral.status, referral.status_on, referral.is_open) == ("sent", DAY, True)
    assert referrals_due.rows_on(today).exists()
    assert [each.status for each in Referral.objects.all().outcomes()] == ["sent"]
    page = as_(cast.ana).get(referral.get_absolute_url()).content.decode()
    assert "registrado por error" in page
    correct_referral_step(step_of(referral, "sent"), is_mistake=True, by=cast.ana)
    referral.refresh_from_db()
    assert (referral.status, referral.sent_on, referral.due_on) == ("draft", None, None)
    assert Referral.objects.all().outcomes() == []
    with refused("later step rests", field="is_mistake"):
        correct_referral_step(step_of(referral, "draft"), is_mistake=True, by=cast.ana)


def test_a_step_that_was_a_mistake_keeps_a_line_in_the_timeline_through_its_form(cast):
    referral = sent(cast)
    client, case = as_(cast.ana), referral.case
    address = reverse("referral-step-correct", args=[step_of(referral, "sent").pk])
    form = page_of(client.get(address)).fields
    assert client.post(address, form | {"is_mistake": "on"}).status_code == 302
    page = page_of(as_(cast.ana).get(reverse("case-timeline", args=[case.number])))
    whom = people_of(case)[0].display_name
    assert page.says(f"Ana dijo que un paso de {whom} se registró por error (Remisión): Enviada")


def test_a_correction_does_not_make_two_open_referrals_to_one_service(cast):
    case = a_case(cast)
    referral = a_referral(cast, case, service="health")
    a_referral(cast, case, service="legal")
    with pytest.raises(AlreadyReferred):
        correct_referral(referral, service="legal", by=cast.ana)


def test_who_may_not_when_it_is_late_and_where_the_case_is_closed(cast):
    case = a_case(cast)
    referral = move_referral(sent(cast, case), to="completed", on=DAY, by=cast.ana)
    step = step_of(referral, "completed")
    for act in (
        lambda by, **told: correct_referral(referral, urgency="soon", by=by, **told),
        lambda by, **told: correct_referral_step(
            step, on=DAY + datetime.timedelta(days=1), by=by, **told
        ),
    ):
        with pytest.raises(NotAllowed):
            act(cast.bruno)
        with time_machine.travel(timezone.now() + LATER):
            with refused("say why it is put right", field="reason"):
                act(cast.ana)
            act(cast.ana, reason="Se tecleó mal.")
    assert Correction.objects.of(referral, step).count() == 2
    with refused("Give the reason", field="text"):
        correct_referral(referral, text=" ", by=cast.ana)
    close_case(case, reason="settled", on=cast.ana.today(), by=cast.ana)
    with refused("case is closed"):
        correct_referral(referral, urgency="urgent", by=cast.ana)
    page = as_(cast.ana).get(referral.get_absolute_url()).content.decode()
    assert reverse("referral-correct", args=[referral.pk]) not in page
    assert people_of(case)


def test_no_reason_stands_against_what_the_person_refused_that_day(cast):
    referral = sent(cast, service="cash")
    told = {"status": ConsentStatus.REFUSED, "on": DAY, "by": cast.ana}
    record_consent(referral.individual, purpose=Purpose.LEGAL_AID, **told)
    with refused("nothing is sent against that", field="service", kind=ConsentMissing):
        correct_referral(referral, service="legal", why_without="Peligraba.", by=cast.ana)
    referral.refresh_from_db()
    assert referral.service == "cash"


def test_a_sending_is_not_moved_onto_a_day_of_a_refusal(cast):
    before = DAY - datetime.timedelta(days=1)
    referral = a_referral(cast)
    told = {"purpose": Purpose.HEALTH, "by": cast.ana}
    record_consent(referral.individual, status=ConsentStatus.REFUSED, on=before, **told)
    record_consent(referral.individual, status=ConsentStatus.GIVEN, on=DAY, **told)
    with refused("nothing is sent against that", kind=ConsentMissing):
        send_referral(referral, on=before, override_reason="Peligraba.", by=cast.ana)
    step = step_of(send_referral(referral, on=DAY, by=cast.ana), "sent")
    address = reverse("referral-step-correct", args=[step.pk])
    answer = as_(cast.ana).post(address, {"on": before.isoformat(), "reason": "Salió antes."})
    assert answer.context["form"].has_error("on")
    referral.refresh_from_db()
    assert (referral.sent_on, referral.is_consent_overridden) == (DAY, False)


def test_a_sending_without_consent_on_its_right_day_is_asked_about(cast):
    referral = a_referral(cast)
    agree(cast, referral.individual)
    step = step_of(send_referral(referral, on=DAY, by=cast.ana), "sent")
    before = DAY - datetime.timedelta(days=1)
    with refused("say why it was sent", field="reason", kind=ConsentMissing):
        correct_referral_step(step, on=before, by=cast.ana)


def test_what_a_sending_was_judged_stays_where_another_step_is_corrected(cast):
    referral = move_referral(sent(cast, service="health"), to="completed", on=DAY, by=cast.ana)
    assert referral.is_consent_overridden
    told = {"status": ConsentStatus.REFUSED, "on": DAY, "by": cast.ana}
    record_consent(referral.individual, purpose=Purpose.HEALTH, **told)
    right = correct_referral_step(step_of(referral, "completed"), is_mistake=True, by=cast.ana)
    assert (right.status, right.is_consent_overridden) == ("sent", True)
