"""Aid that was mistyped is put right; what was never handed out counts nowhere."""

import datetime

import pytest
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from aid.actions.commitments import correct_commitment
from aid.actions.distributions import correct_distribution, distribute
from aid.models import ItemDistribution
from casework.corrections.models import Correction
from tests.aid.build import a_commitment, a_payer, an_agreement
from tests.build import a_case
from tests.cast import as_
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
    assert Correction.objects.of(commitment).get().individual is None
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
    handed = distribute(
        case, provider=a_payer(), article="hygiene", quantity=40, on=today, remark="X9", by=cast.ana
    )
    client = as_(cast.ana)
    address = reverse("distribution-correct", args=[handed.pk])
    for page in (
        reverse("distribution-list"),
        reverse("case-part", args=[case.number, "support"]),
    ):
        assert address in client.get(page).content.decode()
    typed = {"provider": handed.provider_id, "article": "hygiene", "quantity": 4, "on": today}
    assert "X9" not in client.get(address).content.decode()
    client.post(address, typed)
    handed.refresh_from_db()
    assert handed.remark == "X9"
    assert handed.quantity == 4
    client.post(address, {**typed, "is_mistake": "on"})
    assert list(ItemDistribution.objects.given()) == []
    table = client.get(reverse("provider-table")).content.decode()
    assert "Fundación Puentes" not in table
    assert "registrado por error" in client.get(reverse("distribution-list")).content.decode()
    assert AuditEvent.objects.filter(verb="items.corrected").count() == 2
    with refused("future", field="on"):
        correct_distribution(handed, on=today + DAY, by=cast.ana)
