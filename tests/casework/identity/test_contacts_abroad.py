"""A contact abroad is reached like anybody: the warning first, then name and number, and the look is on record."""

from django.urls import reverse

from accounts.models import AuditEvent
from casework.identity.actions.onward import add_contact_abroad, correct_contact_abroad
from tests.build import an_individual
from tests.cast import as_, log_in
from tests.refusals import refused


def test_name_and_number_of_a_contact_abroad_stand_behind_a_step_that_is_on_record(cast):
    person = an_individual(cast)
    contact = add_contact_abroad(
        person, country="ES", name="Tía Herminia", phone="+34612345678", by=cast.ana
    )
    client = log_in(cast.ana)
    page = client.get(reverse("individual-detail", args=[person.number])).content.decode()
    address = reverse("contact-abroad-show", args=[person.number, contact.pk])
    assert ("Herminia" in page, "612" in page, address in page) == (False, False, True)
    looks = AuditEvent.objects.filter(verb="phone.read")
    assert not looks.exists()
    shown = client.get(address).content.decode()
    assert "Herminia" in shown
    assert "notice trouble" in shown
    assert [look.actor for look in looks] == [cast.ana]
    for user in (cast.bruno, cast.carla, cast.mara):
        assert log_in(user).get(address).status_code == 404
    assert looks.count() == 1


def test_a_contact_abroad_is_corrected(cast):
    person = an_individual(cast)
    contact = add_contact_abroad(person, country="ES", name="Tía Herminia", by=cast.ana)
    client = log_in(cast.ana)
    address = reverse("contact-abroad-correct", args=[person.number, contact.pk])
    assert client.get(address).context["form"].initial["name"] == "Tía Herminia"
    typed = {"country": "PE", "relation": "AUN", "name": "Tía Hermelinda", "may_be_called": "on"}
    assert client.post(address, typed).status_code == 302
    contact.refresh_from_db()
    assert (contact.country, contact.name, contact.may_be_called) == ("PE", "Tía Hermelinda", True)
    assert AuditEvent.objects.get(verb="contact_abroad.corrected").details["fields"] == [
        "country",
        "may_be_called",
        "name",
        "relation",
    ]
    assert log_in(cast.bruno).get(address).status_code == 404


def test_what_is_no_number_is_refused_for_a_contact_abroad(cast):
    person = an_individual(cast)
    facts = {"country": "ES", "name": "Tía", "by": cast.ana}
    for words in ("abc", "12 34"):
        with refused(field="phone"):
            add_contact_abroad(person, phone=words, **facts)
    contact = add_contact_abroad(person, phone="", **facts)
    with refused(field="phone"):
        correct_contact_abroad(contact, phone="abc", by=cast.ana)
    page = reverse("contact-abroad-add", args=[person.number])
    answer = as_(cast.ana).post(page, {"country": "ES", "relation": "", "phone": "abc"})
    assert list(answer.context["form"].errors) == ["phone"]
