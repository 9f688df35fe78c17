"""Sites and stays through the API: what the pages show, to whom they show it."""

import pytest

from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

SITES, STAYS = "/api/v1/sites/", "/api/v1/placements/"


@pytest.fixture
def stay(cast):
    site = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    a_site(cast.arauca)
    return a_stay(people_of(a_family(cast.norte))[0], site, beds_of(site)[0], by=cast.carla)


def rows(client, user, url, **query):
    client.force_login(user)
    answer = client.get(url, query)
    return answer.json()["results"] if answer.status_code == 200 else answer.status_code


def test_a_site_tells_its_capacity_and_occupancy_to_who_may_know(cast, client, stay):
    (site,) = rows(client, cast.carla, SITES)
    assert (site["beds"], site["free_beds"], site["sleepers"], site["percent"]) == (2, 1, 1, 50)
    (site,) = rows(client, cast.ana, SITES)
    assert (site["free_beds"], site["sleepers"], site["percent"]) == (1, None, None)


def test_stays_are_seen_as_on_the_pages(cast, client, stay):
    found = {name: rows(client, user, STAYS) for name, user in cast.users.items()}
    assert {
        name: answer if isinstance(answer, int) else [row["id"] for row in answer]
        for name, answer in found.items()
    } == {
        "ana": [str(stay.pk)],
        "bruno": [],
        "carla": [str(stay.pk)],
        "lucia": 404,
        "luis": 404,
        "sonia": [str(stay.pk)],
        "adela": 404,
        "aurelio": 404,
        "mara": [],
    }


def test_stays_are_filtered_by_night_as_on_the_pages(cast, client, stay):
    assert len(rows(client, cast.carla, STAYS, night=stay.starts_on.isoformat())) == 1
    assert rows(client, cast.carla, STAYS, night="2019-01-01") == []
