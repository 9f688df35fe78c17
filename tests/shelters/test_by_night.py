"""Thirty nights at once are those that each night counts by itself, and the numbers beside each other add up."""

import datetime
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from casework.exits.actions import confirm_loss, report_loss
from shelters.by_night import MOST_NIGHTS, beds_chart, count_nights
from shelters.choices import BedKind
from shelters.models import Bed, BedClosure, Placement, Site
from shelters.night import night_of
from shelters.occupied import with_occupancy
from shelters.rules.occupancy import Occupancy
from shelters.sums import sums_in_words
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import SINCE, a_family, a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)
NIGHT = datetime.date(2019, 3, 1)


def one(cast):
    return people_of(a_family(cast.norte))[0]


def a_surge_place(cast, site, **fields):
    return Bed.objects.create(
        room=site.rooms.first(),
        name="S1",
        position=9,
        kind=BedKind.SURGE,
        approved_by=cast.sonia,
        reason="peak",
        review_on=NIGHT,
        **{"opened_on": NIGHT - 2 * DAY, **fields},
    )


@pytest.fixture
def busy(cast):
    """Sites that open and close, beds that come, go and are out of service, and stays that end in every way."""
    first, second = (a_site(cast.cucuta, beds=[4, 2], run_by=cast.carla) for _ in range(2))
    a_site(cast.cucuta, beds=[9], opened_on=NIGHT + 3 * DAY)
    Site.objects.filter(pk=second.pk).update(closed_on=NIGHT + 4 * DAY)
    beds = beds_of(first)
    Bed.objects.filter(pk=beds[3].pk).update(opened_on=NIGHT - DAY, closed_on=NIGHT + DAY)
    surge = a_surge_place(cast, first, closed_on=NIGHT + 5 * DAY)
    shut = {"reason": "damp", "closed_by": cast.carla}
    BedClosure.objects.create(bed=beds[0], starts_on=NIGHT, ends_on=NIGHT + 2 * DAY, **shut)
    BedClosure.objects.create(bed=beds[0], starts_on=NIGHT + 3 * DAY, ends_on=None, **shut)
    BedClosure.objects.create(bed=beds[1], starts_on=NIGHT, ends_on=NIGHT, **shut)
    BedClosure.objects.create(bed=surge, starts_on=NIGHT, ends_on=NIGHT + DAY, **shut)
    now = timezone.now()
    a_stay(one(cast), first, beds[1], by=cast.carla)
    a_stay(one(cast), first, beds[2], by=cast.carla, ends_on=NIGHT)
    a_stay(one(cast), first, by=cast.carla, starts_on=NIGHT, planned_end_on=NIGHT + 2 * DAY)
    a_stay(one(cast), first, by=cast.carla, planned_end_on=NIGHT + 2 * DAY, checked_in_at=now)
    a_stay(one(cast), second, by=cast.carla, starts_on=NIGHT - DAY)
    a_stay(one(cast), second, by=cast.carla, starts_on=NIGHT, ends_on=NIGHT)
    a_stay(one(cast), second, by=cast.carla, cancelled_at=now, cancel_reason="mistake")
    lost = a_stay(one(cast), first, beds[4], by=cast.carla)
    told = {"known_from": "Una llamada.", "told": "Lo contó su hermana.", "by": cast.ana}
    report = report_loss(lost.individual, kind="death", on=NIGHT + DAY, **told)
    confirm_loss(report, checked_how="Vi el certificado.", by=cast.sonia)
    return first


def test_every_night_is_what_the_night_counts_by_itself(cast, busy):
    nights = count_nights(Site.objects.select_related("office"), SINCE - 2 * DAY, NIGHT + 8 * DAY)
    for night in nights:
        sites = Site.objects.open_on(night.on).with_occupancy(night.on)
        at_once = with_occupancy(
            [site for site in Site.objects.all() if site.is_open_on(night.on)], night.on
        )
        assert [site.occupancy for site in at_once] == [site.occupancy for site in sites]
        whole = sum((site.occupancy for site in sites), Occupancy(0, 0, 0))
        assert (night.sleepers, night.beds, night.surge) == (
            whole.sleepers,
            whole.beds,
            whole.surge,
        ), night.on
    assert len({(night.sleepers, night.beds, night.surge) for night in nights}) > 6


def test_lists_and_the_page_of_a_night_count_what_sites_count_by_themselves(cast, busy):
    found = set()
    for night in (NIGHT + number * DAY for number in range(-2, 8)):
        alone = {site.pk: site.occupancy for site in Site.objects.with_occupancy(night)}
        together = with_occupancy(Site.objects.all(), night)
        assert {site.pk: site.occupancy for site in together} == alone, night
        for site in Site.objects.with_sleepers(night):
            assert night_of(site, night, reader=cast.carla).occupancy == alone[site.pk], night
        found |= set(alone.values())
    assert len(found) > 8


def test_all_nights_take_as_many_queries_as_one(cast, busy):
    def queries(first):
        with CaptureQueriesContext(connection) as seen:
            count_nights(Site.objects.select_related("office"), first, NIGHT)
        return len(seen)

    assert queries(NIGHT - 90 * DAY) == queries(NIGHT) == 5


