"""A fact of a person that was put right stays readable: what it said, what it says, who put it right and when."""

import pytest
from django.urls import reverse

from casework.contact.actions import add_phone
from casework.corrections.models import Correction
from casework.identity.actions.aliases import record_languages
from casework.identity.actions.individuals import correct_individual
from casework.identity.actions.onward import add_contact_abroad
from casework.register.choices import BirthPrecision, Category, Sex
from casework.register.rules import Birth
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.django_db


def a_teenager(cast):
    birth = Birth(BirthPrecision.AGE, None, cast.ana.today().year - 15)
    row = a_row(birth=birth, sex=Sex.MALE, nationality="VE", category=Category.RELATIVE)
    return people_of(an_arrival(cast, people=[row]))[0]


def corrections_on_page(person, user) -> str:
    page = as_(user).get(reverse("individual-detail", args=[person.number])).content.decode()
    return " ".join(page.partition("Correcciones")[2].partition("</ol>")[0].split())


def timeline(person, user) -> str:
    case = person.memberships.get().case
    answer = as_(user).get(reverse("case-timeline", args=[case.number]))
    return answer.content.decode()


def typed_anew(person, user, **typed):
    address = reverse("individual-correct", args=[person.number])
    client = as_(user)
    form = page_of(client.get(address)).fields | typed
    answer = client.post(address, form)
    assert answer.status_code == 302, answer.context["form"].errors


def test_a_child_who_became_an_adult_on_the_form_was_one_before(cast):
    person = a_teenager(cast)
    typed_anew(person, cast.ana, birth="18", which_age="new")
    said = corrections_on_page(person, cast.sonia)
    assert "≈ 15 años" in said
    assert "→ ≈ 18 años" in said
    assert str(cast.ana) in said
    assert "corrigió la ficha de" in timeline(person, cast.sonia)
    assert "Nacimiento" in timeline(person, cast.sonia)


def test_each_fact_of_the_form_says_what_it_was(cast):
    person = a_teenager(cast)
    was = person.given_names
    how = {f"how_{fact}": "wrong" for fact in ("name", "sex", "nationality")}
    typed = {"given_names": "Yorman Alí", "sex": Sex.FEMALE, "nationality": "CO", **how}
    typed_anew(person, cast.ana, **typed)
    said = corrections_on_page(person, cast.ana)
    for words in (f"{was} → Yorman Alí", "Masculino → Femenino", "Venezuela → Colombia"):
        assert words in said


def test_what_nobody_knew_before_was_not_wrong(cast):
    row = a_row(birth=Birth(), sex=Sex.UNKNOWN, category=Category.RELATIVE)
    person = people_of(an_arrival(cast, people=[row]))[0]
    typed_anew(person, cast.ana, birth="30", sex=Sex.FEMALE)
    assert not Correction.objects.filter(individual=person).exists()


def test_what_stood_for_the_name_of_a_newborn_is_no_correction(cast):
    born = Birth(BirthPrecision.AGE, None, cast.ana.today().year)
    row = a_row(given_names="RN 1", birth=born, category=Category.RELATIVE)
    parent = a_row(given_names="Petra")
    child = people_of(an_arrival(cast, people=[parent, row]))[1]
    typed_anew(child, cast.ana, given_names="Luz Marina")
    assert not Correction.objects.filter(individual=child).exists()


def test_a_name_that_is_hidden_is_not_shown_by_an_older_correction(cast):
    person = a_teenager(cast)
    correct_individual(person, given_names="Yorman", by=cast.ana)
    assert "→ Yorman" in corrections_on_page(person, cast.ana)
    correct_individual(
        person, given_names="Yuleisy", since={"name": ""}, is_hidden=True, by=cast.ana
    )
    page = as_(cast.ana).get(reverse("individual-detail", args=[person.number])).content.decode()
    assert "→ Yorman" not in page
    correct_individual(person, given_names="Yuleisi", by=cast.ana)
    assert "Yuleisy → Yuleisi" in corrections_on_page(person, cast.ana)


def test_who_does_not_see_the_person_reads_nothing_of_it(cast):
    person = a_teenager(cast)
    typed_anew(person, cast.ana, birth="16")
    address = reverse("individual-detail", args=[person.number])
    assert as_(cast.bruno).get(address).status_code == 404


def test_languages_that_were_typed_wrong_stay_readable(cast):
    person = a_teenager(cast)
    record_languages(person, languages=["spa"], needs_interpreter=False, by=cast.ana)
    assert not Correction.objects.filter(individual=person).exists()
    address = reverse("languages-record", args=[person.number])
    client = as_(cast.ana)
    fields = page_of(client.get(address)).fields
    answer = client.post(address, fields | {"needs_interpreter": "on"})
    assert answer.status_code == 302, answer.context["form"].errors
    assert "No → Sí" in corrections_on_page(person, cast.ana)


def test_a_contact_abroad_that_was_put_right_says_what_it_was(cast):
    person = a_teenager(cast)
    contact = add_contact_abroad(person, country="CL", name="Nelly", by=cast.ana)
    address = reverse("contact-abroad-correct", args=[person.number, contact.pk])
    client = as_(cast.ana)
    answer = client.post(address, page_of(client.get(address)).fields | {"country": "PE"})
    assert answer.status_code == 302, answer.context["form"].errors
    assert "Chile" not in corrections_on_page(person, cast.ana), "the number's look is written down"
    shown = as_(cast.sonia).get(reverse("contact-abroad-show", args=[person.number, contact.pk]))
    assert "Chile → Perú" in shown.content.decode()


def test_what_to_mind_before_a_call_says_what_it_was(cast):
    person = a_teenager(cast)
    phone = add_phone(person, number="+57 300 123 4567", by=cast.ana)
    address = reverse("phone-change", args=[person.number, phone.pk])
    client = as_(cast.ana)
    answer = client.post(address, page_of(client.get(address)).fields | {"may_be_called": "on"})
    assert answer.status_code == 302, answer.context["form"].errors
    shown = as_(cast.sonia).get(reverse("phone-show", args=[person.number, phone.pk]))
    assert "No → Sí" in shown.content.decode()
