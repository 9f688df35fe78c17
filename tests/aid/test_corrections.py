"""Aid that was mistyped is put right; what was never handed out counts nowhere."""

import datetime
from decimal import Decimal

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from aid.actions.agreements import correct_notice, give_notice
from aid.actions.commitments import correct_commitment
from aid.actions.distributions import correct_distribution, distribute
from aid.actions.pledges import correct_pledge, move_pledge
from aid.choices import AgreementStatus
from aid.due import agreements_ending
from aid.models import Commitment, ItemDistribution
from casework.corrections.models import Correction
from tests.aid.build import a_commitment, a_payer, an_agreement
from tests.aid.test_pledges_and_things import a_pledge
from tests.build import a_case
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)


def test_a_commitment_is_put_right_on_its_page(cast):
    case, today = a_case(cast), cast.ana.today()
    commitment = a_commitment(case, by=cast.ana, kind="meals", starts_on=today, is_firm=True)
    client, page = as_(cast.ana), reverse("commitment-detail", args=[commitment.pk])
    address = reverse("commitment-correct", args=[commitment.pk])
    assert address in client.get(page).content.decode()
    assert 'value="meals" selected' in client.get(address).content.decode()
    first, last = today - 5 * DAY, today + 5 * DAY
    answer = client.post(address, {"kind": "meals", "starts_on": first, "until": last})
    assert answer.status_code == 302, answer.context["form"].errors
    commitment.refresh_from_db()
    assert (commitment.starts_on, commitment.until) == (first, last)
    assert commitment.is_firm is False
    kept = Correction.objects.of(commitment).get()
    assert kept.individual is None
    assert kept.changes in client.get(page).content.decode().replace("<br>", "\n")
    event = AuditEvent.objects.get(verb="commitment.corrected")
    assert set(event.details["fields"]) >= {"starts_on", "until", "is_firm"}


def test_a_commitment_that_cannot_be_is_not_made_by_a_correction(cast):
    case, today = a_case(cast), cast.ana.today()
    commitment = a_commitment(case, by=cast.ana, kind="meals", starts_on=today)
    with refused("ends before it starts", field="until"):
        correct_commitment(commitment, until=today - DAY, by=cast.ana)
    agreement = an_agreement(cast, kinds=["lodging"])
    with refused("does not pay for this kind", field="agreement"):
        correct_commitment(commitment, agreement=agreement, by=cast.ana)
    with pytest.raises(NotAllowed):
        correct_commitment(commitment, starts_on=today - DAY, by=cast.luis)
    assert Correction.objects.count() == 0


def test_things_that_were_never_handed_out_count_nowhere(cast):
    case, today = a_case(cast), cast.ana.today()
    told = {"provider": a_payer(), "article": "hygiene", "remark": "jabón azul", "is_sure": True}
    handed = distribute(case, quantity=40, on=today, **told, by=cast.ana)
    client = as_(cast.ana)
    address = reverse("distribution-correct", args=[handed.pk])
    for page in (
        reverse("distribution-list"),
        reverse("case-part", args=[case.number, "aid"]),
    ):
        assert address in client.get(page).content.decode()
    typed = {"provider": handed.provider_id, "article": "hygiene", "quantity": 4, "on": today}
    assert "jabón azul" not in client.get(address).content.decode()
    client.post(address, typed)
    for page in (
        reverse("distribution-list"),
        reverse("case-part", args=[case.number, "aid"]),
    ):
        assert page_of(client.get(page)).says("Corregido")
    handed.refresh_from_db()
    assert handed.remark == "jabón azul"
    assert handed.quantity == 4
    with refused("future", field="on"):
        correct_distribution(handed, on=today + DAY, by=cast.ana)
    client.post(address, {**typed, "is_mistake": "on"})
    assert list(ItemDistribution.objects.given()) == []
    table = client.get(reverse("provider-table")).content.decode()
    assert "Fundación Puentes" not in table
    assert "registrado por error" in client.get(reverse("distribution-list")).content.decode()
    assert AuditEvent.objects.filter(verb="items.corrected").count() == 2


def test_the_timeline_says_how_many_things_were_given_and_that_it_was_corrected(cast):
    case, today = a_case(cast), cast.ana.today()
    told = {"provider": a_payer(), "article": "hygiene", "on": today}
    handed = distribute(case, quantity=5, **told, by=cast.ana)
    client, timeline = as_(cast.ana), reverse("case-timeline", args=[case.number])
    assert page_of(client.get(timeline)).says("La familia recibió artículos: 5 × Kits de aseo")
    address = reverse("distribution-correct", args=[handed.pk])
    typed = {"provider": handed.provider_id, "article": "hygiene", "quantity": 4, "on": today}
    assert client.post(address, typed).status_code == 302
    page = page_of(client.get(timeline))
    assert page.says("La familia recibió artículos: 4 × Kits de aseo", "cuántos: 5 → 4")
    assert page.says("corrigió lo que recibió la familia")
    assert client.post(address, {**typed, "is_mistake": "on"}).status_code == 302
    page = page_of(client.get(timeline))
    assert not page.says("La familia recibió artículos")
    assert page.says("registrado por error", "cuántos: 5 → 4")


