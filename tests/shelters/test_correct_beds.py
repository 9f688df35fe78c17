"""Rooms as they are, and the nights on which a bed was out of service, are put right."""

import datetime

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.corrections.models import Correction
from shelters.actions.beds import change_room, close_bed, correct_closure, reopen_bed
from shelters.due import beds_back
from shelters.models import Bed
from shelters.refusals import StillInUse
from tests.cast import as_
from tests.refusals import refused
from tests.shelters.build import a_family, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)


@pytest.fixture
def closure(cast, site, today):
    first, last = today - 3 * DAY, today + 4 * DAY
    return close_bed(beds_of(site)[0], starts_on=first, ends_on=last, reason="damp", by=cast.carla)


def test_the_nights_and_the_cause_are_put_right(cast, site, closure, today):
    reader, page = as_(cast.carla), reverse("site-detail", args=[site.pk])
    address = reverse("bed-closure-correct", args=[closure.pk])
    assert address in reader.get(page).content.decode()
    assert 'value="damp" selected' in reader.get(address).content.decode()
    typed = {"starts_on": today - 5 * DAY, "ends_on": today + 6 * DAY, "why_closed": "repair"}
    answer = reader.post(address, typed)
    assert answer.status_code == 302, answer.context["form"].errors
    closure.refresh_from_db()
    assert (closure.starts_on, closure.ends_on) == (today - 5 * DAY, today + 6 * DAY)
    assert closure.reason == "repair"
    [due] = beds_back.rows_on(today)
    assert due.ends_on == today + 6 * DAY
    [kept] = Correction.objects.of(closure)
    assert kept.fields == ["ends_on", "reason", "starts_on"]
    assert kept.changes in reader.get(address).content.decode().replace("<br>", "\n")
    assert kept.changes in reader.get(page).content.decode().replace("<br>", "\n")
    assert AuditEvent.objects.get(verb="bed_closure.corrected").details["fields"] == kept.fields
    correct_closure(closure, **(typed | {"ends_on": today - DAY}), by=cast.carla)
    assert address in reader.get(page).content.decode()
    assert reverse("bed-reopen", args=[closure.pk]) not in reader.get(page).content.decode()


def test_a_bed_that_never_was_out_of_service_counts_nowhere(cast, site, closure, today):
    days = {"starts_on": closure.starts_on, "ends_on": closure.starts_on, "why_closed": "damp"}
    assert closure.bed not in Bed.objects.in_service_on(today)
    with time_machine.travel(timezone.now() + 2 * DAY):
        with refused("say why", field="reason"):
            correct_closure(closure, **days, by=cast.carla)
        correct_closure(closure, **days, reason="Era la cama 2.", by=cast.carla)
    assert closure.bed in Bed.objects.in_service_on(today)
    assert closure.bed in Bed.objects.free_from(today - 9 * DAY, today + 9 * DAY)
    assert not beds_back.rows_on(today - 9 * DAY).exists()
    page = as_(cast.carla).get(reverse("site-detail", args=[site.pk])).content.decode()
    assert "<s>101 · 1</s>" in page


def test_a_closure_is_not_put_right_into_what_cannot_be(cast, site, closure, today):
    days = {"starts_on": today, "ends_on": today - DAY, "why_closed": "damp"}
    with refused("before the start", field="ends_on"):
        correct_closure(closure, **days, by=cast.carla)
    with pytest.raises(NotAllowed):
        correct_closure(closure, **(days | {"ends_on": None}), by=cast.mara)
    [person] = people_of(a_family(cast.norte))
    nights = {"starts_on": today - 9 * DAY, "ends_on": today - 3 * DAY}
    a_stay(person, site, closure.bed, by=cast.carla, **nights)
    with pytest.raises(StillInUse):
        correct_closure(
            closure, starts_on=today - 5 * DAY, ends_on=today, why_closed="damp", by=cast.carla
        )
    reopen_bed(closure, on=today, by=cast.carla)
    later = close_bed(closure.bed, starts_on=today + DAY, reason="pest", by=cast.carla)
    with pytest.raises(ValidationError, match="fuera de servicio"):
        correct_closure(
            later, starts_on=today - DAY, ends_on=None, why_closed="pest", by=cast.carla
        )


def test_what_a_room_is_called_and_offers_is_put_right(cast, site):
    room = site.rooms.get(name="101")
    reader, page = as_(cast.carla), reverse("site-detail", args=[site.pk])
    address = reverse("room-change", args=[room.pk])
    assert address in reader.get(page).content.decode()
    typed = {"name": "110", "kind": "hall", "floor": "2", "is_step_free": "on"}
    assert reader.post(address, typed | {"name": "102"}).status_code == 200
    assert reader.post(address, typed).status_code == 302
    room.refresh_from_db()
    assert (room.name, room.kind, room.floor, room.is_step_free) == ("110", "hall", 2, True)
    said = AuditEvent.objects.get(verb="room.changed").details
    assert set(said) == {"name", "kind", "floor", "is_step_free"}
    assert said["name"] == ["101", "110"]
    assert reader.post(address, typed).context["form"].errors
    with pytest.raises(NotAllowed):
        change_room(room, name="1", by=cast.mara)
    assert as_(cast.luis).get(address).status_code == 404


def test_a_room_in_which_a_man_sleeps_does_not_become_one_for_women(cast, site, today):
    bed = beds_of(site)[0]
    [man] = people_of(a_family(cast.norte))
    stay = a_stay(man, site, bed, by=cast.carla, starts_on=today)
    with refused("for women", field="is_women_only"):
        change_room(bed.room, is_women_only=True, by=cast.carla)
    type(stay).objects.filter(pk=stay.pk).update(ends_on=today)
    assert change_room(bed.room, is_women_only=True, by=cast.carla).is_women_only
