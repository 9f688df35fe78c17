"""A place to come can be provisional until an hour; pages say when nobody confirmed it, and nothing ends it."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEvent
from shelters.actions import placements
from shelters.actions.provisional import make_provisional
from shelters.actions.undo import undo
from shelters.due import provisional_places
from shelters.models import Placement
from shelters.refusals import StayNotOpen
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.acts import check_in
from tests.shelters.build import a_site, beds_of, people_of

DAY, HOUR = datetime.timedelta(days=1), datetime.timedelta(hours=1)
RUN_LAPSED = "provisional, y nadie lo confirmó"
LAPSED = "nadie lo confirmó antes del"


@pytest.fixture
def stays(cast, site, family, today):
    """The family of three, expected in three days."""
    beds = dict(zip(people_of(family), beds_of(site)[2:], strict=False))
    told = {"site": site, "starts_on": today + 3 * DAY, "by": cast.carla}
    return placements.place_family(family, assignments=beds, **told)


def moments(stays):
    return {each.provisional_until for each in Placement.objects.filter(pk__in=keys_of(stays))}


def keys_of(stays):
    return [stay.pk for stay in stays]


def send(user, name, stay, **sent):
    address = reverse(f"placement-{name}", args=[stay.pk])
    return page_of(as_(user).post(address, sent, follow=True))


def let_lapse(stays, *, by):
    """Makes the places provisional until an hour from now. Returns that moment."""
    until = timezone.now() + HOUR
    make_provisional(stays, provisional_until=until, by=by)
    return until


def test_a_family_s_place_is_made_provisional_confirmed_and_each_is_taken_back(cast, stays, today):
    address = reverse("placement-provisional", args=[stays[0].pk])
    assert page_of(as_(cast.carla).get(address)).fields["provisional_until"] == ""
    typed = f"{today + 2 * DAY:%d/%m/%Y} 14:30"
    after = send(cast.carla, "provisional", stays[0], stays=keys_of(stays), provisional_until=typed)
    assert "Cupo provisional: 3 personas" in after.messages[0]
    [until] = moments(stays)
    assert f"{timezone.localtime(until):%d/%m/%Y %H:%M}" == typed
    asked = page_of(as_(cast.carla).get(reverse("placement-undo", args=[stays[0].pk])))
    assert asked.says("Ahora: provisional hasta el", "14:30", "confirmado")
    send(cast.carla, "confirm", stays[0], stays=keys_of(stays))
    assert moments(stays) == {None}
    undo(stays[1], by=cast.carla)
    assert moments(stays) == {until}
    made = AuditEvent.objects.filter(verb="placement.made_provisional")
    assert made.count() == AuditEvent.objects.filter(verb="placement.confirmed").count() == 3
    send(cast.carla, "provisional", stays[0], stays=keys_of(stays), provisional_until=f"{typed}1")
    assert moments(stays) == {until}


def test_making_a_place_provisional_is_taken_back_as_a_whole(cast, stays):
    let_lapse(stays, by=cast.carla)
    send(cast.carla, "undo", stays[2], yes="1")
    assert moments(stays) == {None}


def test_neither_a_moment_that_passed_nor_who_has_arrived_is_taken(cast, site, stays, today):
    now = timezone.now()
    with refused("This moment has passed", kind=StayNotOpen):
        make_provisional(stays, provisional_until=now - HOUR, by=cast.carla)
    with refused("already recorded", kind=StayNotOpen):
        make_provisional(stays, provisional_until=None, by=cast.carla)
    let_lapse(stays, by=cast.carla)
    with time_machine.travel(now + 3 * DAY):
        here = check_in(stays[0], by=cast.carla)
        assert not here.is_provisional
        with refused("not possible", kind=StayNotOpen):
            make_provisional([here], provisional_until=now + 9 * DAY, by=cast.carla)


def test_a_place_that_nobody_confirmed_is_said_where_people_look_and_stays_held(cast, site, stays):
    until = let_lapse(stays, by=cast.carla)
    pages = [
        reverse("site-night", args=[site.pk]),
        reverse("board"),
        reverse("placement-detail", args=[stays[0].pk]),
    ]
    heading = "Provisional, y nadie confirmó"

    def opened():
        return [page_of(as_(cast.carla).get(each)) for each in pages]

    night, board, stay = opened()
    assert not night.says(heading)
    assert not board.says(heading)
    assert not board.says("! ? ")
    assert stay.says("provisional hasta el")
    with time_machine.travel(until + HOUR):
        night, board, stay = opened()
        assert night.says(heading, LAPSED)
        assert reverse("placement-confirm", args=[stays[0].pk]) in night.links
        assert board.says(heading)
        runs = [each.text for each in board.root.all("td") if "lapsed" in each.classes]
        assert len(runs) == 3
        assert all(each.startswith("! ? ") and RUN_LAPSED in each for each in runs)
        assert stay.says(LAPSED)
        dates = page_of(as_(cast.carla).get(reverse("today")))
        assert dates.says(f"confirmar el cupo en {site}"), dates.text
        rows = Placement.objects.overlapping(stays[0].starts_on, None)
        assert rows.filter(pk__in=keys_of(stays)).count() == 3
        send(cast.carla, "confirm", stays[0], stays=keys_of(stays))
        assert not any(page.says(heading) for page in opened())


def test_it_falls_due_on_its_day_until_it_is_confirmed_cancelled_or_entered(cast, stays, today):
    until = let_lapse(stays, by=cast.carla)
    there = timezone.localtime(until).date()
    assert {row[:2] for row in provisional_places.rows(today)} == {("stay_provisional", there)}
    said, _who = provisional_places.sentence([stays[0].pk])[stays[0].pk]
    assert stays[0].individual.number in said
    send(cast.carla, "confirm", stays[0], stays=stays[0].pk)
    send(cast.carla, "cancel", stays[1], stays=stays[1].pk, reason="declined")
    with time_machine.travel(timezone.now() + 3 * DAY):
        check_in(stays[2], by=cast.carla)
    assert not provisional_places.rows(today).exists()


def test_a_move_of_somebody_who_is_to_come_keeps_the_moment(cast, site, stays, today):
    until = let_lapse(stays, by=cast.carla)
    hall = a_site(cast.cucuta, beds=[3], run_by=cast.carla)
    to = dict(zip(stays, beds_of(hall), strict=True))
    moved = placements.move_all(to, on=stays[0].starts_on, by=cast.carla)
    assert moments(moved) == {until}


def test_who_may_not_change_the_stay_opens_neither_page(cast, stays):
    for name in ("placement-provisional", "placement-confirm"):
        assert as_(cast.luis).get(reverse(name, args=[stays[0].pk])).status_code in (403, 404)