def test_a_page_with_nights_asks_as_often_for_five_stays_as_for_two(cast):
    hall = a_site(cast.cucuta, beds=[40], run_by=cast.carla)
    pages = {
        reverse("site-detail", args=[hall.pk]): as_(cast.carla),
        reverse("today"): as_(cast.adela),
    }

    def queries():
        counts = []
        for page, client in pages.items():
            with CaptureQueriesContext(connection) as seen:
                assert client.get(page).status_code == 200
            counts.append(len(seen))
        return counts

    for bed in beds_of(hall)[:2]:
        a_stay(one(cast), hall, bed, by=cast.carla)
    queries()
    at_two = queries()
    for bed in beds_of(hall)[2:5]:
        a_stay(one(cast), hall, bed, by=cast.carla)
    # The first look works out what falls due of them.
    queries()
    assert queries() == at_two
    assert max(at_two) <= 40


def test_the_line_of_surge_stands_only_where_there_is_surge(cast):
    site = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    assert [key.look for key in beds_chart(Site.objects.select_related("office"), NIGHT).keys] == [
        "bar",
        "limit",
    ]
    a_surge_place(cast, site)
    chart = beds_chart(Site.objects.select_related("office"), NIGHT)
    assert [key.look for key in chart.keys] == ["bar", "limit", "surge"]
    assert len(chart.rows) == 30
    assert chart.rows[-1].cells == ("0", "2", "3")


def test_a_long_period_is_drawn_from_its_end(cast):
    chart = beds_chart(
        Site.objects.select_related("office"), NIGHT, first=datetime.date(2001, 1, 1)
    )
    assert len(chart.rows) == MOST_NIGHTS
    assert chart.rows[-1].label.endswith("2019")


def test_who_reads_occupancy_sees_the_nights_of_a_site_and_who_does_not_sees_none(cast):
    site = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    page = reverse("site-detail", args=[site.pk])
    for name in ("carla", "sonia", "adela"):
        assert page_of(as_(cast.users[name]).get(page)).says("Camas por noche"), name
    for name in ("ana",):
        answer = as_(cast.users[name]).get(page)
        assert not page_of(answer).says("Camas por noche")
        assert not page_of(answer).says("camas en servicio.")


def test_the_administrator_has_thirty_nights_on_today(cast):
    a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    blocks = {
        name: [each.slug for each in as_(cast.users[name]).get(reverse("today")).context["blocks"]]
        for name in ("adela", "carla", "sonia", "ana")
    }
    assert [name for name, slugs in blocks.items() if "by-night" in slugs] == ["adela"]
    page = page_of(as_(cast.adela).get(reverse("today")))
    assert len(page.part("by-night").rows) == 30


# Words that add up

SITES = [
    # Somebody on the floor of one, and a bed kept in another.
    Occupancy(sleepers=70, beds=60, free=0, surge=10, surge_free=1),
    Occupancy(sleepers=5, beds=220, free=214, kept=1),
    Occupancy(sleepers=18, beds=0, free=0, surge=20, surge_free=2),
]


def test_three_numbers_side_by_side_are_said_as_sums():
    with translation.override("en"):
        said = sums_in_words(SITES)
        assert said == (
            "214 free + 66 taken = 280 beds in service. "
            "65 in beds + 27 on surge places + 1 without a bed = 93 people asleep. "
            "Surge places are no beds: 3 of 30 are free. "
            "1 place stays taken until who left, or leaves today, is checked out."
        )
        for left, right in re.findall(r"([^.=]*\+[^.=]*)= (\d+)", said):
            assert sum(map(int, re.findall(r"\d+", left))) == int(right)


@pytest.mark.parametrize("sites", [[], [Occupancy(0, 0, 0)]])
def test_where_there_is_nothing_nothing_is_said(sites):
    assert sums_in_words(sites) == ""


def test_today_says_the_sum(cast):
    site = a_site(cast.cucuta, beds=[4], run_by=cast.carla)
    a_stay(one(cast), site, beds_of(site)[0], by=cast.carla)
    page = page_of(as_(cast.carla).get(reverse("today")))
    assert page.part("tonight").says("3 libres + 1 ocupadas = 4 camas en servicio.")
    assert page.part("tonight").says("1 en camas = 1 persona que duerme.")


def test_nights_are_the_same_in_a_short_period_as_in_a_long_one(cast, busy):
    """Where sites were open all along, they are counted together."""
    sites = list(Site.objects.select_related("office"))
    first, last = SINCE - 2 * DAY, NIGHT + 8 * DAY
    nights = count_nights(sites, first, last)
    for length in (1, 2, 5):
        for begin in range(len(nights) - length + 1):
            part = nights[begin : begin + length]
            assert count_nights(sites, part[0].on, part[-1].on) == part, part[0].on
            with_occupancy([site for site in sites if site.is_open_on(part[-1].on)], part[-1].on)
            assert count_nights(sites, part[0].on, part[-1].on, has_occupancy=True) == part, part[
                0
            ].on


def test_what_stands_all_along_is_not_read_where_the_last_night_is_known(cast):
    site = a_site(cast.cucuta, beds=[4], run_by=cast.carla)
    a_stay(one(cast), site, beds_of(site)[0], by=cast.carla)
    a_stay(one(cast), site, beds_of(site)[1], by=cast.carla, starts_on=NIGHT - DAY)
    period = {"first": NIGHT - 2 * DAY, "last": NIGHT}
    sites = with_occupancy(Site.objects.select_related("office"), NIGHT)
    all_read = count_nights(sites, **period)
    assert [(night.sleepers, night.beds) for night in all_read] == [(1, 4), (2, 4), (2, 4)]
    Placement.objects.filter(starts_on=SINCE).update(
        checked_in_at=None, cancelled_at=timezone.now(), cancel_reason="mistake"
    )
    assert count_nights(sites, **period, has_occupancy=True) == all_read
    assert count_nights(sites, **period) != all_read
