"""The whole number of a permit finds who holds it, for whoever may read permits of that person."""

import pytest

from asylum.models import Permit
from casework.search.querysets import found, found_cards
from shelters.actions.placements import place
from tests.asylum.build import D, a_client, a_permit
from tests.shelters.build import a_site, beds_of

pytestmark = pytest.mark.usefixtures("law")


def whom(typed, user):
    return [hit.individual for hit in found(typed, user)]


def test_the_number_of_a_permit_finds_its_holder_however_it_is_typed(cast):
    person = a_client(cast)
    a_permit(cast, person, number="SC2-884.120")
    a_permit(cast, a_client(cast), number="SC2-884.121")
    for typed in ("SC2-884.120", "sc2 884120"):
        assert whom(typed, cast.ana) == [person]
    assert whom("SC2-884.12", cast.ana) == []


def test_nobody_is_found_out_of_sight(cast):
    a_permit(cast, number="SC2-884.120")
    assert whom("SC2-884.120", cast.bruno) == []
    assert found_cards("SC2-884.120", cast.bruno) == []


def test_who_may_not_read_permits_finds_nobody_by_one_although_the_person_is_in_sight(cast):
    person = a_client(cast)
    hotel = a_site(cast.cucuta, beds=[1], run_by=cast.carla)
    place(person, site=hotel, bed=beds_of(hotel)[0], starts_on=D(2019, 3, 4), by=cast.carla)
    a_permit(cast, person, number="SC2-884.120")
    [hit] = found_cards(person.number, cast.carla)
    assert hit.individual == person
    assert found_cards("SC2-884.120", cast.carla) == []


def test_a_permit_on_file_by_mistake_finds_nobody(cast):
    person = a_client(cast)
    a_permit(cast, person, number="SC2-884.120")
    Permit.objects.update(mistaken_on=D(2019, 3, 5))
    assert whom("SC2-884.120", cast.ana) == []
