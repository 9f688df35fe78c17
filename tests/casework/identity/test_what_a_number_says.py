"""What kind of paper carries a number, and what it says of its holder: only what the writing itself says."""

import datetime

import pytest
from django.urls import reverse

from casework.home.actions import record_relative
from casework.identity.actions.identity_documents import add_identity_document
from casework.papers.rules.papers import parse_paper
from casework.register.models.individual import Individual
from reference.models import State
from tests.build import a_row, an_arrival, an_individual, people_of, reference
from tests.casework.file.test_pages import grid
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

D = datetime.date


@pytest.mark.parametrize(
    ("written", "type_", "country", "nationality"),
    [
        ("V-21.967.260", "national_id", "VE", "VE"),
        ("C.I. V 21967260", "national_id", "VE", "VE"),
        ("e-81234567", "national_id", "VE", ""),
        ("21.967.260", "national_id", "", ""),
        ("Cédula Nº 5234567", "national_id", "", ""),
        ("Pasaporte 123456789", "passport", "", ""),
        ("123456789", "", "", ""),
        ("1093456789", "", "", ""),
        ("AB-9988", "", "", ""),
        ("", "", "", ""),
    ],
)
def test_a_number_says_what_stands_in_it_and_no_more(written, type_, country, nationality):
    assert parse_paper(written) == (type_, country, nationality)


def test_who_said_nothing_of_it_has_no_nationality_and_the_paper_no_country(cast):
    people = [a_row(document="V-19.345.678"), a_row(document="20345678"), a_row(document="AB-99")]
    filed = people_of(an_arrival(cast, people=people))
    papers = [person.identity_documents.get() for person in filed]
    assert [(paper.type, paper.country) for paper in papers] == [
        ("national_id", "VE"),
        ("national_id", ""),
        ("other", ""),
    ]
    assert {person.nationality for person in filed} == {""}
    page = page_of(as_(cast.ana).get(reverse("individual-detail", args=[filed[1].number])))
    assert page.says("Nacionalidad —")


def test_the_quick_log_asks_for_the_kind_of_a_number_that_does_not_say_it(cast):
    reference()
    ana, address = as_(cast.ana), reverse("arrival-log")
    typed = grid(team=cast.norte.pk, **{"head-document": "1093456789", "head-document_type": ""})
    page = page_of(ana.post(address, typed))
    assert page.says("Diga qué documento lleva este número.")
    assert not Individual.objects.exists()
    assert ana.post(address, typed | {"head-document_type": "passport"}).status_code == 302
    assert Individual.objects.first().identity_documents.get().type == "passport"


def test_the_quick_log_reads_a_venezuelans_card(cast):
    reference()
    typed = grid(team=cast.norte.pk, **{"head-document": "V-19345678", "head-document_type": ""})
    assert as_(cast.ana).post(reverse("arrival-log"), typed).status_code == 302
    head = Individual.objects.order_by("number").first()
    assert (head.nationality, head.identity_documents.get().country) == ("VE", "VE")


def test_the_same_card_is_refused_whether_or_not_its_country_was_said(cast):
    person = an_individual(cast)
    add_identity_document(person, number="21967260", type="national_id", by=cast.ana)
    for country in ("", "VE"):
        with refused("This document is on file already"):
            add_identity_document(
                person, number="V-21.967.260", type="national_id", country=country, by=cast.ana
            )
    add_identity_document(person, number="31967260", type="national_id", country="CO", by=cast.ana)
    add_identity_document(person, number="31967260", type="national_id", country="VE", by=cast.ana)
    assert person.identity_documents.count() == 3


def test_a_state_says_the_country_of_a_relative(cast):
    person = an_individual(cast)
    zulia = State.objects.create(code="VE-V", country="VE", name="Zulia")
    known = record_relative(person, relation="MOT", state=zulia, by=cast.ana)
    silent = record_relative(person, relation="FAT", by=cast.ana)
    assert (known.country, silent.country) == ("VE", "")
