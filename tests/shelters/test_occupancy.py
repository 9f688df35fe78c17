"""Occupancy as the database counts it, night by night."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from casework.exits.actions import confirm_loss, report_loss
from reporting.figures.sheltered import sheltered_on
from shelters.choices import BedKind
from shelters.models import Bed, BedClosure, Placement, Site
from shelters.rules.occupancy import Occupancy
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import SINCE, a_family, a_municipality, a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)
NIGHT = datetime.date(2019, 3, 1)


@pytest.fixture
def site(cast):
    return a_site(cast.cucuta, beds=[2, 2])


def occupancy(site, night=NIGHT):
    return Site.objects.with_occupancy(night).get(pk=site.pk).occupancy


def sleep(cast, site, bed=None, starts_on=SINCE, ends_on=None):
    return a_stay(
        people_of(a_family(cast.norte))[0],
        site,
        bed,
        by=cast.carla,
        starts_on=starts_on,
        ends_on=ends_on,
    )


def test_an_empty_site_is_all_free(site):
    assert occupancy(site) == Occupancy(sleepers=0, beds=4, free=4)


def test_the_night_of_leaving_is_not_slept(cast, site):
    bed = beds_of(site)[0]
    sleep(cast, site, bed, ends_on=NIGHT)
    assert occupancy(site, NIGHT - DAY).sleepers == 1
    assert occupancy(site, NIGHT) == Occupancy(sleepers=0, beds=4, free=4)


def test_somebody_without_a_bed_counts_as_sleeper_and_takes_none(cast, site):
    sleep(cast, site)
    assert occupancy(site) == Occupancy(sleepers=1, beds=4, free=4)


def test_a_bed_out_of_service_leaves_the_divisor_for_its_nights_only(cast, site):
    BedClosure.objects.create(
        bed=beds_of(site)[0],
        starts_on=NIGHT,
        ends_on=NIGHT + 2 * DAY,
        reason="damp",
        closed_by=cast.carla,
    )
    assert [occupancy(site, NIGHT + each * DAY).beds for each in (-1, 0, 1, 2)] == [4, 3, 3, 4]


def test_a_bed_counts_from_the_night_it_stands_until_it_is_taken_away(site):
    Bed.objects.filter(pk=beds_of(site)[0].pk).update(opened_on=NIGHT, closed_on=NIGHT + DAY)
    assert [occupancy(site, NIGHT + each * DAY).beds for each in (-1, 0, 1)] == [3, 4, 3]


def test_surge_places_stand_apart_and_are_never_capacity(cast, site):
    room = site.rooms.first()
    surge = Bed.objects.create(
        room=room,
        name="S1",
        position=9,
        kind=BedKind.SURGE,
        opened_on=SINCE,
        approved_by=cast.sonia,
        reason="peak",
        review_on=NIGHT,
    )
    for bed in [*beds_of(site)]:
        sleep(cast, site, bed)
    assert occupancy(site) == Occupancy(sleepers=5, beds=4, free=0, surge=1, surge_free=0)
    assert surge not in Bed.objects.untaken_on(NIGHT)


def test_a_closed_site_has_no_beds(site):
    Site.objects.filter(pk=site.pk).update(closed_on=NIGHT)
    assert [occupancy(site, NIGHT + each * DAY).beds for each in (-1, 0)] == [4, 0]


def test_three_hotels_on_one_day_and_seven_on_another(cast):
    for number in range(7):
        a_site(cast.cucuta, opened_on=NIGHT if number < 3 else NIGHT + 60 * DAY)
    assert [Site.objects.open_on(day).count() for day in (NIGHT, NIGHT + 60 * DAY)] == [3, 7]


def test_totals_split_by_municipality(cast):
    places = {"54001": ("Cúcuta", 2), "54874": ("Villa del Rosario", 1)}
    for code, (name, number) in places.items():
        for _ in range(number):
            site = a_site(cast.cucuta, municipality=a_municipality(code, name))
            sleep(cast, site, beds_of(site)[0])
    totals: dict[str, int] = {}
    for site in Site.objects.with_occupancy(NIGHT):
        totals[site.municipality_id] = totals.get(site.municipality_id, 0) + site.sleepers
    assert totals == {"54001": 2, "54874": 1}


@pytest.mark.parametrize("kind", ["death", "return"])
def test_nobody_is_counted_asleep_from_a_confirmed_death_or_forced_return_on(cast, site, kind):
    bed = beds_of(site)[0]
    stay = sleep(cast, site, bed)
    told = {"known_from": "Una llamada.", "told": "Lo contó su hermana.", "by": cast.ana}
    report = report_loss(stay.individual, kind=kind, on=NIGHT, **told)
    assert occupancy(site).sleepers == 1
    confirm_loss(report, checked_how="Vi el certificado.", by=cast.sonia)
    assert occupancy(site, NIGHT - DAY) == Occupancy(sleepers=1, beds=4, free=3)
    # The bed stays taken until somebody has looked.
    assert occupancy(site) == Occupancy(sleepers=0, beds=4, free=3, kept=1)
    assert not sheltered_on({cast.cucuta.pk}, NIGHT).exists()
    assert sheltered_on({cast.cucuta.pk}, NIGHT - DAY).exists()
    Placement.objects.update(checked_in_at=timezone.now())
    today = cast.carla.today()
    assert list(Placement.objects.in_state("left_open", today)) == [stay]
    page = page_of(as_(cast.ana).get(reverse("placement-list"), {"state": "left_open"}))
    assert page.says(stay.individual.display_name)
    Placement.objects.update(ends_on=NIGHT, checked_out_at=timezone.now())
    assert not Placement.objects.in_state("left_open", today).exists()
