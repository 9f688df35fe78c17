"""A planned end frees the bed for others; who is still here after it keeps it until checked out."""

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from shelters.actions import placements
from shelters.choices import StayStatus
from shelters.models import Bed, Placement
from shelters.querysets.families import members_without_bed
from shelters.refusals import BedTaken
from tests.refusals import refused
from tests.shelters.acts import check_in, check_out
from tests.shelters.build import a_family, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)


@pytest.fixture
def bed(site):
    return beds_of(site)[0]


@pytest.fixture
def give(cast, site, bed, today):
    def give_(first, leaves, **fields):
        [person] = people_of(a_family(cast.norte))
        days = [None if each is None else today + each * DAY for each in (first, leaves)]
        return placements.place(
            person, site=site, bed=bed, starts_on=days[0], planned_end_on=days[1], by=cast.carla
        )

    return give_


@pytest.fixture
def still_here(cast, site, bed, today):
    """Planned to leave two days ago, and not checked out."""
    [person] = people_of(a_family(cast.norte, names=["Tardía"]))
    return a_stay(
        person,
        site,
        bed,
        by=cast.carla,
        starts_on=today - 9 * DAY,
        planned_end_on=today - 2 * DAY,
        checked_in_at=timezone.now(),
    )


def test_a_reservation_leaves_the_nights_before_and_after_free(give, bed, today):
    give(5, 9)
    assert [
        Bed.objects.free_from(today + first * DAY, today + last * DAY).filter(pk=bed.pk).exists()
        for first, last in ((0, 5), (9, 12), (4, 6), (8, 10), (6, 7))
    ] == [True, True, False, False, False]
    give(9, None)
    give(0, 5)
    for first, last in ((4, 6), (0, None), (20, 21)):
        with pytest.raises(BedTaken):
            give(first, last)


def test_the_database_holds_planned_nights_too(cast, give, site, bed, today):
    give(5, 9)
    [other] = people_of(a_family(cast.norte))
    with pytest.raises(IntegrityError, match="one_stay_per_bed_and_night"), transaction.atomic():
        a_stay(other, site, bed, by=cast.carla, starts_on=today + 8 * DAY)


def test_a_longer_plan_stops_where_the_next_begins(cast, give, today):
    stay, _next = give(0, 5), give(7, 9)
    placements.extend(stay, planned_end_on=today + 7 * DAY, by=cast.carla)
    with refused("has bed 1 in 101", kind=BedTaken):
        placements.extend(stay, planned_end_on=today + 8 * DAY, by=cast.carla)
    with pytest.raises(BedTaken):
        placements.extend(stay, planned_end_on=None, by=cast.carla)


def test_who_is_still_here_is_counted_and_keeps_the_bed(still_here, give, bed, site, today):
    assert still_here.status_on(today) == StayStatus.OVERDUE
    assert still_here in Placement.objects.sleeping_on(today)
    assert still_here in Placement.objects.sleeping_on(today + DAY)
    assert not Bed.objects.free_on(today).filter(pk=bed.pk).exists()
    assert not members_without_bed(today).filter(individual=still_here.individual).exists()
    with refused("Tardía", kind=BedTaken):
        give(0, 3)


def test_who_never_came_holds_nothing_after_the_plan(cast, site, bed, give, today):
    [person] = people_of(a_family(cast.norte))
    days = {"starts_on": today - 5 * DAY, "planned_end_on": today - DAY}
    stay = a_stay(person, site, bed, by=cast.carla, checked_in_at=None, **days)
    assert stay not in Placement.objects.sleeping_on(today)
    assert members_without_bed(today).filter(individual=person).exists()
    give(0, 3)


def test_the_next_is_not_checked_in_before_the_bed_is_empty(cast, site, bed, still_here, today):
    [person] = people_of(a_family(cast.norte))
    planned = {"starts_on": today - 2 * DAY, "checked_in_at": None}
    expected = a_stay(person, site, bed, by=cast.carla, **planned)
    with refused("Tardía", kind=BedTaken):
        check_in(expected, by=cast.carla)
    check_out(still_here, on=today, by=cast.carla)
    expected.refresh_from_db()
    assert expected.starts_on == today
    assert check_in(expected, by=cast.carla).status_on(today) == StayStatus.STAYING


def test_whose_time_has_gone_by_meanwhile_is_cancelled(cast, site, bed, still_here, today):
    [person] = people_of(a_family(cast.norte))
    days = {"starts_on": today - 2 * DAY, "planned_end_on": today - DAY}
    expected = a_stay(person, site, bed, by=cast.carla, checked_in_at=None, **days)
    check_out(still_here, on=today, by=cast.carla)
    expected.refresh_from_db()
    assert expected.cancel_reason == "bed_taken"


def test_two_are_never_checked_in_to_one_bed(cast, site, bed, still_here, today):
    [person] = people_of(a_family(cast.norte))
    with (
        pytest.raises(IntegrityError, match="one_checked_in_stay_per_bed"),
        transaction.atomic(),
    ):
        a_stay(person, site, bed, by=cast.carla, starts_on=today, checked_in_at=timezone.now())


def test_who_stayed_too_long_moves(cast, site, still_here, today):
    moved = placements.move(still_here, bed=beds_of(site)[3], on=today, by=cast.carla)
    assert (moved.status_on(today), moved.planned_end_on) == (StayStatus.STAYING, None)
