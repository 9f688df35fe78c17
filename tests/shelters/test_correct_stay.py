"""The nights of a stay are put right; what somebody else has on those nights is not taken."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.corrections.models import Correction
from shelters.actions import placements
from shelters.actions.corrections import correct_stay
from shelters.refusals import BedTaken
from tests.cast import as_
from tests.refusals import refused
from tests.shelters.build import a_family, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)


@pytest.fixture
def stay(cast, site, today):
    [person] = people_of(a_family(cast.norte))
    return a_stay(
        person,
        site,
        beds_of(site)[0],
        by=cast.carla,
        starts_on=today - 5 * DAY,
        checked_in_at=timezone.now(),
    )


def test_the_first_night_and_the_day_of_leaving_are_put_right(cast, stay, today):
    client, page = as_(cast.carla), reverse("placement-detail", args=[stay.pk])
    address = reverse("placement-correct", args=[stay.pk])
    assert address in client.get(page).content.decode()
    assert client.post(address, {"starts_on": today - 7 * DAY}).status_code == 302
    stay.refresh_from_db()
    assert (stay.starts_on, stay.ends_on) == (today - 7 * DAY, None)
    placements.check_out(stay, on=today - DAY, by=cast.carla)
    client.post(address, {"starts_on": today - 7 * DAY, "ends_on": today - 3 * DAY})
    stay.refresh_from_db()
    assert stay.ends_on == today - 3 * DAY
    assert Correction.objects.of(stay).count() == 2
    assert AuditEvent.objects.filter(verb="placement.corrected").count() == 2


def test_a_stay_is_not_put_right_into_what_cannot_be(cast, stay, site, today):
    with refused("here already", field="starts_on"):
        correct_stay(stay, starts_on=today + DAY, by=cast.carla)
    with refused("Check them out", field="ends_on"):
        correct_stay(stay, starts_on=stay.starts_on, ends_on=today, by=cast.carla)
    with pytest.raises(NotAllowed):
        correct_stay(stay, starts_on=today - 7 * DAY, by=cast.luis)
    [other] = people_of(a_family(cast.norte, names=["Antes"]))
    days = {"starts_on": today - 9 * DAY, "ends_on": today - 5 * DAY}
    a_stay(other, site, stay.bed, by=cast.carla, **days)
    with pytest.raises(BedTaken):
        correct_stay(stay, starts_on=today - 7 * DAY, by=cast.carla)
    stay.refresh_from_db()
    assert stay.starts_on == today - 5 * DAY


def test_the_day_of_a_move_is_not_put_right_on_one_side(cast, stay, site, today):
    placements.move(stay, site=site, bed=beds_of(site)[1], on=today, by=cast.carla)
    with refused("part of a move"):
        correct_stay(stay, starts_on=today - 7 * DAY, ends_on=today, by=cast.carla)
