"""15 and 16 May 2019: a hotel that was owed COP 60 million puts out 65 former members and 92 relatives."""

import datetime
from decimal import Decimal

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from casework.register.choices import Category, Sex
from shelters.choices import SiteKind
from shelters.contracts.actions import record_bill
from shelters.contracts.terms import terms_on
from shelters.models import Bed, MovePlan, Placement
from shelters.plan.page import totals
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_room, a_site
from tests.shelters.plan.plan_builds import (
    BABY,
    BOY,
    DAY,
    GIRL,
    MAN,
    WOMAN,
    family_with,
    plan_of,
    sleeping_at,
    worked_out,
)
from worklist.notices.models import Notice
from worklist.notices.writing import write_notices

EVICTED_ON = datetime.date(2019, 5, 16)
NOON = datetime.datetime(2019, 5, 15, 17, tzinfo=datetime.UTC)
# Relatives of each former member who is not alone: 92 of 23 families.
RELATIVES = [*([2, 3, 4, 5, 6] * 4), 4, 4, 4]
ALONE = 42


@pytest.fixture(autouse=True)
def may_2019():
    with time_machine.travel(NOON):
        yield


@pytest.fixture
def hotel(cast):
    """The hotel with everybody in it."""
    site = a_site(cast.cucuta, beds=[], run_by=cast.carla, name="Hotel de mayo")
    a_room(site, 157, name="todas")
    kin = [WOMAN, BOY, GIRL, BABY, MAN, GIRL]
    families = [
        family_with(cast.norte, MAN, *kin[:number], day=EVICTED_ON, soldiers=1)
        for number in RELATIVES
    ]
    for number in range(ALONE):
        who = (Sex.FEMALE, 25) if number % 7 == 0 else MAN
        families.append(family_with(cast.norte, who, day=EVICTED_ON, soldiers=1))
    sleeping_at(site, families, by=cast.carla)
    return site


def other_sites(cast, *sites):
    """Free rooms by their beds, site by site, and a church hall of ten places."""
    for number, rooms in enumerate(sites):
        a_site(cast.cucuta, beds=rooms, run_by=cast.carla, name=f"Hotel {number + 2}")
    hall = a_site(cast.cucuta, beds=[], run_by=cast.carla, kind=SiteKind.CHURCH_SHELTER)
    a_room(hall, 10, kind="hall", name="salón")


def test_f13_of_the_157_exactly_those_have_no_place_for_whom_there_is_no_bed(cast, hotel):
    other_sites(cast, *([[7, 5, 4, 4, 4, 3, 2, 2]] * 4), [4, 4, 3])
    plan = plan_of(hotel, leaves_on=EVICTED_ON, counts_until=EVICTED_ON + 3 * DAY, by=cast.carla)
    lines = list(plan.lines.with_people())
    free = Bed.objects.free_from(EVICTED_ON, None).exclude(room__site=hotel).count()
    assert free == 145
    assert totals(plan, lines) == (157, 157 - free, (157 - free) * 3)
    assert totals(plan, lines).sentence == "12 de 157 sin cupo, 36 noches de cama"
    assert plan.proof in ("best", "fewest")
    assert sites_by_family(lines) == {1}
    assert not alone_among_strangers(lines)
    beds = [line.bed_id for line in lines if line.bed_id]
    assert len(beds) == len(set(beds)) == free


def sent(browser, address, **asked):
    """What the page at this address asks for, with these answers; the page that follows."""
    form = page_of(browser.get(address)).fields
    answer = browser.post(address, {**form, **asked}, follow=True)
    assert answer.redirect_chain, page_of(answer).refusals
    return page_of(answer)


def test_f13_the_157_of_may_2019_are_told_of_at_once_and_moved_as_families_through_the_pages_alone(
    cast, hotel
):
    """Sonia records the notice, Carla is told at once, and four taps later everybody has a place; then the slips."""
    people = Placement.objects.filter(site=hotel)
    soldiers = people.filter(individual__category=Category.FORMER_MEMBER).count()
    assert (soldiers, people.count() - soldiers) == (65, 92)
    other_sites(cast, *([[7, 5, 4, 4, 4, 3, 2, 2]] * 5), [4] * 5)
    owed(hotel, by=cast.carla)
    carla = as_(cast.carla)
    sent(
        as_(cast.sonia),
        reverse("site-notice-record", args=[hotel.pk]),
        leaves_on="2019-05-15",
        given_by="owner",
        cause="arrears",
    )
    write_notices(timezone.now())
    told = Notice.objects.filter(kind="site_notice_given", due_on=EVICTED_ON)
    assert cast.carla in {notice.user for notice in told}
    today = page_of(carla.get(reverse("today")))
    assert today.says(
        "157 personas en Hotel de mayo", "desde la noche del 16", "nadie puede quedarse"
    )
    make = reverse("move-plan-make", args=[hotel.pk])
    # 1: Today leads to the plan. 2: it is worked out, for the days that the notice says.
    assert make in today.links
    assert sent(carla, make).says("Se están calculando los cupos")
    plan = worked_out(MovePlan.objects.get(site=hotel))
    lines = list(plan.lines.with_people())
    assert sites_by_family(lines) == {1}
    assert not alone_among_strangers(lines)
    page = page_of(carla.get(reverse("move-plan-detail", args=[plan.pk])))
    assert page.says("Las 157 personas tienen cupo nuevo")
    # 3: the one main act of its page. 4: with the reason that rooms of several families need.
    apply = reverse("move-plan-apply", args=[plan.pk])
    assert apply in page.links
    applied = sent(carla, apply, reason="El hotel cierra mañana.")
    slips = reverse("move-plan-print", args=[plan.pk])
    assert slips in applied.links
    printed = page_of(carla.get(slips))
    moved = Placement.objects.filter(starts_on=EVICTED_ON, previous__site=hotel)
    assert moved.count() == 157
    assert printed.text.count("su habitación es") == len({stay.case_id for stay in moved})


def owed(hotel, *, by):
    today = by.today()
    record_bill(
        hotel,
        billed_on=today,
        amount=Decimal(60_000_000),
        currency="COP",
        starts_on=today - 40 * DAY,
        ends_on=today,
        by=by,
    )
    hotel.refresh_from_db()
    assert terms_on(hotel, today).owed == [(Decimal(60_000_000), "COP")]


def sites_by_family(lines):
    """How many sites each family is planned at: nobody's family is split, or has a place only in part."""
    by_case = {}
    for line in lines:
        by_case.setdefault(line.placement.case_id, set()).add(line.bed and line.bed.room.site_id)
    return {len(sites) for sites in by_case.values()}


def alone_among_strangers(lines):
    """Children in a room with an adult of others and none of their own, found without the rules."""
    rooms = {}
    for line in lines:
        if line.bed:
            rooms.setdefault(line.bed.room_id, []).append(line.placement)
    return [
        child
        for inside in rooms.values()
        for child in inside
        if is_child(child)
        and any(not is_child(one) and one.case_id != child.case_id for one in inside)
        and not any(not is_child(one) and one.case_id == child.case_id for one in inside)
    ]


def is_child(stay):
    return EVICTED_ON.year - stay.individual.birth_year < 18
