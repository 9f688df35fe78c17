"""What a night of a stay was: in Python, in SQL, and as the figures count it, against counts by brute force."""

import datetime
from types import SimpleNamespace

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from aid.coverage import coverage
from aid.models import Cover
from reporting.figures.sheltered import by_municipality, sheltered_on
from shelters.actions import placements, presence
from shelters.actions.cancelling import cancel
from shelters.actions.undo import undo
from shelters.by_night import count_nights
from shelters.choices import CancelReason, StayNight, StayStatus
from shelters.models import Placement, Site
from shelters.occupied import with_occupancy
from shelters.querysets.families import members_without_bed
from shelters.refusals import PersonHasPlace, StayNotOpen
from shelters.rules.occupancy import Occupancy
from shelters.rules.stays import night_of
from shelters.sums import sums_in_words
from tests.cast import as_
from tests.page import page_of
from tests.shelters.acts import check_in, check_out, correct_stay
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)
TODAY = datetime.date(2019, 3, 10)


def a_plan(**fields):
    empty = dict.fromkeys(
        ("ends_on", "planned_end_on", "allowed_until", "checked_in_at", "cancelled_at")
    )
    values = {**empty, "starts_on": TODAY, **fields}
    return SimpleNamespace(**values, has_arrived=values["checked_in_at"] is not None)


NOON = datetime.datetime(2019, 3, 1, 12, tzinfo=datetime.UTC)
BEFORE = TODAY - 3 * DAY


@pytest.mark.parametrize(
    ("stay", "night", "kind"),
    [
        (a_plan(cancelled_at=NOON), TODAY, StayNight.ANNULLED),
        (a_plan(), TODAY - DAY, None),
        (a_plan(), TODAY, StayNight.PLANNED),
        (a_plan(), TODAY + DAY, StayNight.PLANNED),
        (a_plan(starts_on=BEFORE), BEFORE, StayNight.NOT_ARRIVED),
        (a_plan(starts_on=BEFORE), TODAY, StayNight.NOT_ARRIVED),
        (a_plan(starts_on=BEFORE, planned_end_on=TODAY), TODAY, StayNight.LEFT),
        (a_plan(starts_on=BEFORE, checked_in_at=NOON), BEFORE, StayNight.SLEPT),
        (a_plan(starts_on=BEFORE, checked_in_at=NOON), TODAY, StayNight.SLEPT),
        (a_plan(starts_on=BEFORE, checked_in_at=NOON), TODAY + DAY, StayNight.PLANNED),
        (
            a_plan(starts_on=BEFORE, checked_in_at=NOON, planned_end_on=TODAY),
            TODAY,
            StayNight.LEFT,
        ),
        (
            a_plan(starts_on=BEFORE, checked_in_at=NOON, planned_end_on=TODAY - DAY),
            TODAY,
            StayNight.SLEPT,
        ),
        (a_plan(starts_on=BEFORE, checked_in_at=NOON, ends_on=TODAY), TODAY, StayNight.LEFT),
    ],
)
def test_a_night_is_slept_planned_or_missed(stay, night, kind):
    assert night_of(stay, night, TODAY) == kind


@pytest.fixture
def site(cast):
    return a_site(cast.cucuta, beds=[4], run_by=cast.carla)


@pytest.fixture
def today(cast):
    return cast.carla.today()


def one(cast):
    return people_of(a_family(cast.norte))[0]


# A stay: days until its first night, and after it until its end and planned end; whether somebody came; cancelled.
lengths = st.none() | st.integers(1, 6)
some_stays = st.lists(
    st.tuples(
        st.integers(-6, 3),
        st.none() | st.integers(0, 6),
        lengths,
        st.booleans(),
        st.sampled_from([None, None, None, CancelReason.NO_SHOW]),
    ),
    min_size=1,
    max_size=5,
)


def write(cast, site, stays, today):
    """Writes those that the database takes."""
    for begins, length, planned, came, cancelled in stays:
        starts_on = today + begins * DAY
        has_come = came and starts_on <= today and not cancelled
        with transaction.atomic():
            a_stay(
                one(cast),
                site,
                by=cast.carla,
                starts_on=starts_on,
                ends_on=None if length is None else starts_on + length * DAY,
                planned_end_on=starts_on + planned * DAY if planned else None,
                checked_in_at=timezone.now() if has_come else None,
                cancelled_at=timezone.now() if cancelled else None,
                cancel_reason=cancelled or "",
            )


