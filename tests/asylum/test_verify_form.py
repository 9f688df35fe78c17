"""The form of a verification says what the paper says, what lacks once, and who did what; who never signs sees no form."""

import pytest
from django.urls import reverse

from tests.asylum.build import D, a_client, a_referred_family, a_submitted_paper, verify
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("law")
LACKS = "Para la verificación no consta:"


def test_what_the_paper_says_is_shown_as_its_word_and_nothing_else_is_filled_in(cast):
    paper = a_submitted_paper(cast, are_consequences_explained="yes")
    address = reverse("renunciation-verify", args=[paper.pk])
    page = page_of(as_(cast.luis).get(address))
    assert page.fields["are_consequences_explained"] == "yes"
    assert page.says("Como dice el documento registrado: Sí.")
    assert page.text.count("Como dice el documento registrado") == 1
    assert "is_copy_given" not in page.fields
    assert page.text.count(LACKS) == 1


def test_a_paper_that_says_nothing_fills_in_nothing(cast):
    address = reverse("renunciation-verify", args=[a_submitted_paper(cast).pk])
    page = page_of(as_(cast.luis).get(address))
    assert not page.says("Como dice el documento registrado")
    assert not {"are_consequences_explained", "is_copy_given"} & set(page.fields)


def test_the_authority_verified_and_a_colleague_recorded_it(cast):
    paper = verify(a_submitted_paper(cast), on=D(2019, 5, 2), by=cast.luis)
    page = page_of(as_(cast.lucia).get(paper.get_absolute_url()))
    [who] = page.every_fact("Verificó")
    assert who == f"{paper.accepted_by}, 2 may 2019; registró {cast.luis}"


@pytest.mark.parametrize("number", [2, 3])
def test_of_a_child_or_a_relative_the_page_says_so_and_offers_no_form(cast, number):
    person = a_referred_family(cast)[number]
    address = reverse("renunciation-record", args=[person.pk])
    page = page_of(as_(cast.lucia).get(address))
    assert page.says("A los familiares nunca se les pide firmar una renuncia")
    assert "signature" not in page.fields
    assert address not in page.sends_to


def test_of_a_child_who_served_it_says_so_too(cast):
    person = a_client(cast)
    type(person).objects.filter(pk=person.pk).update(birth_year=2003)
    address = reverse("renunciation-record", args=[person.pk])
    page = page_of(as_(cast.lucia).get(address))
    assert page.says("tenga o pueda tener menos de dieciocho años")
    assert "signature" not in page.fields
