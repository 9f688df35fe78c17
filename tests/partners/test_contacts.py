"""The directory of contacts: what is no number is refused, a short line is one."""

import pytest
from django.urls import reverse

from partners.actions import add_contact
from partners.choices import OrganisationKind
from partners.corrections import change_contact
from partners.models import Organisation, PartnerContact
from tests.cast import as_
from tests.refusals import refused


@pytest.fixture
def icbf(db) -> Organisation:
    return Organisation.objects.create(name="ICBF de prueba", kind=OrganisationKind.STATE)


def test_what_is_no_number_is_refused_for_a_contact_of_a_partner(cast, icbf):
    with refused(field="phone"):
        add_contact(icbf, post="Línea", phone="abc", by=cast.sonia)
    contact = add_contact(icbf, post="Línea", phone="141", by=cast.sonia)
    with refused(field="phone"):
        change_contact(contact, post="Línea", phone="abc", by=cast.sonia)
    address = reverse("contact-add", args=[icbf.pk])
    answer = as_(cast.sonia).post(address, {"post": "Guardia", "phone": "abc"})
    assert list(answer.context["form"].errors) == ["phone"]
    assert as_(cast.sonia).post(address, {"post": "Guardia", "phone": ""}).status_code == 302
    assert PartnerContact.objects.count() == 2