@pytest.mark.django_db
@settings(max_examples=12, deadline=None)
@given(some_stays, st.integers(-7, 4))
def test_python_and_sql_say_the_same_of_any_night_and_so_do_the_figures(cast, drawn, days):
    with transaction.atomic():
        site = a_site(cast.cucuta, beds=[4])
        today = cast.carla.today()
        write(cast, site, drawn, today)
        night = today + days * DAY
        stays = {each.pk: each for each in Placement.objects.filter(site=site)}
        ours = {key: night_of(each, night, today) for key, each in stays.items()}
        said = Placement.objects.filter(site=site).with_night_of(night)
        assert dict(said.values_list("pk", "night_of")) == ours
        counts = StayNight.SLEPT if night <= today else StayNight.PLANNED
        counted = {key for key, kind in ours.items() if kind == counts}
        asleep = Placement.objects.filter(site=site).asleep_on(night)
        assert set(asleep.values_list("pk", flat=True)) == counted
        alone = Site.objects.select_related("office").with_occupancy(night).get(pk=site.pk)
        [told] = with_occupancy(Site.objects.filter(pk=site.pk), night)
        nights = count_nights([alone], night - 2 * DAY, night + 2 * DAY)
        assert alone.occupancy == told.occupancy
        assert [alone.sleepers, nights[2].sleepers] == [len(counted)] * 2
        slept = sheltered_on({cast.cucuta.pk}, night).values_list("pk", flat=True)
        assert set(slept) == {stays[key].individual_id for key in counted}
        transaction.set_rollback(True)


# Late arrivals, no-shows and corrections, as people record them


def slept_by_hand(stays, night):
    """Counted without any of the rules: who arrived, on the nights between the first and the day of leaving."""
    return sum(
        stay.checked_in_at is not None
        and stay.cancelled_at is None
        and stay.starts_on <= night
        and (stay.ends_on is None or night < stay.ends_on)
        for stay in stays
    )


acts = st.lists(
    st.tuples(
        st.integers(1, 6),
        st.sampled_from(
            ["arrives", "arrives late", "no show", "nobody says", "leaves", "corrected"]
        ),
        st.integers(0, 5),
    ),
    min_size=1,
    max_size=4,
)


@pytest.mark.django_db
@settings(max_examples=8, deadline=None)
@given(acts, st.integers(1, 7))
def test_any_past_night_is_counted_as_by_hand_whoever_came_late_or_never(cast, drawn, ago):
    with transaction.atomic():
        today = cast.sonia.today()
        site = a_site(cast.cucuta, beds=[8])
        for act, bed in zip(drawn, beds_of(site), strict=False):
            happen(cast, bed, today, *act)
        stays, night = list(Placement.objects.filter(site=site)), today - ago * DAY
        by_hand = slept_by_hand(stays, night)
        told = Site.objects.select_related("office").with_occupancy(night).get(pk=site.pk)
        assert told.occupancy == Occupancy(sleepers=by_hand, beds=8, free=8 - by_hand)
        there = sheltered_on({cast.cucuta.pk}, night)
        in_cucuta = by_municipality({cast.cucuta.pk}, night).get("54001", there.none())
        assert (there.count(), in_cucuta.count()) == (by_hand, by_hand)
        nights = count_nights([told], today - 7 * DAY, today - DAY)
        assert {each.on: each.sleepers for each in nights} == {
            each.on: slept_by_hand(stays, each.on) for each in nights
        }
        transaction.set_rollback(True)


def happen(cast, bed, today, days, act, later):
    """Somebody is expected in the bed some days ago, and this became of it."""
    starts_on = today - days * DAY
    site, first = bed.room.site, min(starts_on + later * DAY, today)
    stay = placements.place(one(cast), site=site, bed=bed, starts_on=starts_on, by=cast.sonia)
    if act == "no show":
        cancel(stay, reason=CancelReason.NO_SHOW, by=cast.sonia)
    elif act == "arrives late":
        check_in(stay, first_night=first, by=cast.sonia)
    elif act != "nobody says":
        check_in(stay, by=cast.sonia)
    if act == "leaves":
        check_out(stay, on=first, by=cast.sonia)
    elif act == "corrected" and first != starts_on:
        correct_stay(stay, starts_on=first, reason="Llegó después.", by=cast.sonia)


