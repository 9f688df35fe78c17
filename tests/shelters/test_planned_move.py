"""A move to come: the earlier stay goes on until somebody checks the person in at the new place, or out of the old."""

import datetime

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from pages.dates import short_date
from shelters.actions import placements
from shelters.actions.presence import check_in_all
from shelters.actions.undo import last_done, undo
from shelters.choices import StayNight, StayStatus
from shelters.models import Bed, Placement
from shelters.nights import nights_paid
from shelters.querysets.families import members_without_bed
from shelters.refusals import BedTaken, PersonHasPlace, ReasonNeeded
from shelters.rules.stays import night_of
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.acts import check_in, check_out, correct_move
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)


@pytest.fixture
def hall(cast):
    """A site that Carla does not run."""
    return a_site(cast.cucuta, beds=[2, 2], name="Salón San José")


@pytest.fixture
def stay(cast, site, family, today):
    """Yorman in the hotel since five days, with a planned end in twenty."""
    days = {"starts_on": today - 5 * DAY, "planned_end_on": today + 20 * DAY}
    return a_stay(people_of(family)[0], site, beds_of(site)[0], by=cast.carla, **days)


@pytest.fixture
def plan(cast, hall):
    """Plans the move of a stay to the hall, two days after the day on which it is planned."""

    def plan_(stay, *, days_ago=0, **told):
        with time_machine.travel(timezone.now() - days_ago * DAY):
            on = cast.sonia.today() + 2 * DAY
            told = {"site": hall, "bed": beds_of(hall)[0], "by": cast.sonia, **told}
            return placements.move(stay, on=on, **told)

    return plan_


def fresh(stay):
    return Placement.objects.get(pk=stay.pk)


def facts(*stays):
    """What an undo must bring back."""
    names = ("starts_on", "ends_on", "planned_end_on", "checked_in_at", "checked_out_at")
    names += ("cancelled_at", "cancel_reason", "bed_id")
    rows = Placement.objects.filter(pk__in=[stay.pk for stay in stays])
    return sorted(rows.values_list("pk", *names))


def counted(stay, night, today):
    """How many stays of the person count that night, as figures see it."""
    stays = Placement.objects.filter(individual=stay.individual)
    in_words = [night_of(each, night, today) for each in stays]
    in_figures = stays.asleep_on(night).count()
    wanted = StayNight.SLEPT if night <= today else StayNight.PLANNED
    assert in_figures == in_words.count(wanted)
    return in_figures


def test_until_the_day_the_earlier_stay_goes_on_and_each_night_counts_once(stay, plan, today):
    planned, stay = plan(stay), fresh(stay)
    assert (stay.ends_on, stay.planned_end_on) == (None, planned.starts_on)
    assert planned.planned_end_on == today + 20 * DAY
    assert (stay.status_on(today), planned.status_on(today)) == (
        StayStatus.STAYING,
        StayStatus.EXPECTED,
    )
    assert {counted(stay, today + n * DAY, today) for n in range(-5, 20)} == {1}


def test_on_the_day_both_beds_are_held_until_somebody_checks_him_in(cast, stay, plan, today):
    planned = plan(stay, days_ago=2)
    assert fresh(stay).status_on(today) == StayStatus.LEAVES
    assert planned.status_on(today) == StayStatus.ARRIVES
    held = [stay.bed_id, planned.bed_id]
    assert not Bed.objects.free_on(today).filter(pk__in=held).exists()
    assert not members_without_bed(today).filter(individual=stay.individual).exists()
    assert counted(stay, today, today) == 0
    check_in(planned, by=cast.sonia)
    assert counted(stay, today, today) == 1
    old = fresh(stay)
    assert (old.ends_on, old.status_on(today)) == (today, StayStatus.ENDED)
    assert old.checked_out_at
    assert Bed.objects.free_on(today).filter(pk=stay.bed_id).exists()


def test_a_day_that_passes_without_check_in_is_a_night_in_the_old_bed(cast, stay, plan, today):
    planned = plan(stay, days_ago=4)
    assert fresh(stay).status_on(today) == StayStatus.OVERDUE
    assert planned.status_on(today) == StayStatus.NOT_ARRIVED
    assert {counted(stay, today - n * DAY, today) for n in range(6)} == {1}
    shown = page_of(as_(cast.sonia).get(reverse("placement-list")))
    assert shown.says("Debía haber salido")
    assert shown.says("No ha llegado")


