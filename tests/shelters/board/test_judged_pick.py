"""A pick is judged by the rules that the actions use: what the board says before is what the action says after."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casework.bonds.actions import relate
from casework.bonds.choices import Bond
from casework.register.choices import Sex
from shelters.models import Placement, Room, StayReason
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_family, a_room, a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)


def look(user, person, **asked):
    return page_of(
        as_(user).get(reverse("board"), {"pick": person.number, "unfold": "all", **asked})
    )


def verdicts(page):
    """By room, the first verdict on its row."""
    found = {}
    for row in page.root.all("tr"):
        name = next(row.all("th")).text.split()[0]
        for cell in row.all("td"):
            for verdict in ("fits", "asks", "refused"):
                if verdict in cell.classes:
                    found.setdefault(name, (verdict, cell.text))
    return found


def place(user, person, room, **typed):
    address = reverse("board-place")
    asked = {"pick": person.number, "at": room.pk.hex[:8]}
    browser = as_(user)
    page = page_of(browser.get(address, asked))
    return browser.post(
        f"{address}?pick={person.number}&at={room.pk.hex[:8]}", {**page.fields, **typed}
    )


def room_of(site, name):
    return Room.objects.get(site=site, name=name)


def test_every_free_run_says_whether_the_family_fits_and_the_best_has_a_number(cast, site, family):
    found = verdicts(look(cast.carla, people_of(family)[0]))
    assert found["102"][0] == "fits"
    assert "✓ 1" in found["102"][1]
    assert found["101"][0] == "refused"
    assert "2 camas están libres todas estas noches; se necesitan 3" in found["101"][1]


def test_picking_one_picks_the_family_and_unticking_judges_again(cast, site, family):
    one, two, _three = people_of(family)
    page = look(cast.carla, one)
    assert page.offered("who") == [person.number for person in people_of(family)]
    found = verdicts(look(cast.carla, one, who=[one.number, two.number]))
    assert found["101"][0] == "fits"


def test_who_is_picked_on_a_run_may_move(cast, site, family, today):
    for person, bed in zip(people_of(family), beds_of(site)[2:], strict=False):
        a_stay(person, site, bed, by=cast.carla)
    other = a_site(cast.cucuta, beds=[3], run_by=cast.carla)
    one = people_of(family)[0]
    response = place(cast.carla, one, room_of(other, "101"))
    assert response.status_code == 302
    assert {stay.site for stay in Placement.objects.filter(case=family, ends_on=None)} == {other}


def test_a_run_that_ends_before_they_leave_does_not_fit(cast, today):
    site = a_site(cast.cucuta, beds=[1], run_by=cast.carla)
    [later] = people_of(a_family(cast.norte))
    a_stay(later, site, beds_of(site)[0], by=cast.carla, starts_on=today + 5 * DAY)
    [one] = people_of(a_family(cast.norte))
    assert "diga un día de salida" in verdicts(look(cast.carla, one))["101"][1]
    until = (today + 5 * DAY).isoformat()
    assert verdicts(look(cast.carla, one, until=until))["101"][0] == "fits"


def test_choosing_gives_the_place_and_can_be_undone(cast, site, family, today):
    one = people_of(family)[0]
    response = place(cast.carla, one, room_of(site, "102"))
    assert response.status_code == 302
    stays = Placement.objects.filter(case=family)
    assert {stay.bed.room.name for stay in stays} == {"102"}
    page = page_of(as_(cast.carla).get(reverse("placement-undo", args=[stays[0].pk])))
    assert page.says("102") or page.heading


def test_beds_are_changed_by_hand(cast, site, family):
    one = people_of(family)[0]
    chosen = [str(bed.pk) for bed in beds_of(site)[3:6]]
    typed = {f"bed_{number}": key for number, key in enumerate(reversed(chosen))}
    assert place(cast.carla, one, room_of(site, "102"), **typed).status_code == 302
    by_person = {stay.individual_id: str(stay.bed_id) for stay in Placement.objects.all()}
    assert [by_person[person.pk] for person in people_of(family)] == chosen[::-1]


def test_nobody_gets_the_bed_of_another(cast, site, family):
    one = people_of(family)[0]
    bed = str(beds_of(site)[2].pk)
    response = place(cast.carla, one, room_of(site, "102"), bed_0=bed, bed_1=bed)
    assert page_of(response).says("Dos personas no pueden tener una misma cama.")
    assert not Placement.objects.exists()


class TestARuleIsShownBeforeTheDropAndRefusedByTheAct:
    """Each rule twice: on the board, and by the action that the board leads to."""

    @pytest.fixture
    def room(self, cast):
        site = a_site(cast.cucuta, beds=[], run_by=cast.carla)
        return a_room(site, 3, name="7")

    def beside(self, cast, room, **facts):
        [person] = people_of(a_family(cast.norte))
        for name, value in facts.items():
            setattr(person, name, value)
        person.save()
        a_stay(person, room.site, beds_of(room.site)[0], by=cast.carla)
        return person

    def picked(self, cast, **facts):
        [person] = people_of(a_family(cast.norte))
        for name, value in facts.items():
            setattr(person, name, value)
        person.save()
        return person

    def holds(self, cast, room, person, verdict, words):
        said = verdicts(look(cast.carla, person))["7"]
        assert (said[0], words in said[1]) == (verdict, True), said
        response = place(cast.carla, person, room, bed_0=str(beds_of(room.site)[1].pk), reason="")
        assert any(words in refusal for refusal in page_of(response).refusals)
        assert not Placement.objects.filter(individual=person).exists()
        response = place(
            cast.carla, person, room, bed_0=str(beds_of(room.site)[1].pk), reason="Es por hoy."
        )
        is_placed = Placement.objects.filter(individual=person).exists()
        assert is_placed is (verdict == "asks")
        assert StayReason.objects.filter(individual=person).exists() is is_placed

    def test_women_only(self, cast, room):
        Room.objects.filter(pk=room.pk).update(for_whom="women")
        self.holds(cast, room, self.picked(cast), "refused", "solo para mujeres")

    def test_kept_apart(self, cast, room):
        one, other = self.beside(cast, room), self.picked(cast)
        relate(one, other=other, kind=Bond.APART, reason="Lo amenazó.", by=cast.ana)
        self.holds(cast, room, other, "refused", "no debe compartir 7")

    def test_a_child_among_strangers(self, cast, room, today):
        self.beside(cast, room)
        child = self.picked(cast, birth_year=today.year - 9)
        self.holds(cast, room, child, "refused", "adultos de otras familias")

    def test_a_man_beside_children(self, cast, room, today):
        mother, child = people_of(a_family(cast.norte, 2))
        mother.sex, child.birth_year = Sex.FEMALE, today.year - 8
        for person, bed in zip((mother, child), beds_of(room.site)[:3:2], strict=True):
            person.save()
            a_stay(person, room.site, bed, by=cast.carla)
        self.holds(cast, room, self.picked(cast), "asks", "menores de edad de otra familia")

    def test_both_sexes(self, cast, room):
        self.beside(cast, room, sex=Sex.FEMALE)
        self.holds(cast, room, self.picked(cast), "asks", "mujeres y hombres")

    def test_nights_that_are_not_paid(self, cast, room, today):
        room.site.paid_until = today
        room.site.save()
        said = verdicts(look(cast.carla, self.picked(cast)))["7"]
        assert said[0] == "asks"


def test_a_file_that_one_may_not_see_cannot_be_picked(cast, site):
    [hidden] = people_of(a_family(cast.norte, names=["Canaria"], is_restricted=True))
    page = look(cast.carla, hidden)
    assert not page.holds("Canaria")
    assert not verdicts(page)
    address = f"{reverse('board-place')}?pick={hidden.number}&at={room_of(site, '102').pk.hex[:8]}"
    assert as_(cast.carla).get(address).status_code == 404


def test_who_only_reads_sites_picks_nobody(cast, site, family):
    assert not verdicts(look(cast.bruno, people_of(family)[0]))
    assert as_(cast.bruno).get(reverse("board-place")).status_code == 404


def test_the_tray_holds_who_waits_who_must_leave_and_who_is_late(cast, site, family, today):
    ending = a_site(cast.cucuta, beds=[2], run_by=cast.carla, paid_until=today + 3 * DAY)
    [leaving] = people_of(a_family(cast.norte, names=["Rosa"]))
    a_stay(leaving, ending, beds_of(ending)[0], by=cast.carla)
    [late] = people_of(a_family(cast.norte, names=["Mirta"]))
    a_stay(late, site, beds_of(site)[0], by=cast.carla, starts_on=today - DAY, checked_in_at=None)
    page = page_of(as_(cast.carla).get(reverse("board")))
    tray = next(page.root.all("aside")).text
    assert "Yorman · 3" in tray
    assert "Rosa · 1" in tray
    assert "Mirta · 1 debía llegar el" in tray
    assert page.says(f"Deben salir de {ending.name}")


def test_a_pick_asks_the_same_questions_for_one_room_and_for_many(cast, site, family):
    one = people_of(family)[0]

    def statements():
        look(cast.carla, one)
        with CaptureQueriesContext(connection) as queries:
            look(cast.carla, one)
        return len(queries)

    before = statements()
    for _ in range(3):
        a_site(cast.cucuta, beds=[4] * 5, run_by=cast.carla)
    assert statements() == before
