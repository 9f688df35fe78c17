"""A hotel of thirty rooms in one form: understood, looked at, set up, and taken back while nobody slept there."""

import pytest
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from shelters.actions.beds import change_room, close_bed
from shelters.actions.rooms import add_rooms, take_back_rooms
from shelters.models import Bed, Room, Site
from shelters.rules.room_numbers import NoRooms, doors, floor_of
from tests.cast import Cast, as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

ALIKE = {"beds": 4, "bed_kind": "bed", "kind": "room"}


@pytest.fixture
def hotel(cast: Cast) -> Site:
    return a_site(cast.cucuta, beds=(), run_by=cast.carla)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("101-103", ["101", "102", "103"]),
        (" 101 - 102, 201–202 ;7", ["101", "102", "201", "202", "7"]),
        ("A1-A3", ["A1", "A2", "A3"]),
        ("A9-11", ["A9", "A10", "A11"]),
        ("08-10", ["08", "09", "10"]),
        ("5, 5, 4-5", ["5", "4"]),
    ],
)
def test_numbers_are_understood_as_people_write_them(typed: str, names: list[str]) -> None:
    assert doors(typed) == names


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ("101-115, sala", "sala"),
        ("115-101", "115-101"),
        ("1-2-3", "1-2-3"),
        ("1-5000", "1-5000"),
        ("A1-B3", "A1-B3"),
        (",", ""),
        ("1-60, 101-160", ""),
    ],
)
def test_what_is_no_row_of_doors_is_named(typed: str, part: str) -> None:
    with pytest.raises(NoRooms) as info:
        doors(typed)
    assert info.value.part == part


def test_the_floor_stands_before_the_last_two_digits() -> None:
    assert [floor_of(name) for name in ("101", "204", "1104", "12", "B305", "0")] == [
        1, 2, 11, 0, 3, 0,
    ]  # fmt: skip


def test_thirty_rooms_are_looked_at_and_then_set_up_in_one_post(cast: Cast, hotel: Site) -> None:
    carla, url = as_(cast.carla), reverse("rooms-add", args=[hotel.pk])
    assert url in carla.get(reverse("site-detail", args=[hotel.pk])).content.decode()
    typed = {"names": "101-115, 201-215", "has_own_bathroom": "on", "floor": "", **ALIKE}
    page = carla.get(url, typed)
    assert page_of(page).says("30 habitaciones, 120 camas", "215")
    assert not Room.objects.exists()
    sent = {
        each.attributes["name"]: each.attributes.get("value", "")
        for each in page_of(page).root.all("input")
        if each.attributes.get("type") == "hidden" and each.attributes.get("name") in {*typed}
    }
    answer = carla.post(url, {"names": "", **sent})
    assert answer.url == reverse("site-detail", args=[hotel.pk])
    assert Bed.objects.filter(room__site=hotel).count() == 120
    floors = {room.name: room.floor for room in Room.objects.all()}
    assert (len(floors), floors["101"], floors["215"]) == (30, 1, 2)
    room = Room.objects.get(name="110")
    assert (room.has_own_bathroom, room.for_whom) == (True, "")
    event = AuditEvent.objects.get(verb="rooms.added")
    assert (event.actor, len(event.details["rooms"]), event.details["beds"]) == (
        cast.carla,
        30,
        120,
    )


def test_a_typed_floor_holds_for_all(cast: Cast, hotel: Site) -> None:
    add_rooms(hotel, names=["101", "9"], floor=0, by=cast.carla, beds=1)
    assert set(Room.objects.values_list("floor", flat=True)) == {0}


def test_faults_are_named_at_their_field_before_anything_is_written(
    cast: Cast, hotel: Site
) -> None:
    add_rooms(hotel, names=["103"], beds=1, by=cast.carla)
    carla, url = as_(cast.carla), reverse("rooms-add", args=[hotel.pk])
    page = page_of(carla.get(url, {**ALIKE, "names": "101-104"}))
    assert page.says("Estas habitaciones ya están registradas: 103.")
    page = page_of(carla.post(url, {**ALIKE, "names": "patio", "beds": "0"}))
    assert page.says("«patio» no es un número de puerta")
    assert not page.says("Registrarlas")
    assert Room.objects.count() == 1
    with refused("on file already: 103", field="names"):
        add_rooms(hotel, names=["103", "104"], beds=1, by=cast.carla)


def test_rooms_are_taken_back_while_nobody_had_a_bed_there(cast: Cast, hotel: Site) -> None:
    add_rooms(hotel, names=["101", "102"], beds=2, by=cast.carla)
    carla, url = as_(cast.carla), reverse("rooms-take-back", args=[hotel.pk])
    page = page_of(carla.get(reverse("site-detail", args=[hotel.pk])))
    assert page.says("Carla registró 2 habitaciones", "Deshacer el registro de estas habitaciones")
    carla.post(url)
    assert not Room.objects.exists()
    assert AuditEvent.objects.get(verb="rooms.taken_back").details == {"rooms": ["101", "102"]}
    with refused("in use already, or gone"):
        take_back_rooms(hotel, by=cast.carla)


@pytest.mark.parametrize("use", ["stay", "closure", "correction"])
def test_what_was_used_stays(cast: Cast, hotel: Site, use: str) -> None:
    add_rooms(hotel, names=["101", "102"], beds=2, by=cast.carla)
    bed = beds_of(hotel)[0]
    if use == "stay":
        a_stay(people_of(a_family(cast.norte))[0], hotel, bed, by=cast.carla)
    elif use == "closure":
        close_bed(bed, starts_on=cast.carla.today(), reason="repair", by=cast.carla)
    else:
        change_room(bed.room, name="101B", by=cast.carla)
    with refused("in use already"):
        take_back_rooms(hotel, by=cast.carla)
    page = page_of(as_(cast.carla).get(reverse("site-detail", args=[hotel.pk])))
    assert not page.says("Deshacer el registro de estas habitaciones")
    assert Room.objects.count() == 2


def test_rooms_are_set_up_by_who_looks_after_the_beds_of_this_site(cast: Cast, hotel: Site) -> None:
    for user in (cast.adela, cast.ana, cast.mara):
        with pytest.raises(NotAllowed):
            add_rooms(hotel, names=["101"], beds=1, by=user)
        assert as_(user).get(reverse("rooms-add", args=[hotel.pk])).status_code == 404
    page = page_of(as_(cast.adela).get(reverse("site-detail", args=[hotel.pk])))
    assert page.says("Las registra quien coordina este sitio, o la supervisión.")
