"""A reference that a claim of another case has is asked about, and a family shares one without a question."""

import pytest
from django.urls import reverse

from asylum.pathways.choices import ApplicationStatus
from casework.cases.actions import restrict_case
from tests.asylum.build import a_client, a_referred_family, an_application
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("law")
WRITTEN, OTHERWISE = "2019-EE-004.418", "2019 ee 004418"
ASKED = "de otro caso, ya tiene este radicado"


def lodged(cast, person, **told):
    """What the form answers to a claim with this reference."""
    sent = {"lodged_on": "4/3/2019", "reference": OTHERWISE} | told
    return as_(cast.lucia).post(reverse("application-lodge", args=[person.pk]), sent)


def test_the_form_says_whose_claim_has_the_reference_and_takes_it_from_who_is_sure(cast):
    first = an_application(cast, reference=WRITTEN).individual
    person = a_client(cast)
    answer = lodged(cast, person)
    page = page_of(answer)
    assert page.says(f"La solicitud de {first.display_name} ({first.number}), {ASKED}")
    assert not person.applications.exists()
    assert lodged(cast, person, is_sure="on").status_code == 302
    assert person.applications.get().reference == OTHERWISE


def test_of_a_claim_out_of_sight_nothing_tells_that_it_is_there(cast):
    first = an_application(cast, reference=WRITTEN)
    restrict_case(first.case, people=[cast.ana], by=cast.sonia)
    person = a_client(cast)
    assert lodged(cast, person).status_code == 302
    assert person.applications.get().reference == OTHERWISE


def test_a_correction_asks_too_and_only_where_it_changes_the_reference(cast):
    an_application(cast, reference=WRITTEN)
    claim = an_application(cast, reference="OTRO-1")
    page = reverse("application-correct", args=[claim.pk])
    sent = {"lodged_on": "4/3/2019", "reference": OTHERWISE, "reason": "Mal leído"}
    assert ASKED in page_of(as_(cast.lucia).post(page, sent)).text
    assert as_(cast.lucia).post(page, sent | {"is_sure": "on"}).status_code == 302
    other = {"grounds": ["1951"], "reason": "Faltaba"}
    assert as_(cast.lucia).post(page, sent | other).status_code == 302


def test_a_family_shares_a_reference_and_what_was_a_mistake_holds_none(cast):
    first, second, *_rest = a_referred_family(cast)
    an_application(cast, first, reference=WRITTEN)
    assert lodged(cast, second).status_code == 302
    an_application(cast, status=ApplicationStatus.MISTAKEN, reference="OTRO-1")
    assert lodged(cast, a_client(cast), reference="OTRO-1").status_code == 302
