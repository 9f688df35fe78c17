"""Who stays past the planned end should have left, unless somebody allowed it: until when, who and why are on file."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from shelters.actions import placements
from shelters.actions.overstay import allow_past_the_plan
from shelters.actions.provisional import make_provisional
from shelters.actions.undo import undo
from shelters.choices import BedRule, StayStatus
from shelters.due import stays_allowed, stays_ending
from shelters.models import Placement, StayReason
from shelters.querysets.placement import states
from shelters.refusals import ReasonNeeded, StayNotOpen
from tests.browser import at_desk, axe_faults, chromium, overflow
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_family, a_site, a_stay, agreed, beds_of, people_of

DAY = datetime.timedelta(days=1)
REASON = "La cita del hospital es el jueves."


@pytest.fixture
def stays(cast, site, family, today):
    """The family of three, who should have left yesterday."""
    days = {"starts_on": today - 5 * DAY, "planned_end_on": today - DAY}
    return [
        a_stay(person, site, bed, by=cast.carla, **days)
        for person, bed in zip(people_of(family), beds_of(site)[2:], strict=False)
    ]


def keys_of(stays):
    return [stay.pk for stay in stays]


def fresh(stays):
    return list(Placement.objects.filter(pk__in=keys_of(stays)))


def allow(cast, stays, day, reason=REASON):
    address = reverse("placement-allow", args=[stays[0].pk])
    sent = {"stays": keys_of(stays), "allowed_until": day.isoformat(), "reason": reason}
    return page_of(as_(cast.carla).post(address, sent, follow=True))


def test_who_is_allowed_to_is_not_late_until_that_day_and_late_after_it(cast, stays, today):
    assert {stay.status_on(today) for stay in stays} == {StayStatus.OVERDUE}
    asked = page_of(as_(cast.carla).get(reverse("placement-allow", args=[stays[0].pk])))
    assert (asked.fields["allowed_until"], asked.fields["reason"]) == ("", "")
    after = allow(cast, stays, today + 3 * DAY)
    assert "Se permitió seguir: 3 personas" in after.messages[0]
    found = [{stay.status_on(today + days * DAY) for stay in fresh(stays)} for days in (0, 2, 3, 4)]
    allowed = {StayStatus.ALLOWED}
    assert found == [allowed, allowed, {StayStatus.LEAVES}, {StayStatus.OVERDUE}]


def test_who_moves_meanwhile_is_to_leave_the_new_place_on_the_day_that_was_allowed(
    cast, stays, today
):
    """With an open end nobody would be asked any more until when they may stay."""
    allow(cast, stays, today + 3 * DAY)
    elsewhere = a_site(cast.cucuta, beds=[4], run_by=cast.carla, paid_until=today + 2 * DAY)
    address = reverse("placement-move", args=[stays[0].pk])
    people = [stay.individual_id for stay in stays]
    look = {"people": people, "starts_on": today.isoformat(), "site": elsewhere.pk}
    run = page_of(as_(cast.carla).get(address, look)).offered("run")[0]
    assert page_of(as_(cast.carla).post(address, look | {"run": run})).says("hasta la noche del")
    as_(cast.carla).post(address, look | {"run": run, "reason": REASON})
    moved = Placement.objects.filter(site=elsewhere)
    assert [each.planned_end_on for each in moved] == [today + 3 * DAY] * 3


@pytest.mark.parametrize("days", [0, 2, 3, 4])
def test_the_lists_say_the_same_as_the_status(cast, stays, today, days):
    allow(cast, stays, today + 3 * DAY)
    day, rows = today + days * DAY, Placement.objects.all()
    names = {"leaving": StayStatus.LEAVES, "overdue": StayStatus.OVERDUE}
    names["allowed"] = StayStatus.ALLOWED
    with time_machine.travel(timezone.now() + days * DAY):
        found = {name: set(rows.in_state(name, day)) for name in names}
        said = {name: {e for e in rows if e.status_on(day) == names[name]} for name in names}
    assert found == said
    assert {*names} - {"allowed"} <= {*states(day)}


def test_the_stay_the_site_and_today_say_until_when_and_who_allowed_it(cast, site, stays, today):
    pages = [
        reverse("placement-detail", args=[stays[0].pk]),
        reverse("site-night", args=[site.pk]),
        reverse("board"),
    ]
    allow(cast, stays, today + 3 * DAY)
    stay, night, board = (page_of(as_(cast.carla).get(each)) for each in pages)
    assert stay.says("Sigue con permiso", cast.carla.full_name, "ya pasó el día de salida", REASON)
    assert night.says("Siguen con permiso después del día de salida", "puede quedarse hasta")
    assert not night.says("Con retraso")
    assert not board.says("debía salir")
    today_page = page_of(as_(cast.carla).get(reverse("today")))
    assert today_page.says("puede quedarse en Hotel Puente hasta ese día"), today_page.text
    assert not stays_ending.rows(today).exists()
    assert {row[:2] for row in stays_allowed.rows(today)} == {("stay_allowed", today + 3 * DAY)}
    with time_machine.travel(timezone.now() + 4 * DAY):
        _stay, night, board = (page_of(as_(cast.carla).get(each)) for each in pages)
        assert night.says("Con retraso")
        assert board.says("debía salir")


def test_it_is_taken_back_with_its_reason_and_a_new_day_of_leaving_ends_it(cast, stays, today):
    allow(cast, stays, today + 3 * DAY)
    back = reverse("placement-undo", args=[stays[0].pk])
    assert page_of(as_(cast.carla).get(back)).says("sin permiso para seguir")
    undo(stays[0], by=cast.carla)
    assert {stay.status_on(today) for stay in fresh(stays)} == {StayStatus.OVERDUE}
    assert not StayReason.objects.standing().exists()
    allow(cast, stays, today + 3 * DAY)
    placements.extend_all(fresh(stays), planned_end_on=today + DAY, by=cast.carla)
    assert {stay.allowed_until for stay in fresh(stays)} == {None}
    undo(stays[0], by=cast.carla)
    assert {stay.allowed_until for stay in fresh(stays)} == {today + 3 * DAY}


def test_it_takes_a_reason_a_day_to_come_and_somebody_who_should_have_left(
    cast, site, stays, today
):
    assert allow(cast, stays, today + DAY, reason=" ").refusals
    told = {"reason": REASON, "by": cast.carla}
    with refused("not after today", kind=StayNotOpen):
        allow_past_the_plan(stays, allowed_until=today, **told)
    with refused("Say why", kind=ReasonNeeded):
        allow_past_the_plan(stays, allowed_until=today + DAY, reason="", by=cast.carla)
    [one] = people_of(a_family(cast.norte))
    staying = a_stay(one, site, beds_of(site)[0], by=cast.carla, starts_on=today - DAY)
    with refused("not possible", kind=StayNotOpen):
        allow_past_the_plan([staying], allowed_until=today + DAY, **told)
    allow_past_the_plan(stays, allowed_until=today + DAY, **told)
    with refused("already recorded", kind=StayNotOpen):
        allow_past_the_plan(stays, allowed_until=today + DAY, **told)


def test_the_reason_also_stands_for_nights_that_nobody_pays(cast, site, stays, today):
    agreed(site, paid_until=today)
    allow_past_the_plan(stays[:1], allowed_until=today + 2 * DAY, reason=REASON, by=cast.carla)
    assert set(StayReason.objects.get().rules) == {BedRule.OVERSTAY, BedRule.NOT_PAID}


def test_who_may_not_change_the_stay_does_not_open_the_page(cast, stays):
    answer = as_(cast.luis).get(reverse("placement-allow", args=[stays[0].pk]))
    assert answer.status_code in (403, 404)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", [1280, 360])
def test_the_pages_of_what_holds_beside_the_plan_are_clean_to_read(
    cast, site, stays, today, live_server, width
):
    [person] = people_of(a_family(cast.norte))
    told = {"site": site, "bed": beds_of(site)[0], "starts_on": today + DAY, "by": cast.carla}
    to_come = placements.place(person, **told)
    until = timezone.now() + DAY
    make_provisional([to_come], provisional_until=until, by=cast.carla)
    allow_past_the_plan(stays[:1], allowed_until=today + DAY, reason=REASON, by=cast.carla)
    pages = [
        reverse("placement-allow", args=[stays[0].pk]),
        reverse("placement-detail", args=[stays[0].pk]),
        reverse("placement-provisional", args=[to_come.pk]),
        reverse("placement-confirm", args=[to_come.pk]),
        reverse("site-night", args=[site.pk]),
    ]
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=width, user=cast.carla) as page,
    ):
        for each in pages:
            page.goto(live_server.url + each)
            assert (axe_faults(page), overflow(page)) == ([], 0), each


def test_a_planned_move_ends_the_permission_and_taking_it_back_restores_it(cast, stays, today):
    until = today + 5 * DAY
    allow(cast, stays, until)
    [stay, *_others] = fresh(stays)
    hall = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    moved = {"site": hall, "bed": beds_of(hall)[0], "on": today + 2 * DAY}
    planned = placements.move(stay, **moved, by=cast.carla)
    stay.refresh_from_db()
    assert (stay.planned_end_on, stay.allowed_until) == (today + 2 * DAY, None)
    undo(planned, by=cast.carla)
    stay.refresh_from_db()
    assert (stay.planned_end_on, stay.allowed_until) == (today - DAY, until)
