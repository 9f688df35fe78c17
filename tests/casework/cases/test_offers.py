"""Support that somebody accepted leads to a referral, and each says so of the other."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.referrals.actions import write_referral
from casework.referrals.models import Referral
from casework.wellbeing.actions import name_referral, refer_from_offer, write_wellbeing_note
from casework.wellbeing.choices import SupportOffer
from casework.wellbeing.models import WellbeingNote
from partners.choices import OrganisationKind
from partners.models import Organisation
from tests.build import an_arrival, people_of
from tests.cast import log_in
from tests.refusals import refused


@pytest.fixture
def case(cast):
    return an_arrival(cast)


@pytest.fixture
def clinic(db) -> Organisation:
    return Organisation.objects.create(name="Clínica de prueba", kind=OrganisationKind.NGO)


def an_offer(cast, case, support: str = SupportOffer.ACCEPTED) -> WellbeingNote:
    return write_wellbeing_note(
        people_of(case)[0], on=cast.ana.today(), support=support, by=cast.ana
    )


def a_referral(cast, person, clinic, service: str = "mental_health") -> Referral:
    case = person.memberships.get().case
    facts = {"service": service, "organisation": clinic, "reason": "No duerme"}
    return write_referral(case, people=[person], by=cast.ana, **facts)[0]


def support_page(browser, case) -> str:
    return str(browser.get(reverse("case-part", args=[case.number, "support"])).content.decode())


def test_an_accepted_offer_starts_a_referral_and_both_pages_say_so(cast, case, clinic):
    offer, ana = an_offer(cast, case), log_in(cast.ana)
    start = reverse("offer-refer", args=[offer.pk])
    assert start in support_page(ana, case)
    form = ana.get(start).context["form"]
    assert form["service"].value() == "mental_health"
    sent = {"service": "mental_health", "organisation": clinic.pk, "urgency": "normal",
            "reason": "No duerme", "submission": form["submission"].value()}  # fmt: skip
    answer = ana.post(start, sent)
    referral = Referral.objects.get()
    assert answer["Location"] == referral.get_absolute_url()
    offer.refresh_from_db()
    assert (offer.referral, referral.individual) == (referral, offer.individual)
    page = support_page(ana, case)
    assert (referral.get_absolute_url() in page, start in page) == (True, False)
    assert f"{reverse('case-part', args=[case.number, 'support'])}#wellbeing" in (
        ana.get(referral.get_absolute_url()).content.decode()
    )
    event = AuditEvent.objects.get(verb="wellbeing.referral_named")
    assert (event.actor, event.case_id) == (cast.ana, case.pk)
    assert ana.post(start, sent | {"submission": ""}).status_code == 200
    assert Referral.objects.count() == 1


def test_a_referral_on_file_is_named_changed_and_taken_off_again(cast, case, clinic):
    offer, ana = an_offer(cast, case), log_in(cast.ana)
    first = a_referral(cast, offer.individual, clinic)
    second = a_referral(cast, offer.individual, clinic, "health")
    name = reverse("offer-referral", args=[offer.pk])
    for chosen, expected in ((first.pk, first), (second.pk, second), ("", None)):
        assert ana.post(name, {"referral": chosen}).status_code == 302
        offer.refresh_from_db()
        assert offer.referral == expected
    assert AuditEvent.objects.filter(verb="wellbeing.referral_named").count() == 3


@pytest.mark.parametrize("support", ["not_offered", "later", "declined"])
def test_what_was_not_accepted_leads_nowhere(cast, case, clinic, support):
    offer = write_wellbeing_note(
        people_of(case)[0], on=cast.ana.today(), support=support, text="Nota", by=cast.ana
    )
    ana = log_in(cast.ana)
    for page in ("offer-refer", "offer-referral"):
        assert ana.get(reverse(page, args=[offer.pk])).status_code == 404
    with refused("The person has not accepted this offer"):
        refer_from_offer(
            offer, service="health", organisation=clinic, reason="No duerme", by=cast.ana
        )
    referral = a_referral(cast, offer.individual, clinic)
    with refused("The person has not accepted this offer"):
        name_referral(offer, referral=referral, by=cast.ana)
    with pytest.raises(IntegrityError), transaction.atomic():
        WellbeingNote.objects.filter(pk=offer.pk).update(referral=referral)


def test_the_referral_of_somebody_else_is_neither_offered_nor_taken(cast, case, clinic):
    offer = an_offer(cast, case)
    other = a_referral(cast, people_of(case)[1], clinic)
    answer = log_in(cast.ana).post(
        reverse("offer-referral", args=[offer.pk]), {"referral": other.pk}
    )
    assert list(answer.context["form"].errors) == ["referral"]
    with refused("That referral is about somebody else"):
        name_referral(offer, referral=other, by=cast.ana)


def test_other_teams_and_roles_reach_no_offer(cast, case, clinic):
    offer = an_offer(cast, case)
    for name in set(cast.users) - {"ana", "sonia"}:
        for page in ("offer-refer", "offer-referral"):
            answer = log_in(cast.users[name]).get(reverse(page, args=[offer.pk]))
            assert answer.status_code == 404, (name, page)
    with pytest.raises(NotAllowed):
        name_referral(offer, referral=None, by=cast.bruno)
    with pytest.raises(NotAllowed):
        refer_from_offer(offer, service="health", organisation=clinic, reason="x", by=cast.bruno)
