"""The list of people, the search and the form to pick a person use the same words for an exit."""

import datetime

import pytest
from django.urls import reverse

from casework.exits.actions import record_exit, settle_exit
from casework.register.choices import AfterExit, ExitType
from casework.register.models.exit import Exit
from casework.search.querysets import search_cards, search_people
from tests.build import an_arrival, people_of
from tests.cast import as_
from tests.page import page_of

DAY = datetime.date(2019, 3, 5)


@pytest.fixture
def family(cast):
    return an_arrival(cast)


@pytest.fixture
def leaving(cast, family):
    return record_exit(people_of(family)[3], type=ExitType.ONWARD, on=DAY, by=cast.ana)


def listed(cast, query=""):
    return page_of(as_(cast.ana).get(reverse("individual-list") + query))


def has_exit_words(cast, person):
    """Returns whether the list has the words about the exit, and whether the search has them."""
    leaving = Exit.objects.filter(individual=person).first()
    words = leaving.kind_in_words
    [row] = [row for row in listed(cast).rows if person.number in str(row)]
    search = as_(cast.ana).post(reverse("search"), {"q": "Suárez"}, follow=True)
    return words in str(row), page_of(search).says(words)


def test_the_list_and_the_search_say_it_and_no_more_once_the_person_came_back(cast, leaving):
    assert has_exit_words(cast, leaving.individual) == (True, True)
    settle_exit(leaving, what=AfterExit.BACK, back_on=DAY, reason="Volvió", by=cast.ana)
    assert has_exit_words(cast, leaving.individual) == (False, False)


def test_a_death_is_said_in_the_list_too(cast, leaving):
    Exit.objects.update(type=ExitType.DIED)
    assert has_exit_words(cast, leaving.individual) == (True, True)


@pytest.mark.parametrize(
    ("query", "is_listed", "others"),
    [("", True, 3), ("?left=yes", True, 0), ("?left=no", False, 3), ("?left=onward", True, 0),
     ("?left=died", False, 0)],
)  # fmt: skip
def test_the_list_of_people_is_narrowed_to_who_left_or_is_here(
    cast, leaving, query, is_listed, others
):
    rows = [str(row) for row in listed(cast, query).rows]
    assert any(leaving.individual.number in row for row in rows) is is_listed
    assert len(rows) - is_listed == others


def test_whoever_picks_somebody_finds_the_same_and_the_hit_carries_it(cast, leaving):
    [hit] = search_people("Wilmer", cast.ana)
    assert (hit.leaving.kind_in_words, hit.leaving.on) == (leaving.kind_in_words, DAY)
    assert not hit.has_died
    Exit.objects.update(type=ExitType.DIED)
    assert all(hit.has_died for hit in search_cards("Wilmer", cast.ana))