# A stay that nobody checked in


@pytest.fixture
def bedless(cast, today):
    """Who of Norte's people looks for a bed tonight."""
    return lambda: set(members_without_bed(today).values_list("individual__number", flat=True))


def planned(cast, site, starts_on, **fields):
    person, bed = one(cast), next(bed for bed in beds_of(site) if not bed.placements.exists())
    return a_stay(
        person, site, bed, by=cast.carla, starts_on=starts_on, checked_in_at=None, **fields
    )


def test_a_planned_bed_keeps_nobody_from_the_queue_after_its_first_night(
    cast, site, today, bedless
):
    due, missed = planned(cast, site, today), planned(cast, site, today - DAY)
    to_come = planned(cast, site, today + DAY)
    assert bedless() == {missed.individual.number, to_come.individual.number}
    check_in(missed, first_night=today, by=cast.carla)
    assert bedless() == {to_come.individual.number}
    assert due.individual.number not in bedless()


def test_tonight_a_planned_bed_is_held_and_said_to_be_expected_and_counts_as_not_slept(
    cast, site, today
):
    planned(cast, site, today)
    planned(cast, site, today - DAY)
    occupancy = Site.objects.with_occupancy(today).get(pk=site.pk).occupancy
    assert occupancy == Occupancy(sleepers=0, beds=4, free=2, expected=2)
    with override("es"):
        said = sums_in_words([occupancy])
        assert "2 cupos están guardados para quienes no han llegado." in said
    page = page_of(as_(cast.carla).get(reverse("site-detail", args=[site.pk])))
    assert page.says(said)


def test_past_nights_of_a_stay_that_never_began_count_for_nobody(cast, site, today):
    stay = planned(cast, site, today - 3 * DAY)
    for night in (today - 3 * DAY, today - DAY):
        occupancy = Site.objects.with_occupancy(night).get(pk=site.pk).occupancy
        assert occupancy == Occupancy(sleepers=0, beds=4, free=4), night
        page = page_of(
            as_(cast.carla).get(reverse("site-night", args=[site.pk]), {"on": night.isoformat()})
        )
        assert not page.says(stay.individual.display_name)


def test_a_planned_bed_is_cover_until_its_first_night_has_passed(cast, today):
    site = a_site(cast.cucuta, beds=[4], run_by=cast.carla, paid_until=today + 9 * DAY)
    due, missed = planned(cast, site, today), planned(cast, site, today - DAY)
    people = [due.individual_id, missed.individual_id]
    assert coverage(people, today).keys() == {due.individual_id}
    assert Cover.objects.filter(individual=missed.individual_id).exists()
    check_in(missed, by=cast.carla)
    assert coverage(people, today).keys() == set(people)


# A late check-in


@pytest.fixture
def late(cast, site, today):
    return planned(cast, site, today - 2 * DAY)


def page_of_check_in(cast, stay, **sent):
    address = reverse("placement-check-in", args=[stay.pk])
    client = as_(cast.carla)
    return page_of(client.post(address, sent, follow=True) if sent else client.get(address))


def test_a_late_check_in_asks_which_night_was_the_first(cast, site, late, today):
    page = page_of_check_in(cast, late)
    nights = [(today - n * DAY).isoformat() for n in range(3)]
    assert page.offered("first_night") == nights
    assert not page.fields.get("first_night"), "nothing speaks for the person"
    refused = page_of_check_in(cast, late, stays=late.pk)
    assert any("qué noche" in each for each in refused.refusals)
    late.refresh_from_db()
    assert not late.has_arrived
    page_of_check_in(cast, late, stays=late.pk, first_night=nights[1])
    late.refresh_from_db()
    assert (late.starts_on, late.status_on(today)) == (today - DAY, StayStatus.STAYING)
    counted = [
        Site.objects.with_occupancy(today - n * DAY).get(pk=site.pk).sleepers for n in (2, 1, 0)
    ]
    assert counted == [0, 1, 1]


def test_who_is_expected_today_is_asked_for_no_night(cast, site, today):
    stay = planned(cast, site, today)
    assert "first_night" not in page_of_check_in(cast, stay).fields
    assert not page_of_check_in(cast, stay).offered("first_night")
    page_of_check_in(cast, stay, stays=stay.pk)
    stay.refresh_from_db()
    assert stay.status_on(today) == StayStatus.STAYING


