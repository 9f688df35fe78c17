"""Rooms as they are, and the nights on which a bed was out of service, are put right."""

import datetime

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.cases.actions import restrict_case
from casework.corrections.models import Correction
from shelters.actions.beds import change_room, close_bed, correct_closure, reopen_bed
from shelters.due import beds_back
from shelters.models import Bed
from shelters.refusals import StillInUse
from tests.cast import as_
from tests.page import page_of
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
    assert page_of(reader.get(address)).links[page] == "Volver"
    correct_closure(closure, **(typed | {"ends_on": today - DAY}), by=cast.carla)
    assert address in reader.get(page).content.decode()
    assert reverse("bed-reopen", args=[closure.pk]) not in reader.get(page).content.decode()


def test_a_bed_that_never_was_out_of_service_counts_nowhere(cast, site, closure, today):
    days = {"starts_on": closure.starts_on, "ends_on": closure.ends_on, "why_closed": "damp"}
    with refused("Tick that", field="ends_on"):
        correct_closure(closure, **(days | {"ends_on": closure.starts_on}), by=cast.carla)
    reader, address = as_(cast.carla), reverse("bed-closure-correct", args=[closure.pk])
    assert page_of(reader.get(address)).says("Registrado por error")
    assert closure.bed not in Bed.objects.in_service_on(today)
    with time_machine.travel(timezone.now() + 2 * DAY):
        with refused("say why", field="reason"):
            correct_closure(closure, **days, is_mistake=True, by=cast.carla)
        sent = {**days, "is_mistake": "on", "reason": "Era la cama 2."}
        assert as_(cast.carla).post(address, sent).status_code == 302
    assert closure.bed in Bed.objects.in_service_on(today)
    assert closure.bed in Bed.objects.free_from(today - 9 * DAY, today + 9 * DAY)
    assert not beds_back.rows_on(today - 9 * DAY).exists()
    page = reader.get(reverse("site-detail", args=[site.pk])).content.decode()
    assert "<s>101 · 1</s>" in page
    # Nothing is offered for what never was, and nothing done by a page that is not fresh.
    assert address not in page
    assert reverse("bed-reopen", args=[closure.pk]) not in page
    closure.refresh_from_db()
    with refused("recorded by mistake"):
        correct_closure(closure, **days, by=cast.carla)
    again = reader.post(reverse("bed-reopen", args=[closure.pk]), follow=True)
    assert "por error" in page_of(again).messages[0]


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
    after = page_of(reader.post(address, typed, follow=True))
    assert "nombre: 101 → 110" in after.messages[0]
    assert "piso: 0 → 2" in after.messages[0]
    assert after.says("Piso 2", "Cambiada", "sin escalones: No → Sí", "Carla")
    assert page_of(reader.get(address)).says("nombre: 101 → 110")
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
    told = {"for_whom": "women", "by": cast.carla}
    with refused("say why", field="reason"):
        change_room(bed.room, **told)
    with refused("Bed 1 in 101: somebody", field="for_whom") as refusal:
        change_room(bed.room, reason="Llegan más mujeres.", **told)
    assert man.given_names not in str(refusal.value)
    sent = {"name": "101", "kind": "room", "floor": "0", "for_whom": "women", "reason": "Sí."}
    address, where = (
        reverse("room-change", args=[bed.room.pk]),
        reverse("placement-detail", args=[stay.pk]),
    )
    assert page_of(as_(cast.carla).post(address, sent)).links[where] == man.display_name
    assert AuditEvent.objects.filter(verb="placement.read", about_id=str(stay.pk)).exists()
    type(stay).objects.filter(pk=stay.pk).update(ends_on=today)
    assert change_room(bed.room, for_whom="women", by=cast.carla).for_whom == "women"


def test_who_sets_up_rooms_and_sees_nobody_reads_the_bed_alone(cast, site, today):
    bed = beds_of(site)[0]
    [man] = people_of(a_family(cast.norte, names=["Zoilo"]))
    stay = a_stay(man, site, bed, by=cast.carla, starts_on=today)
    restrict_case(stay.case, people=[cast.ana], by=cast.sonia)
    sent = {"name": "101", "kind": "room", "floor": "0", "for_whom": "women", "reason": "Sí."}
    page = page_of(as_(cast.carla).post(reverse("room-change", args=[bed.room.pk]), sent))
    assert page.says("Cama 1 de 101", "alguien a quien usted no ve")
    assert not page.says("Zoilo")


def test_why_a_room_was_changed_reads_who_may_change_it(cast, site, today):
    bed = beds_of(site)[0]
    [man] = people_of(a_family(cast.norte))
    a_stay(man, site, bed, by=cast.carla, starts_on=today)
    change_room(bed.room, has_cot=True, reason="Para el bebé de Luz.", by=cast.carla)
    address = reverse("site-detail", args=[site.pk])
    assert page_of(as_(cast.carla).get(address)).says("Para el bebé de Luz.")
    reader = page_of(as_(cast.ana).get(address))
    assert reader.says("se puede poner una cuna: No → Sí")
    assert not reader.says("Para el bebé de Luz.")


def test_who_has_the_bed_that_is_to_be_closed_is_named_and_can_be_moved(cast, site, today):
    """Nobody has to look for them room by room; who may not know them reads no name."""
    [person] = people_of(a_family(cast.norte))
    bed = beds_of(site)[1]
    stay = a_stay(person, site, bed, starts_on=today - DAY, by=cast.carla)
    address = reverse("bed-close", args=[bed.pk])
    sent = {"starts_on": today.isoformat(), "reason": "repair"}
    page = page_of(as_(cast.carla).post(address, sent))
    assert page.says("Quién tiene esta cama", person.display_name)
    assert page.links[reverse("placement-detail", args=[stay.pk])] == person.display_name
    assert page.links[reverse("placement-move", args=[stay.pk])] == "Trasladar"
    assert AuditEvent.objects.filter(verb="placement.read", actor=cast.carla).exists()
    assert not bed.closures.exists()
