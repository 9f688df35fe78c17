"""Who left, or leaves today, is counted nowhere tonight, though the bed is theirs until somebody checks them out."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from aid.choices import FamiliesShown
from aid.forecasts import forecast, shown_of
from casework.exits.actions import confirm_loss, record_exit, report_loss
from casework.register.choices import ExitType
from pages.dates import short_date
from reporting.figures.sheltered import sheltered_on
from shelters.by_night import count_nights
from shelters.models import Bed, Placement, Site
from shelters.night import night_of
from shelters.occupied import with_occupancy
from shelters.querysets.families import members_without_bed, without_bed
from shelters.rules.occupancy import Occupancy
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)


@pytest.fixture
def site(cast):
    return a_site(cast.cucuta, beds=[4], run_by=cast.carla)


@pytest.fixture
def tonight(site, today):
    """What each way of counting says of tonight; they are one."""

    def count(reader, night=today):
        [alone] = Site.objects.filter(pk=site.pk).with_occupancy(night)
        [together] = with_occupancy([site], night)
        page = night_of(Site.objects.with_sleepers(night).get(pk=site.pk), night, reader=reader)
        [of_night] = count_nights(Site.objects.filter(pk=site.pk), night, night)
        asleep = Placement.objects.all_asleep_on(night)
        assert set(asleep) == set(Placement.objects.asleep_on(night))
        assert asleep.filter(site=site).count() == alone.occupancy.sleepers
        assert alone.occupancy == together.occupancy == page.occupancy
        assert of_night.sleepers == alone.occupancy.sleepers
        return alone.occupancy

    return count


def a_guest(cast, site, bed, today, **fields):
    [person] = people_of(a_family(cast.norte))
    here = {"starts_on": today - 5 * DAY, "checked_in_at": timezone.now(), **fields}
    return a_stay(person, site, bed, by=cast.carla, **here)


def test_who_leaves_today_is_not_counted_tonight_and_who_should_have_left_is(
    cast, site, today, tonight
):
    first, second, third, _fourth = beds_of(site)
    leaves = a_guest(cast, site, first, today, planned_end_on=today)
    a_guest(cast, site, second, today, planned_end_on=today - DAY)
    a_guest(cast, site, third, today, planned_end_on=today + DAY)
    assert tonight(cast.carla) == Occupancy(sleepers=2, beds=4, free=1, kept=1)
    assert tonight(cast.carla, today - DAY) == Occupancy(sleepers=3, beds=4, free=1)
    assert tonight(cast.carla, today + DAY).sleepers == 1
    # Until the check-out nobody else gets the bed, and nobody is said to need one.
    assert not Bed.objects.free_on(today).filter(pk=first.pk).exists()
    assert not members_without_bed(today).filter(individual=leaves.individual).exists()


def test_who_left_by_an_exit_is_not_counted_from_that_day_on(cast, site, today, tonight):
    first, second, *_others = beds_of(site)
    gone = a_guest(cast, site, first, today)
    a_guest(cast, site, second, today)
    record_exit(gone.individual, type=ExitType.ONWARD, on=today, by=cast.ana)
    assert tonight(cast.carla) == Occupancy(sleepers=1, beds=4, free=2, kept=1)
    assert tonight(cast.carla, today - DAY).sleepers == 2
    counted = sheltered_on({cast.cucuta.pk}, today)
    assert not counted.filter(pk=gone.individual_id).exists()
    listed = page_of(as_(cast.carla).get("/placements/?state=left_open"))
    assert listed.says(f"se fue el {short_date(today)}".replace(f" {today.year}", ""))
    assert not listed.says("En el sitio")


def test_the_last_of_a_family_that_left_waits_for_no_bed_and_loses_no_aid(cast, site, today):
    case = a_family(cast.norte)
    [person] = people_of(case)
    assert list(without_bed(type(case).objects.filter(pk=case.pk), today)) == [case]
    assert case.pk in _without_aid(cast, today)
    record_exit(person, type=ExitType.ONWARD, on=today, by=cast.ana)
    assert case.members.on(today).exists()
    assert not without_bed(type(case).objects.filter(pk=case.pk), today).exists()
    assert case.pk not in _without_aid(cast, today)


def _without_aid(cast, today):
    ahead = forecast(cast.sonia, within_days=14, on=today)
    return {family.case_id for family in shown_of(ahead, FamiliesShown.NOTHING_NOW)}


@pytest.mark.parametrize("is_dead", [False, True])
def test_who_is_gone_before_arriving_is_not_checked_in_but_the_stay_is_cancelled(
    cast, site, today, is_dead
):
    first, second, *_others = beds_of(site)
    stays = [
        a_guest(cast, site, bed, today, starts_on=today, checked_in_at=None)
        for bed in (first, second)
    ]
    gone, other = stays
    if is_dead:
        told = {"kind": "death", "on": today, "known_from": "El hospital"}
        confirm_loss(
            report_loss(gone.individual, by=cast.ana, **told), checked_how="Acta", by=cast.sonia
        )
    else:
        record_exit(gone.individual, type=ExitType.ONWARD, on=today, by=cast.ana)
    client = as_(cast.carla)
    night = page_of(client.get(reverse("site-night", args=[site.pk])))
    words = "falleció el" if is_dead else "se fue el"
    assert night.says(f"{words} {short_date(today)}")
    cancel, check_in = (f"placement-{act}" for act in ("cancel", "check-in"))
    assert reverse(cancel, args=[gone.pk]) in night.links
    assert reverse(check_in, args=[gone.pk]) not in night.sends_to
    assert reverse(check_in, args=[other.pk]) in night.sends_to
    page = page_of(client.get(reverse("placement-detail", args=[gone.pk])))
    assert page.says(f"{words} {short_date(today)}")
    assert reverse(check_in, args=[gone.pk]) not in page.links
    assert reverse(cancel, args=[gone.pk]) in page.links
    address = reverse(cancel, args=[gone.pk])
    typed = page_of(client.get(address)).fields
    assert client.post(address, typed | {"reason": "no_show"}).status_code == 302
    gone.refresh_from_db()
    assert gone.cancelled_at
