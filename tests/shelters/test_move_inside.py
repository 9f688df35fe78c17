"""A change of room inside one site is neither leaving it nor arriving at it."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils import translation

from casework.slots.stream import stream
from casework.slots.timeline import Question
from shelters.actions import placements
from shelters.models import Placement, Site
from shelters.night import night_of
from shelters.panels import current_placement
from shelters.timeline import stays as source
from tests.cast import as_
from tests.page import page_of
from tests.shelters.acts import check_in
from tests.shelters.build import a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)


@pytest.fixture
def stay(cast, site, family, today):
    stay = a_stay(people_of(family)[0], site, beds_of(site)[0], by=cast.carla, starts_on=today)
    check_in(stay, by=cast.carla)
    return stay


def night(cast, site, on):
    """Who arrives and who leaves, and how many the tiles count of each."""
    found = night_of(Site.objects.with_sleepers(on).get(pk=site.pk), on, reader=cast.carla)
    return found.arriving, found.leaving, (found.to_arrive, found.to_leave)


def told(case, user):
    """What the timeline says of their stays, the newest first."""
    with translation.override("en"):
        events = stream([source], Question(case, user))
        return [f"{event.text} {event.old}{event.new}" for event in events]


def moved_by_the_form(cast, stay, today) -> Placement:
    client, address = as_(cast.carla), reverse("placement-move", args=[stay.pk])
    run = page_of(client.get(address)).offered("run")[0]
    sent = {"people": [stay.individual_id], "starts_on": today, "run": run}
    assert client.post(address, sent).status_code == 302
    return Placement.objects.get(previous=stay)


def test_the_page_of_the_night_says_of_nobody_that_they_leave_who_sleeps_there(
    cast, site, stay, today
):
    after = moved_by_the_form(cast, stay, today)
    # They came today, into the first of the two rooms.
    assert night(cast, site, today) == ([after], [], (0, 0))
    page = page_of(as_(cast.carla).get(reverse("site-night", args=[site.pk])))
    assert not page.says("Salió")


def test_who_slept_there_before_neither_leaves_nor_arrives(cast, site, stay, today):
    Placement.objects.update(starts_on=today - 3 * DAY)
    moved_by_the_form(cast, stay, today)
    assert night(cast, site, today) == ([], [], (0, 0))


def test_a_move_that_is_still_to_come_is_none_either_and_is_to_be_checked_in_that_day(
    cast, site, stay, today
):
    after = placements.move(stay, bed=beds_of(site)[3], on=today + DAY, by=cast.carla)
    assert night(cast, site, today + DAY) == ([], [], (0, 0))
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + DAY):
        assert night(cast, site, today + DAY) == ([after], [], (1, 0))


def test_who_goes_to_another_site_leaves_the_one_and_arrives_at_the_other(cast, site, stay, today):
    Placement.objects.update(starts_on=today - DAY)
    other = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    first, second = beds_of(other)
    inside = placements.move(stay, bed=beds_of(site)[3], on=today, by=cast.carla)
    there = placements.move(inside, site=other, bed=first, on=today, by=cast.carla)
    last = placements.move(there, bed=second, on=today, by=cast.carla)
    assert night(cast, site, today)[:2] == ([], [inside])
    assert night(cast, other, today)[:2] == ([last], [])


def test_a_stay_of_no_night_is_no_earlier_stay(cast, site, stay, family, today):
    after = moved_by_the_form(cast, stay, today)
    shown = current_placement.context(family, cast.ana)
    assert [each.pk for each, _status in shown["now"]] == [after.pk]
    assert shown["past"] == []
    Placement.objects.filter(pk=stay.pk).update(starts_on=today - DAY)
    shown = current_placement.context(family, cast.ana)
    assert [each.pk for each, _status in shown["past"]] == [stay.pk]


def test_the_timeline_says_another_place_inside_and_not_that_they_moved_out_and_in(
    cast, site, stay, family, today
):
    after = moved_by_the_form(cast, stay, today)
    came = ["Moved in Hotel Puente", "Got a place Hotel Puente"]
    assert sorted(told(family, cast.ana)) == ["Another room or bed Hotel Puente", *sorted(came)]
    other = a_site(cast.cucuta, beds=[2], run_by=cast.carla, name="Salón")
    placements.move(after, site=other, bed=beds_of(other)[0], on=today, by=cast.carla)
    assert sorted(told(family, cast.ana)[:3]) == [
        "Got a place Salón",
        "Moved in Salón",
        "Moved out Hotel Puente",
    ]
