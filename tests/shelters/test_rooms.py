"""Rooms of a site: what lists, board and pages say of them."""

import datetime

import pytest
from django.urls import reverse

from accounts.models import AuditEvent
from shelters.actions.beds import close_bed
from shelters.models import Bed, BedClosure, Room
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_family, a_room, a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("site-list", "Sitios"),
        ("placement-list", "Residentes"),
        ("family-without-bed-list", "Familias sin cama"),
    ],
)
def test_a_list_says_its_title_to_who_listens(cast, site, family, address, title):
    a_stay(family.members.first().individual, site, beds_of(site)[0], by=cast.carla)
    page = page_of(as_(cast.carla).get(reverse(address)))
    [results] = page.root.where("id", "results")
    assert results.attributes["aria-label"] == title
    assert [each.text for each in results.all("caption")] == [title]


def test_board_and_site_say_the_same_of_a_room(cast, today):
    site = a_site(cast.cucuta, beds=(), run_by=cast.carla)
    a_room(site, 2, name="7", floor=3, kind="hall", has_cot=True, has_own_bathroom=True)
    told = as_(cast.carla).get(reverse("site-detail", args=[site.pk]))
    assert page_of(told).says("Piso 3 Cuna Baño propio")
    board = page_of(as_(cast.carla).get(reverse("board"), {"open": str(site.pk)}))
    assert board.says("salón · piso 3 · cuna · baño propio")


class TestARoomThatExists:
    @pytest.fixture
    def room(self, site) -> Room:
        return site.rooms.get(name="102")

    def send(self, user, name, row, **typed):
        return page_of(as_(user).post(reverse(name, args=[row.pk]), typed, follow=True))

    def test_gets_further_ordinary_beds_with_the_next_numbers(self, cast, room):
        assert self.send(cast.carla, "room-beds-add", room, number=2, kind="bunk").says("listas")
        assert list(room.beds.values_list("name", "kind"))[3:] == [
            ("4", "bed"), ("5", "bunk"), ("6", "bunk"),
        ]  # fmt: skip
        assert self.send(cast.carla, "room-beds-add", room, number=1, kind="surge").refusals

    def test_is_copied_with_its_features_and_the_kinds_of_its_beds(self, cast, site):
        like = a_room(site, 2, name="201", floor=2, wing="Norte", has_cot=True, kind="family_room")
        like.beds.filter(name="2").update(kind="cot")
        Bed.objects.filter(room=like, name="1").update(kind="bunk")
        self.send(cast.carla, "room-copy", like, names="202-203, 301")
        copies = site.rooms.filter(name__in=["202", "203", "301"]).order_by("name")
        assert [(room.floor, room.wing, room.has_cot, room.kind) for room in copies] == [
            (2, "Norte", True, "family_room"),
            (2, "Norte", True, "family_room"),
            (3, "Norte", True, "family_room"),
        ]
        assert list(copies[2].beds.values_list("name", "kind")) == [("1", "bunk"), ("2", "cot")]
        assert self.send(cast.carla, "room-copy", like, names="202").refusals
        page = page_of(as_(cast.carla).get(reverse("site-detail", args=[site.pk])))
        back = reverse("rooms-take-back", args=[site.pk])
        assert back in page.sends_to
        as_(cast.carla).post(back)
        assert not site.rooms.filter(name__in=["202", "203", "301"]).exists()

    def test_goes_out_of_service_in_one_act_and_comes_back_in_one(self, cast, site, room, today):
        bed, until = room.beds.get(name="2"), today + 9 * DAY
        close_bed(bed, starts_on=today + DAY, ends_on=today + 3 * DAY, reason="pest", by=cast.carla)
        sent = {"starts_on": today, "ends_on": until, "reason": "damp"}
        assert self.send(cast.carla, "room-close", room, **sent).says("fuera de servicio")
        nights = BedClosure.objects.filter(bed=bed).order_by("starts_on")
        assert list(nights.values_list("starts_on", "ends_on", "reason")) == [
            (today, today + DAY, "damp"),
            (today + DAY, today + 3 * DAY, "pest"),
            (today + 3 * DAY, until, "damp"),
        ]
        assert not Bed.objects.filter(room=room).free_on(today).exists()
        [told] = AuditEvent.objects.filter(verb="room.closed")
        assert (told.about_id, told.details["beds"]) == (str(room.pk), 5)
        closure = BedClosure.objects.exclude(bed=bed).filter(reason="damp").first()
        self.send(cast.carla, "room-reopen", closure)
        free = Bed.objects.filter(room=room).free_on(today + 4 * DAY)
        assert set(free.values_list("name", flat=True)) == {"1", "3", "4"}

    @pytest.mark.parametrize("act", ["room-close", "room-end"])
    def test_is_not_closed_over_people_and_names_them_to_who_may_see_them(
        self, cast, family, site, room, today, act
    ):
        people = people_of(family)[:2]
        for person, bed in zip(people, room.beds.all(), strict=False):
            a_stay(person, site, bed, by=cast.carla)
        sent = {"starts_on": today, "reason": "damp", "on": today}
        page = self.send(cast.carla, act, room, **sent)
        assert page.says("2 personas tienen estas camas", "Yorman", "Luz")
        hidden = a_family(cast.norte, names=["Canaria"], is_restricted=True)
        a_stay(people_of(hidden)[0], site, room.beds.get(name="3"), by=cast.sonia)
        page = self.send(cast.carla, act, room, **sent)
        assert page.says("3 personas", "alguien a quien usted no ve")
        assert not page.holds("Canaria")
        assert not BedClosure.objects.exists()
        assert Room.objects.get(pk=room.pk).closed_on is None

    def test_ends_on_a_day_and_that_is_taken_back_with_its_beds(self, cast, site, room, today):
        room.beds.filter(name="1").update(closed_on=today - 2 * DAY)
        self.send(cast.carla, "room-end", room, on=today + DAY)
        free = Bed.objects.filter(room=room)
        assert (free.free_on(today).count(), free.free_on(today + DAY).count()) == (3, 0)
        assert self.send(cast.carla, "room-beds-add", room, number=1, kind="bed").refusals
        surge = page_of(as_(cast.carla).get(reverse("surge-add", args=[site.pk])))
        assert str(room.pk) not in surge.offered("room")
        page = page_of(as_(cast.carla).get(reverse("site-detail", args=[site.pk])))
        assert page.says("ya no se usa desde")
        self.send(cast.carla, "room-bring-back", room)
        assert free.free_on(today + DAY).count() == 3

    @pytest.mark.parametrize("act", ["room-beds-add", "room-copy", "room-close", "room-end"])
    def test_of_another_site_is_nobody_elses_business(self, cast, room, act):
        for user in (cast.ana, cast.bruno):
            assert as_(user).get(reverse(act, args=[room.pk])).status_code == 404
