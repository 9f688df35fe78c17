"""A case that was referred to the legal officers by mistake."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.cases.actions import refer_to_legal, take_legal_referral_back
from casework.register.models.case import Case
from tests.build import an_arrival
from tests.cast import log_in
from tests.refusals import refused


@pytest.fixture
def case(cast):
    case = an_arrival(cast)
    refer_to_legal(case, by=cast.ana)
    return case


def seen_by(user) -> set[str]:
    return set(Case.objects.visible_to(user).values_list("number", flat=True))


def test_the_legal_officers_see_a_case_no_longer_that_was_referred_by_mistake(cast, case):
    assert case.number in seen_by(cast.lucia)
    ana, address = log_in(cast.ana), reverse("legal-referral-take-back", args=[case.number])
    assert address in ana.get(reverse("case-detail", args=[case.number])).content.decode()
    ana.post(address)
    assert case.number not in seen_by(cast.lucia)
    assert AuditEvent.objects.filter(verb="referral.taken_back").count() == 1
    page = ana.get(reverse("case-detail", args=[case.number])).content.decode()
    assert reverse("referral-make", args=[case.number]) in page
    with refused("taken back already"):
        take_legal_referral_back(case, by=cast.ana)


def test_after_the_next_day_it_stands_and_is_not_offered(cast, case):
    address = reverse("legal-referral-take-back", args=[case.number])
    day = datetime.timedelta(days=1)
    now = datetime.datetime.now(datetime.UTC)
    with time_machine.travel(now + day):
        page = log_in(cast.ana).get(reverse("case-detail", args=[case.number]))
        assert address in page.content.decode()
    with time_machine.travel(now + 2 * day):
        page = log_in(cast.ana).get(reverse("case-detail", args=[case.number]))
        assert address not in page.content.decode()
        with refused("on its day and the next"):
            take_legal_referral_back(case, by=cast.ana)
    assert case.number in seen_by(cast.lucia)


def test_whoever_only_follows_the_case_takes_nothing_back(cast, case):
    with pytest.raises(NotAllowed):
        take_legal_referral_back(case, by=cast.bruno)