def test_after_many_nights_the_first_is_written_as_a_day(cast, site, today):
    stay = planned(cast, site, today - 20 * DAY)
    assert page_of_check_in(cast, stay).fields["first_night"] == ""
    page_of_check_in(cast, stay, stays=stay.pk, first_night=(today - 12 * DAY).isoformat())
    stay.refresh_from_db()
    assert stay.starts_on == today - 12 * DAY


@pytest.mark.parametrize("first", [None, -3, 1])
def test_the_first_night_lies_between_the_planned_one_and_today(cast, late, today, first):
    night = None if first is None else today + first * DAY
    with pytest.raises(StayNotOpen) as refusal:
        presence.check_in_all([late], first_night=night, by=cast.carla)
    assert refusal.value.field == "first_night"


def test_nobody_arrives_after_the_planned_end(cast, site, today):
    stay = planned(cast, site, today - 3 * DAY, planned_end_on=today - DAY)
    with pytest.raises(StayNotOpen):
        check_in(stay, first_night=today, by=cast.carla)
    placements.extend(stay, planned_end_on=today + DAY, by=cast.carla)
    assert check_in(stay, first_night=today, by=cast.carla).starts_on == today


def test_a_late_check_in_is_taken_back_with_its_first_night(cast, late, today):
    check_in(late, first_night=today, by=cast.carla)
    undo(late, by=cast.carla)
    late.refresh_from_db()
    assert (late.starts_on, late.has_arrived) == (today - 2 * DAY, False)


# Who has no bed tonight, and a place all the same


def test_the_queue_says_who_has_a_place_from_tomorrow_and_who_did_not_arrive(cast, site, today):
    planned(cast, site, today + DAY)
    missed = planned(cast, site, today - DAY)
    client = as_(cast.carla)
    page = page_of(client.get(reverse("family-without-bed-list")))
    assert page.says(f"cupo desde mañana en {site.name}")
    assert page.says(f"se esperaba en {site.name}", "no ha llegado")
    place = page_of(client.get(reverse("placement-place", args=[missed.case_id])))
    assert reverse("placement-check-in", args=[missed.pk]) in place.links
    assert reverse("placement-cancel", args=[missed.pk]) in place.links
    with pytest.raises(PersonHasPlace):
        placements.place(missed.individual, site=site, starts_on=today, by=cast.carla)


def test_who_came_late_and_slept_elsewhere_since_had_left_on_the_planned_day(cast):
    """Otherwise the nights after the planned end would count twice: here as overdue, and where they were slept."""
    today, [site, other] = (
        cast.carla.today(),
        [a_site(cast.cucuta, run_by=cast.carla) for _ in "12"],
    )
    [person] = people_of(a_family(cast.norte))
    planned = {"starts_on": today - 4 * DAY, "planned_end_on": today - 3 * DAY}
    stay = a_stay(person, site, beds_of(site)[0], by=cast.carla, checked_in_at=None, **planned)
    a_stay(
        person,
        other,
        beds_of(other)[0],
        by=cast.carla,
        starts_on=today - 2 * DAY,
        ends_on=today - DAY,
    )
    stay = check_in(stay, by=cast.carla)
    assert (stay.ends_on, stay.status_on(today)) == (today - 3 * DAY, StayStatus.ENDED)
    nights = [today - number * DAY for number in (4, 3, 2, 1)]
    slept = [
        sum(
            night_of(each, night, today) == StayNight.SLEPT
            for each in Placement.objects.filter(individual=person)
        )
        for night in nights
    ]
    assert slept == [1, 0, 1, 0]
    undo(stay, by=cast.carla)
    stay.refresh_from_db()
    assert (stay.ends_on, stay.checked_in_at, stay.checked_out_at) == (None, None, None)


def test_who_came_late_and_was_not_elsewhere_is_here_past_the_planned_day(cast):
    today, site = cast.carla.today(), a_site(cast.cucuta, run_by=cast.carla)
    [person] = people_of(a_family(cast.norte))
    planned = {"starts_on": today - 4 * DAY, "planned_end_on": today - 3 * DAY}
    stay = a_stay(person, site, beds_of(site)[0], by=cast.carla, checked_in_at=None, **planned)
    assert check_in(stay, by=cast.carla).status_on(today) == StayStatus.OVERDUE
