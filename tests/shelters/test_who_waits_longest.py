"""The families that wait longest are found without asking all of them: the same as if all were asked."""

import datetime
import random

import pytest
import time_machine
from django.urls import reverse

from accounts.permissions import Permission
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.questions import cached_rows
from shelters.access import waiting_in_sight
from shelters.models import Placement, Site
from shelters.occupied import with_occupancy
from shelters.querysets.families import FamiliesInLine, with_waiting, without_bed
from shelters.querysets.moment import ThisMoment
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of
from worklist.today.facts import TodayFacts

DAY = datetime.timedelta(days=1)
PLACE = Permission.PLACEMENT_CHANGE


def a_child_of(case, year):
    """The youngest of the family was born that year."""
    child = people_of(case)[-1]
    born = {"born_on": None, "birth_precision": "year", "birth_year": year}
    Individual.objects.filter(pk=child.pk).update(**born)


@pytest.fixture
def line(cast, today) -> FamiliesInLine:
    """Families opened on few days, of which many had a bed since and one has a child alone."""
    chance = random.Random(7)  # noqa: S311 - a history, no secret
    site = a_site(cast.cucuta, beds=[4], run_by=cast.carla)
    [bed, *_others] = beds_of(site)
    families = [a_family(cast.norte, 1 if place % 3 else 2) for place in range(14)]
    for place, case in enumerate(families):
        if not place % 3:
            a_child_of(case, today.year - chance.choice((0, 1, 9)))
        case.opened_on = today - chance.choice((40, 30, 30, 20)) * DAY
        case.save(update_fields=["opened_on"])
        if place % 3:
            [person] = people_of(case)
            begins = today - (19 - place) * DAY
            a_stay(person, site, bed, by=cast.carla, starts_on=begins, ends_on=begins + DAY)
    found = with_waiting(waiting_in_sight(cast.carla, PLACE), today)
    found.alone = ()
    return found


def as_asked_of_all(line: FamiliesInLine) -> list[Case]:
    return list(line.in_line())


def test_each_page_of_the_line_is_what_all_of_it_says(line):
    everybody = as_asked_of_all(line)
    assert len(everybody) == 14
    for first in range(14):
        for last in (first + 1, first + 3, 20):
            assert line.in_line()[first:last] == everybody[first:last]
    assert (
        line.in_line().reverse()[:3] == everybody[::-1][:3]
        or list(line.in_line().reverse()[:3]) == everybody[::-1][:3]
    )


def test_of_one_day_a_baby_stands_before_older_case_numbers(cast, today):
    a_site(cast.cucuta, beds=[4], run_by=cast.carla)
    families = sorted(
        (a_family(cast.norte, 2) for _each in range(60)), key=lambda each: each.number
    )
    first, *_others, older, baby, toddler = families
    for case, years in ((toddler, 1), (baby, 0), (older, 5)):
        a_child_of(case, today.year - years)
    line = with_waiting(waiting_in_sight(cast.carla, PLACE), today)
    wanted = [baby.pk, toddler.pk, first.pk]
    assert [case.pk for case in line.in_line()[:3]] == wanted
    assert [family.pk for family in TodayFacts(cast.carla).without_bed[:3]] == wanted
    assert page_of(as_(cast.carla).get(reverse("today"))).says(baby.number)


def test_a_baby_of_later_stands_before_who_waits_since_before_and_a_toddler_behind(cast, today):
    a_site(cast.cucuta, beds=[4], run_by=cast.carla)
    earlier = [a_family(cast.norte, since=today - 9 * DAY) for _each in range(60)]
    earlier.sort(key=lambda each: each.number)
    toddler, baby = (a_family(cast.norte, 2, since=today - DAY) for _each in range(2))
    a_child_of(toddler, today.year - 2)
    a_child_of(baby, today.year - 1)
    line = with_waiting(waiting_in_sight(cast.carla, PLACE), today)
    wanted = [baby, *earlier[:4]]
    assert list(line.in_line()[:5]) == wanted
    assert line.in_line()[60] == earlier[-1]
    assert line.in_line()[61] == toddler
    assert [family.pk for family in TodayFacts(cast.carla).without_bed[:5]] == [
        one.pk for one in wanted
    ]
    assert page_of(as_(cast.carla).get(reverse("today"))).says(baby.number)


def test_children_without_an_adult_stand_first_whenever_their_case_was_opened(cast, line, today):
    newest = as_asked_of_all(line)[-1]
    line.alone = (newest.pk,)
    assert [case.pk for case in line.in_line()[:1]] == [newest.pk]
    assert len({case.pk for case in line.in_line()[:20]}) == 14


def test_who_waits_is_seen_as_without_the_short_way(cast, line, today):
    for reader in (cast.carla, cast.ana, cast.sonia, cast.mara, cast.lucia):
        for permission in (PLACE, Permission.PLACEMENT_READ, Permission.CASE_READ):
            seen = without_bed(Case.objects.visible_to(reader, permission), reader.today())
            in_short = waiting_in_sight(reader, permission)
            assert set(in_short) == set(seen), (reader, permission)


def test_who_got_a_bed_is_no_longer_in_sight_as_one_that_waits(cast, today):
    site = a_site(cast.cucuta, beds=[1])
    a_site(cast.cucuta, beds=[1], run_by=cast.carla)
    [case] = [a_family(cast.norte)]
    assert case in waiting_in_sight(cast.carla, PLACE)
    [person] = people_of(case)
    a_stay(person, site, beds_of(site)[0], by=cast.sonia, starts_on=today)
    assert case not in waiting_in_sight(cast.carla, PLACE)
    assert case not in Case.objects.visible_to(cast.carla, PLACE)


def _now_at_sites():
    return Site.objects.annotate(now=ThisMoment()).values_list("now", flat=True)


def test_kept_words_read_the_clock_when_they_are_asked(cast):
    """Midnight comes to a site after the words of its day were made."""
    a_site(cast.cucuta)
    for hour in (3, 23):
        at = datetime.datetime(2026, 11, 20, hour, tzinfo=datetime.UTC)
        with time_machine.travel(at, tick=False):
            assert cached_rows(_now_at_sites) == [at]


def test_two_who_hold_one_bed_are_one_taken_bed(cast, today):
    site = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    bed, _other = beds_of(site)
    [stays], [comes] = (people_of(a_family(cast.norte)) for _each in range(2))
    a_stay(
        stays, site, bed, by=cast.carla, starts_on=today - 9 * DAY, planned_end_on=today - DAY,
        checked_in_at=datetime.datetime.now(datetime.UTC),
    )  # fmt: skip
    a_stay(comes, site, bed, by=cast.carla, starts_on=today)
    assert Placement.objects.sleeping_on(today).filter(bed=bed).count() == 2
    [alone] = Site.objects.filter(pk=site.pk).with_occupancy(today)
    [together] = with_occupancy([site], today)
    assert together.occupancy == alone.occupancy
    assert (together.occupancy.beds, together.occupancy.free) == (2, 1)
