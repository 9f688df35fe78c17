"""Whoever has two nationalities has both on file, wherever one is read."""

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from asylum.contradictions.finder import days_on_file
from asylum.permits.querysets import people_without_permit
from casework.identity.actions.changes import correct_change
from casework.identity.actions.identity_documents import add_identity_document
from casework.identity.models import FactChange
from casework.identity.slots import individual_extract
from casework.merges.actions import merge_individuals, undo_merge
from casework.register.choices import DocumentType
from casework.register.models.individual import Individual
from casework.slots.extract_words import value_in_words
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def person(cast):
    return people_of(an_arrival(cast, people=[a_row(nationality="VE")]))[0]


def send(cast, person, **typed):
    client, address = as_(cast.ana), reverse("individual-correct", args=[person.number])
    assert client.post(address, page_of(client.get(address)).fields | typed).status_code == 302
    person.refresh_from_db()


def test_a_second_nationality_is_typed_on_the_page_of_the_person_and_shown_wherever_the_first_is(
    cast, person
):
    send(cast, person, second_nationality="CO")
    assert person.nationalities == ("VE", "CO")
    page = as_(cast.ana).get(reverse("individual-detail", args=[person.number]))
    assert page_of(page).says("Venezuela, Colombia")
    told = as_(cast.ana).get(f"/api/v1/individuals/{person.number}/").json()
    assert (told["nationality"], told["second_nationality"]) == ("VE", "CO")
    assert "second_nationality" in individual_extract.shown
    assert value_in_words(person, "second_nationality") == "Colombia"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ({"second_nationality": "VE"}, ("VE",)),
        ({"nationality": "", "second_nationality": "CO"}, ("CO",)),
    ],
)
def test_a_second_nationality_stands_only_beside_another_one(cast, person, typed, kept):
    send(cast, person, **typed)
    assert person.nationalities == kept
    with pytest.raises(IntegrityError), transaction.atomic():
        Individual.objects.filter(pk=person.pk).update(nationality="CO", second_nationality="CO")


def test_a_nationality_that_was_lost_is_kept_as_a_change_and_can_be_taken_back(cast, person):
    send(cast, person, second_nationality="CO")
    send(cast, person, second_nationality="ES", how_nationality="changed")
    change = FactChange.objects.get()
    assert change.was_in_words == "Venezuela, Colombia"
    correct_change(change, is_mistake=True, by=cast.ana)
    person.refresh_from_db()
    assert person.nationalities == ("VE", "CO")


def test_a_change_that_was_written_when_there_was_one_nationality_can_be_taken_back(cast, person):
    send(cast, person, nationality="CO", how_nationality="changed")
    change = FactChange.objects.get()
    change.was, change.became = {"nationality": "VE"}, {"nationality": "CO"}
    change.save()
    assert change.was_in_words == "Venezuela"
    correct_change(change, is_mistake=True, by=cast.ana)
    person.refresh_from_db()
    assert person.nationalities == ("VE",)


def test_a_national_of_the_country_of_the_office_is_one_with_either_nationality(cast, person):
    assert person in people_without_permit(cast.ana)
    send(cast, person, second_nationality="CO")
    assert person not in people_without_permit(cast.ana)
    yesterday = cast.ana.today() - datetime.timedelta(days=1)
    for country in ("VE", "CO"):
        facts = {"type": DocumentType.PASSPORT, "number": f"P-44{country}", "country": country}
        add_identity_document(person, **facts, valid_from=yesterday, by=cast.ana)
    # A paper that Colombia gave its own national after the crossing says nothing against the flight.
    assert len(days_on_file(person, cast.ana).papers_of_origin) == 1
    send(cast, person, nationality="CO", second_nationality="VE", how_nationality="wrong")
    assert len(days_on_file(person, cast.ana).papers_of_origin) == 1


@pytest.mark.parametrize(
    ("ours", "theirs", "both"),
    [
        (("VE", ""), ("CO", ""), ("VE", "CO")),
        (("VE", ""), ("CO", "VE"), ("VE", "CO")),
        (("", ""), ("VE", "CO"), ("VE", "CO")),
        (("VE", "CO"), ("ES", ""), ("VE", "CO")),
    ],
)
def test_a_merge_keeps_the_nationalities_of_both_records_and_undoing_it_gives_them_back(
    cast, ours, theirs, both
):
    names = ("nationality", "second_nationality")
    rows = [a_row(**dict(zip(names, each, strict=True))) for each in (ours, theirs)]
    survivor, merged = (people_of(an_arrival(cast, people=[row]))[0] for row in rows)
    merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    survivor.refresh_from_db()
    assert survivor.nationalities == both
    undo_merge(merge, by=cast.sonia)
    survivor.refresh_from_db()
    assert survivor.nationalities == tuple(filter(None, ours))


def test_a_third_nationality_that_the_paper_tells_is_not_left_out_in_silence(cast, person):
    case = person.memberships.get().case
    client, address = as_(cast.ana), reverse("member-add", args=[case.number])
    typed = {"given_names": "Luz", "relation": "other", "joined_on": "1.4.2019"}
    typed |= {"nationality": "CO", "second_nationality": "ES", "document": "V-23.000.445"}
    page = page_of(client.post(address, page_of(client.get(address)).fields | typed))
    assert page.says("Aquí se dicen más de dos nacionalidades")
    assert len(people_of(case)) == 1
