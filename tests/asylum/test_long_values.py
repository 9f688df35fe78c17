"""A value that is longer than its sealed column is an error of the form, at the field; nothing is saved."""

import pytest
from django.urls import reverse

from asylum.papers.models.permit import Permit
from asylum.papers.models.renunciation import Renunciation
from asylum.procedure.models.application import AsylumApplication
from tests.asylum.build import a_client, a_permit
from tests.cast import Cast, as_


@pytest.mark.parametrize("page", ["application-lodge", "permit-record", "renunciation-record"])
def test_a_legal_form_says_at_the_field_that_its_value_is_too_long(
    cast: Cast, law: None, page: str
) -> None:
    person = a_client(cast)
    name, length, model, answers = {
        "application-lodge": ("reference", 60, AsylumApplication, {"grounds": ["political"]}),
        "permit-record": ("number", 40, Permit, {"type": "sc2", "issued_on": "2019-03-04"}),
        "renunciation-record": ("witness", 120, Renunciation, {"signed_on": "2019-03-01"}),
    }[page]
    client, address = as_(cast.lucia), reverse(page, args=[person.pk])
    answer = client.post(address, answers | {name: "x" * (length + 1)})
    assert answer.status_code == 200
    assert [name] == [field for field in answer.context["form"].errors if field == name]
    assert not model.objects.filter(individual=person).exists()


def test_a_renewal_says_at_the_field_that_the_number_is_too_long(cast: Cast, law: None) -> None:
    permit = a_permit(cast)
    answers = {"issued_on": "2019-05-06", "work_right": "unknown", "number": "x" * 41}
    answer = as_(cast.lucia).post(reverse("permit-renew", args=[permit.pk]), answers)
    assert list(answer.context["form"].errors) == ["number"]
    assert Permit.objects.count() == 1
