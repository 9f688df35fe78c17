"""Somebody is found by the bed they sleep in tonight, within sight."""

import pytest

from casework.search.querysets import search_people
from shelters.actions.placements import place
from tests.build import an_arrival, people_of
from tests.shelters.acts import check_in, check_out
from tests.shelters.build import a_site, beds_of


@pytest.fixture
def sleeper(cast):
    """The first person of a family of Ana's, in bed 1 of room 1."""
    site = a_site(cast.cucuta, beds=(4,), run_by=cast.carla, name="Hotel Puente Viejo")
    bed = beds_of(site)[0]
    person = people_of(an_arrival(cast))[0]
    stay = place(person, site=site, bed=bed, starts_on=cast.sonia.today(), by=cast.sonia)
    check_in(stay, by=cast.sonia)
    return person, stay, bed


def numbers(typed, user):
    return [hit.individual.number for hit in search_people(typed, user)]


def test_a_room_a_bed_and_a_part_of_the_hotel_find_who_sleeps_there(cast, sleeper):
    person, _stay, bed = sleeper
    for typed in ("101", "hab 101", f"101 cama {bed.name}", "puente 101", "101 viejo"):
        assert numbers(typed, cast.ana) == [person.number], typed


@pytest.mark.parametrize("typed", ["102", "101 quinta", "10", "cama", "101 101 101 101 101 101 1"])
def test_another_bed_finds_nobody(cast, sleeper, typed):
    assert numbers(typed, cast.ana) == []


def test_who_left_the_bed_is_not_found_by_it(cast, sleeper):
    check_out(sleeper[1], on=cast.sonia.today(), by=cast.sonia)
    assert numbers("101", cast.ana) == []


def test_another_team_and_who_sees_no_stays_find_nobody_by_bed(cast, sleeper):
    assert numbers("101", cast.bruno) == []
    assert numbers("101", cast.lucia) == []
