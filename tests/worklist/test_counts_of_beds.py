"""Every count of Today about stays leads to exactly the list that it counts."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from casework.exits.actions import record_exit
from casework.register.choices import ExitType
from shelters.models import Placement
from tests.page import page_of
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of
from worklist.today.blocks.beds import counts
from worklist.today.facts import TodayFacts

DAY = datetime.timedelta(days=1)


@pytest.fixture
def a_full_house(cast):
    """So many stays of each kind: one arrives, two did not come, three leave, four are late, one has left today.

    One of those who are late is gone by an exit on file.
    """
    today, here = cast.carla.today(), timezone.now()
    house = a_site(cast.cucuta, beds=[12], run_by=cast.carla)
    free = iter(beds_of(house))
    before = today - 3 * DAY
    kinds = [
        (1, {"starts_on": today}),
        (2, {"starts_on": before, "checked_in_at": None}),
        (3, {"starts_on": before, "planned_end_on": today, "checked_in_at": here}),
        (4, {"starts_on": before, "planned_end_on": today - DAY, "checked_in_at": here}),
        (
            1,
            {
                "starts_on": before,
                "planned_end_on": today,
                "ends_on": today,
                "checked_in_at": here,
                "checked_out_at": here,
            },
        ),
    ]
    for number, days in kinds:
        for _ in range(number):
            a_stay(people_of(a_family(cast.norte))[0], house, next(free), by=cast.carla, **days)
    late = Placement.objects.filter(planned_end_on=today - DAY)[0]
    record_exit(late.individual, type=ExitType.OWN_MEANS, on=today - DAY, by=cast.ana)


def test_each_count_equals_the_length_of_its_list(cast, client, a_full_house):
    client.force_login(cast.carla)
    found = [each for each in counts(TodayFacts(cast.carla)) if each.slug == "coming-and-going"]
    assert [each.number for each in found] == [1, 3, 2, 4, 1, 0]
    for each in found:
        assert len(page_of(client.get(each.url)).rows) == each.number


def test_the_list_of_residents_stands_in_the_menu(cast, client):
    client.force_login(cast.carla)
    page = page_of(client.get(reverse("site-list")))
    assert page.links[reverse("placement-list")] == "Residentes"