def test_a_late_check_in_ends_the_old_stay_on_the_first_night_slept_at_the_new(
    cast, stay, plan, site, today
):
    planned = plan(stay, days_ago=4)
    [other] = people_of(a_family(cast.norte))
    days = {"starts_on": today - 2 * DAY, "planned_end_on": today + 9 * DAY}
    promised = a_stay(other, site, stay.bed, by=cast.carla, **days, checked_in_at=None)
    before = facts(stay, planned, promised)
    check_in(planned, first_night=today - DAY, by=cast.sonia)
    old, new = fresh(stay), fresh(planned)
    assert (old.ends_on, new.starts_on) == (today - DAY, today - DAY)
    # Whoever was expected in the old bed gives way to the night that was really slept in it.
    assert fresh(promised).starts_on == today - DAY
    assert {counted(stay, today - n * DAY, today) for n in range(6)} == {1}
    undo(new, by=cast.sonia)
    assert facts(stay, planned, promised) == before


def test_whoever_runs_only_the_new_place_checks_in_and_takes_it_back(cast, stay, plan, today):
    mine = a_site(cast.cucuta, beds=[2], run_by=cast.carla, name="Casa Nueva")
    Placement.objects.filter(pk=stay.pk).update(site=a_site(cast.cucuta), bed=None)
    planned = plan(fresh(stay), site=mine, bed=beds_of(mine)[0], days_ago=2)
    before = facts(stay, planned)
    client = as_(cast.carla)
    client.post(reverse("placement-check-in", args=[planned.pk]), {"stays": [planned.pk]})
    assert fresh(planned).checked_in_at
    assert fresh(stay).ends_on == today
    asked = page_of(client.get(reverse("placement-undo", args=[planned.pk])))
    assert asked.says("La estadía de la que se trasladaron sigue")
    client.post(reverse("placement-undo", args=[planned.pk]), {"yes": "1"})
    assert facts(stay, planned) == before


def test_who_leaves_the_old_place_is_still_expected_at_the_new(cast, stay, plan, today):
    planned = plan(stay, days_ago=3)
    check_out(stay, on=today - DAY, by=cast.carla)
    assert fresh(planned).status_on(today) == StayStatus.NOT_ARRIVED
    check_in(fresh(planned), first_night=today, by=cast.sonia)
    # The night between the two was slept nowhere.
    assert fresh(stay).ends_on == today - DAY
    assert counted(stay, today - DAY, today) == 0


def test_a_planned_move_is_taken_back_with_the_end_that_was_planned_before(cast, stay, plan):
    before = facts(stay)
    undo(plan(stay), by=cast.sonia)
    assert facts(stay) == before


def test_nobody_stays_longer_in_the_old_bed_than_until_the_move(cast, stay, plan, today):
    planned = plan(stay)
    with refused("Salón San José", kind=PersonHasPlace):
        placements.extend(stay, planned_end_on=today + 5 * DAY, by=cast.sonia)
    placements.extend(stay, planned_end_on=today + DAY, by=cast.sonia)
    assert last_done(fresh(stay)).act.verb == "extended"
    undo(fresh(stay), by=cast.sonia)
    assert fresh(stay).planned_end_on == planned.starts_on


def test_the_bed_that_he_is_to_leave_is_taken_until_then_and_free_after(
    cast, stay, plan, site, today
):
    plan(stay)
    [other] = people_of(a_family(cast.norte))
    told = {"site": site, "bed": stay.bed, "by": cast.carla}
    with pytest.raises(BedTaken):
        placements.place(other, starts_on=today + DAY, **told)
    assert placements.place(other, starts_on=today + 2 * DAY, **told)


def test_who_is_sent_on_before_arriving_leaves_the_first_bed_at_the_last_place(
    cast, stay, plan, hall, today
):
    planned = plan(stay, days_ago=3)
    last = placements.move(planned, site=hall, bed=beds_of(hall)[2], on=today, by=cast.sonia)
    assert not last.has_arrived
    check_in(last, by=cast.sonia)
    assert fresh(stay).ends_on == today
    assert Placement.objects.filter(individual=stay.individual).asleep_on(today).get() == last


