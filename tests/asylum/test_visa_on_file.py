"""A visa on file beside the running term to ask for it: the file asks for the day of asking."""

import pytest
from django.urls import reverse

from asylum.pathways.choices import ApplicationStatus as S
from asylum.pathways.choices import DeadlineKind, PermitType
from asylum.permits.corrections import retract_permit
from tests.asylum.build import STEP_ON, D, a_permit, an_application
from tests.asylum.test_head_of_a_case import at_noon
from tests.cast import as_
from tests.page import page_of

ASKED, SHORT = "Consta una visa del 6 may 2019: ¿cuándo se pidió?", "(ya consta una visa)"


@pytest.fixture
def claim(cast, law):
    return an_application(cast, status=S.RECOGNISED)


def pages(cast, claim):
    case = claim.individual.memberships.get().case
    addresses = claim.get_absolute_url(), reverse("case-part", args=[case.number, "law"])
    with at_noon(D(2019, 5, 8)):
        return [page_of(as_(cast.lucia).get(address)) for address in addresses]


def test_a_visa_since_the_decision_asks_when_it_was_asked_for(cast, claim):
    assert not any(page.says(ASKED) for page in pages(cast, claim))
    visa = a_permit(cast, claim.individual, type=PermitType.VISA, issued_on=D(2019, 5, 6))
    assert all(page.says(ASKED) for page in pages(cast, claim))
    assert pages(cast, claim)[1].says(SHORT)
    # Nobody said on which day it was asked for.
    assert claim.deadlines.get(kind=DeadlineKind.VISA).ended_on is None
    retract_permit(visa, reason="De otra persona", by=cast.lucia)
    assert not any(page.says(ASKED) or page.says(SHORT) for page in pages(cast, claim))


def test_an_older_visa_says_nothing_of_it(cast, claim):
    day = STEP_ON.replace(day=1)
    a_permit(cast, claim.individual, type=PermitType.VISA, issued_on=day)
    assert not any(page.says("¿cuándo se pidió?") for page in pages(cast, claim))
