"""Taking a consent back shows what has left the house under it, and offers to tell who got it."""

import datetime

import pytest
from django.urls import reverse

from accounts.audit import record_read
from casework.consents.actions import record_consent
from casework.consents.choices import ConsentStatus, Purpose
from casework.consents.slots import already_shared
from casework.interviews.actions import log_interview, share_contact
from casework.interviews.choices import Visitor
from reporting.actions.named_lists import make_named_list
from tests.casework.referrals.test_referrals import sent
from tests.cast import log_in
from tests.reporting.test_named_list import people, queued

pytestmark = pytest.mark.usefixtures("media")

DAY = datetime.date(2019, 3, 18)


def given(cast, person, purpose):
    told = {"status": ConsentStatus.GIVEN, "on": DAY, "by": cast.ana}
    return record_consent(person, purpose=purpose, **told)


def test_a_contact_that_was_given_stands_on_both_pages_with_a_way_to_set_a_task(cast):
    [person] = people(cast, "Gabriel")
    consent = given(cast, person, Purpose.INTERVIEWS)
    address = reverse("consent-withdraw", args=[consent.pk])
    ana = log_in(cast.ana)
    assert "Un diario" not in ana.get(address).content.decode()
    visit = {"visitor": Visitor.JOURNALIST, "visitor_name": "Un diario", "purpose": "Una nota"}
    interview = log_interview([person], on=DAY, by=cast.ana, **visit)
    share_contact(interview.people.get(), by=cast.ana)
    for page in (address, consent.get_absolute_url()):
        text = ana.get(page).content.decode()
        assert "Un diario" in text
        assert interview.get_absolute_url() in text
        assert reverse("task-set", args=[person.arrival.case.number]) in text


@pytest.mark.parametrize("purpose", [Purpose.UNHCR, Purpose.NAMED_EXPORT])
def test_a_list_counts_once_it_was_downloaded_and_only_for_whom_it_holds(cast, purpose):
    gabriel, petra = people(cast, "Gabriel", "Petra")
    consents = {
        (person, each): given(cast, person, each)
        for person in (gabriel, petra)
        for each in (Purpose.UNHCR, Purpose.NAMED_EXPORT)
        if person == gabriel or each != Purpose.UNHCR
    }
    named_list = queued(cast)
    make_named_list(named_list.pk)
    assert already_shared(consents[gabriel, purpose], cast.ana) == []
    record_read("named_list.read", by=cast.sonia, about=named_list)
    [told] = already_shared(consents[gabriel, purpose], cast.ana)
    assert named_list.recipient.name_in_exports in told.sentence
    assert told.url == reverse("organisation-detail", args=[named_list.recipient_id])
    assert already_shared(consents[petra, Purpose.NAMED_EXPORT], cast.ana) == []


def test_a_referral_that_was_sent_counts_for_the_consent_that_it_needs(cast):
    referral = sent(cast)
    health = given(cast, referral.individual, Purpose.HEALTH)
    other = given(cast, referral.individual, Purpose.LEGAL_AID)
    [told] = already_shared(health, cast.ana)
    assert referral.organisation.name in told.sentence
    assert told.url == referral.get_absolute_url()
    assert already_shared(other, cast.ana) == already_shared(health, cast.bruno) == []