def test_the_day_of_a_planned_move_is_put_right_in_both_stays(cast, stay, plan, today):
    planned = plan(stay)
    correct_move(planned, on=today + 6 * DAY, by=cast.sonia)
    assert (fresh(stay).planned_end_on, fresh(stay).ends_on) == (today + 6 * DAY, None)
    assert fresh(planned).starts_on == today + 6 * DAY


def test_a_child_left_in_the_old_bed_takes_a_reason(cast, site, family, hall, today):
    adult, child = people_of(family)[:2]
    child.birth_year = today.year - 8
    child.save()
    beds = beds_of(site)
    stays = [a_stay(who, site, beds[n], by=cast.carla) for n, who in enumerate((adult, child))]
    new = dict(zip(stays, beds_of(hall), strict=False))
    with time_machine.travel(timezone.now() - DAY):
        moved = placements.move_all(new, on=today, by=cast.sonia)
    first = next(each for each in moved if each.individual == adult)
    with refused(child.display_name, field="reason", kind=ReasonNeeded):
        check_in(first, by=cast.sonia)
    assert len(check_in_all(moved, by=cast.sonia)) == 2


def test_a_move_to_another_room_leaves_two_stays_at_the_site_and_each_has_its_acts(
    cast, site, stay, plan
):
    planned = plan(stay, site=site, bed=beds_of(site)[3], days_ago=2)
    client = as_(cast.carla)
    for act, one in (("placement-check-out", stay), ("placement-check-in", planned)):
        page = page_of(client.get(reverse(act, args=[one.pk])))
        assert page.offered("stays") == [str(one.pk)]


def test_the_message_says_where_and_when_and_where_they_sleep_until_then(
    cast, stay, hall, today, client
):
    type(hall).objects.filter(pk=hall.pk).update(paid_until=today + 9 * DAY)
    on = today + 3 * DAY
    sent = {"people": stay.individual_id, "starts_on": on, "run": beds_of(hall)[0].pk}
    sent["reason"] = "Se cierra la habitación."
    client.force_login(cast.sonia)
    after = client.post(reverse("placement-move", args=[stay.pk]), sent, follow=True)
    [message] = page_of(after).messages
    leaves = short_date(today + 20 * DAY)
    for words in (
        f"Yorman duerme en Salón San José, 101, desde el {short_date(on)} hasta el {leaves}",
        nights_paid(today + 9 * DAY),
        "se queda en Hotel Puente",
    ):
        assert words in message
    # The page after it is that night of the new place.
    assert after.redirect_chain[-1][0].endswith(f"{hall.pk}/night/?on={on}")


def test_residents_say_who_is_expected_later_and_who_is_to_move(cast, stay, plan, site, today):
    reader = as_(cast.sonia)
    address = reverse("placement-list")
    [other] = people_of(a_family(cast.norte))
    a_stay(other, site, beds_of(site)[1], by=cast.carla)
    reader.get(address)
    with CaptureQueriesContext(connection) as one:
        reader.get(address)
    planned = plan(stay)
    with CaptureQueriesContext(connection) as several:
        shown = page_of(reader.get(address))
    assert len(several) == len(one)
    assert shown.says(f"se traslada a Salón San José el {short_date(planned.starts_on)}")

    def listed(state):
        return list(reader.get(address, {"state": state}).context["page_obj"])

    assert listed("expected") == [planned]
    assert listed("moving") == [stay]
    check_out(stay, on=today, by=cast.carla)
    assert listed("moving") == []
    assert listed("expected") == [planned]


def test_the_page_after_another_day_of_leaving_is_the_night_on_which_the_stay_begins(
    cast, stay, plan, client
):
    planned = plan(stay)
    client.force_login(cast.sonia)
    sent = {"stays": planned.pk, "has_no_day": "1"}
    answer = client.post(reverse("placement-extend", args=[planned.pk]), sent)
    assert answer.url.endswith(f"?on={planned.starts_on}")