def test_a_notice_is_put_right_and_what_hangs_on_it_follows(cast):
    agreement, today = an_agreement(cast), cast.adela.today()
    commitment = a_commitment(a_case(cast), by=cast.ana, agreement=agreement)
    days = {"given_on": today, "ends_on": today + 9 * DAY}
    give_notice(agreement, **days, by=cast.adela)
    client, page = as_(cast.adela), reverse("agreement-detail", args=[agreement.pk])
    address = reverse("agreement-notice-correct", args=[agreement.pk])
    assert address in client.get(page).content.decode()
    typed = {"notice_given_on": today - DAY, "ends_on": today + 30 * DAY}
    answer = client.post(address, typed)
    assert answer.status_code == 302, answer.context["form"].errors
    [resting] = Commitment.objects.filter(pk=commitment.pk).with_end()
    assert resting.effective_until == today + 30 * DAY
    [due] = agreements_ending.rows_on(today)
    assert (due.notice_given_on, due.ends_on) == (today - DAY, today + 30 * DAY)
    [kept] = Correction.objects.of(agreement)
    assert kept.changes in client.get(page).content.decode().replace("<br>", "\n")
    assert AuditEvent.objects.get(verb="agreement.notice_corrected").details["fields"] == [
        "ends_on",
        "notice_given_on",
    ]
    with time_machine.travel(timezone.now() + 2 * DAY):
        none = {"notice_given_on": None, "ends_on": None}
        with refused("say why", field="reason"):
            correct_notice(agreement, **none, by=cast.adela)
        correct_notice(agreement, **none, reason="Era otro convenio.", by=cast.adela)
        agreement.refresh_from_db()
        assert agreement.status == AgreementStatus.RUNNING
    assert address not in client.get(page).content.decode()
    with refused("No notice is recorded"):
        correct_notice(agreement, **typed, by=cast.adela)


def test_a_notice_is_not_put_right_into_what_cannot_be(cast):
    agreement, today = an_agreement(cast), cast.adela.today()
    give_notice(agreement, given_on=today, ends_on=today + 9 * DAY, by=cast.adela)
    with refused("before the day of the notice", field="ends_on"):
        correct_notice(agreement, notice_given_on=today, ends_on=today - DAY, by=cast.adela)
    with refused("future", field="notice_given_on"):
        correct_notice(
            agreement, notice_given_on=today + DAY, ends_on=today + 2 * DAY, by=cast.adela
        )
    with refused("which day is not paid", field="ends_on"):
        correct_notice(agreement, notice_given_on=today, ends_on=None, by=cast.adela)
    with pytest.raises(NotAllowed):
        correct_notice(agreement, notice_given_on=None, ends_on=None, by=cast.mara)


def test_a_pledge_is_put_right_and_the_gap_follows(cast):
    pledge = a_pledge(cast, 90, status="received")
    client, today = as_(cast.adela), cast.adela.today()
    address = reverse("pledge-correct", args=[pledge.pk])
    assert address in client.get(reverse("pledge-list")).content.decode()
    other = a_payer("Diócesis")
    typed = {
        "funder": other.pk,
        "kinds": ["meals", "health"],
        "amount": "60",
        "currency": "USD",
        "first_month": "2019-06-15",
        "months": "2",
        "status": "pledged",
        "moved_on": today - 3 * DAY,
    }
    answer = client.post(address, typed)
    assert answer.status_code == 302, answer.context["form"].errors
    rows = client.get(reverse("pledge-gap") + "?all").context["rows"]
    assert [(row.month.month, row.currency, row.pledged, row.received) for row in rows] == [
        (6, "USD", 30, 0),
        (7, "USD", 30, 0),
    ]
    pledge.refresh_from_db()
    assert (pledge.funder, pledge.moved_on) == (other, today - 3 * DAY)
    assert [move.status for move in pledge.moves.order_by("at")] == ["received", "pledged"]
    [kept] = Correction.objects.of(pledge)
    assert "Alojamiento → Comidas, Atención en salud" in kept.changes
    assert page_of(client.get(reverse("pledge-list"))).says("Corregido")
    client.post(address, {**typed, "is_mistake": "on"})
    assert client.get(reverse("pledge-gap") + "?all").context["rows"] == []
    assert "registrado por error" in client.get(reverse("pledge-list")).content.decode()
    with refused("recorded by mistake"):
        move_pledge(pledge, status="received", on=today, by=cast.adela)
    assert AuditEvent.objects.filter(verb="pledge.corrected").count() == 2


def test_a_step_of_a_pledge_is_free_for_a_day_and_the_rest_since_it_was_recorded(cast):
    pledge, today = a_pledge(cast, 90), cast.adela.today()
    with time_machine.travel(timezone.now() + 2 * DAY):
        move_pledge(pledge, status="received", on=today, by=cast.adela)
        correct_pledge(pledge, status="pledged", moved_on=today - DAY, by=cast.adela)
        with refused("say why", field="reason"):
            correct_pledge(pledge, months=3, by=cast.adela)
        correct_pledge(pledge, months=3, reason="Carta del 3 de mayo.", by=cast.adela)
    assert [move.on for move in pledge.moves.order_by("at")] == [today, today, today - DAY]


def test_a_pledge_is_not_put_right_into_what_cannot_be(cast):
    pledge, today = a_pledge(cast, 90), cast.adela.today()
    for wrong, field in (
        ({"amount": Decimal(0)}, "amount"),
        ({"months": 99}, "months"),
        ({"kinds": []}, "kinds"),
        ({"moved_on": today + DAY}, "moved_on"),
    ):
        with refused(field=field):
            correct_pledge(pledge, **wrong, by=cast.adela)
    with pytest.raises(NotAllowed):
        correct_pledge(pledge, months=3, by=cast.mara)
    assert Correction.objects.count() == 0
