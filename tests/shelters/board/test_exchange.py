"""Two parties change beds, or one takes the bed of another, who is parked: both sides are judged before and in the act."""

import datetime
from itertools import permutations

import pytest
from django.urls import reverse

from accounts.models import AuditEvent
from casework.bonds.actions import relate
from casework.bonds.choices import Bond
from casework.register.choices import Sex
from shelters.actions.placements import move_all
from shelters.actions.undo import undo
from shelters.models import BedClosure, Placement, Room, StayReason
from shelters.refusals import BedTaken
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import (
    a_family,
    a_room,
    a_site,
    a_stay,
    agreed,
    beds_of,
    people_of,
)

DAY = datetime.timedelta(days=1)
EXCHANGE = reverse("board-exchange")


@pytest.fixture
def guests(cast, site, today):
    """A family of two in room 101, and a family of two in room 102, where two beds are free."""

    def sleep(names, beds):
        people = people_of(a_family(cast.norte, len(names), names=names))
        return [
            a_stay(person, site, bed, by=cast.carla, planned_end_on=today + 9 * DAY)
            for person, bed in zip(people, beds, strict=True)
        ]

    beds = beds_of(site)
    return sleep(["Rosa", "Mirta"], beds[:2]), sleep(["Zulay", "Delia"], beds[2:4])


def open_(user, person, other, **asked):
    asked = {"pick": person.number, "with": other.number, **asked}
    return page_of(as_(user).get(EXCHANGE, asked))


def send(user, person, other, *, park=False, **typed):
    asked = f"?pick={person.number}&with={other.number}" + ("&park=on" if park else "")
    browser = as_(user)
    page = page_of(browser.get(EXCHANGE + asked))
    return browser.post(EXCHANGE + asked, {**page.fields, **typed})


def beds_now(*stays):
    """By given name the bed that holds the person now, or None."""
    people = {stay.individual_id for stay in stays}
    now = Placement.objects.standing().filter(individual__in=people, ends_on=None)
    return {stay.individual.given_names: stay.bed for stay in now.with_people()}


def test_two_families_swap_their_beds_in_one_act(cast, guests):
    [rosa, mirta], [zulay, delia] = guests
    page = open_(cast.carla, rosa.individual, zulay.individual)
    assert page.says("✓ cabe")
    assert send(cast.carla, rosa.individual, zulay.individual).status_code == 302
    assert beds_now(rosa, zulay, mirta, delia) == {
        "Rosa": zulay.bed,
        "Mirta": delia.bed,
        "Zulay": rosa.bed,
        "Delia": mirta.bed,
    }
    moved = AuditEvent.objects.filter(verb="placement.moved", actor=cast.carla)
    assert moved.count() == 4


def test_who_is_checked_in_stays_so_and_who_is_expected_stays_expected(cast, site, today, guests):
    [rosa, mirta], [zulay, delia] = guests
    Placement.objects.filter(pk__in=[zulay.pk, delia.pk]).update(
        checked_in_at=None, starts_on=today + 2 * DAY
    )
    assert open_(cast.carla, rosa.individual, zulay.individual).says("Desde el")
    send(cast.carla, rosa.individual, zulay.individual)
    new = Placement.objects.filter(previous__in=[rosa, zulay, mirta, delia])
    assert {stay.starts_on for stay in new} == {today + 2 * DAY}
    assert {stay.planned_end_on for stay in new} == {today + 9 * DAY}
    assert not any(stay.has_arrived for stay in new)


@pytest.mark.parametrize("whose", [0, 1])
def test_a_swap_is_taken_back_for_both_parties_from_either(cast, guests, whose):
    stays = [*guests[0], *guests[1]]
    before = list(Placement.objects.filter(pk__in=[s.pk for s in stays]).order_by("pk").values())
    send(cast.carla, guests[0][0].individual, guests[1][0].individual)
    undo(Placement.objects.get(previous=guests[whose][0]), by=cast.carla)
    after = list(Placement.objects.filter(pk__in=[s.pk for s in stays]).order_by("pk").values())
    assert after == before
    assert Placement.objects.standing().count() == 4


def test_one_of_a_family_swaps_alone_when_the_others_are_unticked(cast, guests):
    [rosa, mirta], [zulay, delia] = guests
    asked = f"{EXCHANGE}?pick={rosa.individual.number}&who={rosa.individual.number}"
    browser = as_(cast.carla)
    address = f"{asked}&with={delia.individual.number}"
    browser.post(address, page_of(browser.get(address)).fields)
    assert beds_now(rosa, mirta, zulay, delia) == {
        "Rosa": delia.bed,
        "Mirta": mirta.bed,
        "Zulay": zulay.bed,
        "Delia": rosa.bed,
    }


def test_a_rule_that_the_other_party_would_break_is_said_before_and_refused_by_the_act(
    cast, site, guests
):
    """The picked ones fit; but whose bed they take may not sleep in a room for women."""
    [rosa, _mirta], [zulay, _delia] = guests
    Room.objects.filter(pk=rosa.bed.room_id).update(for_whom="women")
    page = open_(cast.carla, rosa.individual, zulay.individual)
    assert page.says("✗ no cabe")
    assert page.says("solo para mujeres")
    response = send(cast.carla, rosa.individual, zulay.individual)
    assert any("solo para mujeres" in words for words in page_of(response).refusals)
    assert Placement.objects.count() == 4


def test_who_is_kept_apart_from_a_third_in_the_other_room_is_not_swapped_there(cast, site, guests):
    [rosa, _mirta], [zulay, _delia] = guests
    [third] = people_of(a_family(cast.norte))
    a_stay(third, site, beds_of(site)[5], by=cast.carla)
    relate(rosa.individual, other=third, kind=Bond.APART, reason="La amenazó.", by=cast.ana)
    assert open_(cast.carla, rosa.individual, zulay.individual).says("no debe compartir 102")
    send(cast.carla, rosa.individual, zulay.individual)
    assert Placement.objects.count() == 5


def test_a_swap_that_asks_for_a_reason_is_kept_with_it(cast, site, guests):
    [rosa, _mirta], [zulay, _delia] = guests
    [woman] = people_of(a_family(cast.norte))
    woman.sex = Sex.FEMALE
    woman.save()
    a_stay(woman, site, beds_of(site)[5], by=cast.carla)
    assert open_(cast.carla, rosa.individual, zulay.individual).says("! con un motivo")
    response = send(cast.carla, rosa.individual, zulay.individual)
    assert any("mujeres y hombres" in words for words in page_of(response).refusals)
    send(cast.carla, rosa.individual, zulay.individual, reason="Es por hoy.")
    assert {each.individual.given_names for each in StayReason.objects.all()} == {"Rosa", "Mirta"}


def test_only_who_comes_to_a_site_that_is_not_paid_needs_a_reason_for_it(cast, today):
    paid = a_site(cast.cucuta, beds=[1], run_by=cast.carla)
    unpaid = a_site(cast.cucuta, beds=[1], run_by=cast.carla)
    [one], [other] = people_of(a_family(cast.norte)), people_of(a_family(cast.norte))
    stay = a_stay(one, paid, beds_of(paid)[0], by=cast.carla)
    theirs = a_stay(other, unpaid, beds_of(unpaid)[0], by=cast.carla)
    agreed(unpaid, paid_until=today)
    beds = {stay: theirs.bed, theirs: stay.bed}
    move_all(beds, on=today, reason="No hay otro.", by=cast.carla)
    assert [each.individual for each in StayReason.objects.all()] == [one]


class TestParking:
    def park(self, cast, family, other, **typed):
        return send(cast.carla, people_of(family)[0], other.individual, park=True, **typed)

    def test_a_family_without_a_bed_gets_a_taken_room_and_who_had_it_is_parked(
        self, cast, family, guests, today
    ):
        """Three people: the two beds of the others, and one that is free beside them."""
        _first, [zulay, delia] = guests
        page = open_(cast.carla, people_of(family)[0], zulay.individual)
        assert page.says("✓ cabe")
        assert self.park(cast, family, zulay).status_code == 302
        placed = Placement.objects.filter(case=family)
        assert {stay.bed.room.name for stay in placed} == {"102"}
        assert beds_now(zulay, delia) == {"Zulay": None, "Delia": None}
        new = Placement.objects.filter(previous__in=[zulay, delia])
        assert {(s.site_id, s.planned_end_on) for s in new} == {(zulay.site_id, today + 9 * DAY)}
        assert all(stay.has_arrived for stay in new)

    def test_who_is_parked_stands_in_the_tray_and_is_placed_from_there(
        self, cast, site, family, guests, today
    ):
        _first, [zulay, _delia] = guests
        self.park(cast, family, zulay)
        tray = next(page_of(as_(cast.carla).get(reverse("board"))).root.all("aside")).text
        assert "En espera 1 Delia · 2" in tray or "En espera 1 Zulay · 2" in tray
        assert "Sin cama esta noche 0" in tray
        other = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
        room = Room.objects.get(site=other)
        address = f"{reverse('board-place')}?pick={zulay.individual.number}&at={room.pk.hex[:8]}"
        browser = as_(cast.carla)
        browser.post(address, page_of(browser.get(address)).fields)
        placed = Placement.objects.filter(site=other)
        assert {stay.planned_end_on for stay in placed} == {today + 9 * DAY}
        assert not Placement.objects.standing().filter(bed=None, ends_on=None).exists()

    def test_who_moves_may_park_the_other_too(self, cast, guests):
        [rosa, _mirta], [zulay, _delia] = guests
        page = open_(cast.carla, rosa.individual, zulay.individual)
        assert page.says("O dejar en espera a la otra parte")
        send(cast.carla, rosa.individual, zulay.individual, park=True)
        assert beds_now(rosa, zulay) == {"Rosa": zulay.bed, "Zulay": None}

    @pytest.mark.parametrize("from_the_parked", [True, False])
    def test_it_is_taken_back_for_both(self, cast, family, guests, from_the_parked):
        _first, [zulay, _delia] = guests
        before = list(Placement.objects.order_by("pk").values())
        self.park(cast, family, zulay)
        stay = Placement.objects.get(previous=zulay) if from_the_parked else None
        undo(stay or Placement.objects.filter(case=family)[0], by=cast.carla)
        standing = Placement.objects.standing().order_by("pk")
        assert list(standing.values()) == before

    def test_a_parent_may_not_be_parked_away_from_a_child(self, cast, site, family, today):
        mother, child = people_of(a_family(cast.norte, 2, names=["Luz", "Nahia"]))
        child.birth_year = today.year - 6
        child.save()
        other = a_site(cast.cucuta, beds=[1], run_by=cast.carla)
        [stays] = [a_stay(mother, site, beds_of(site)[2], by=cast.carla)]
        a_stay(child, site, beds_of(site)[3], by=cast.carla)
        [lone] = people_of(a_family(cast.norte))
        mine = a_stay(lone, other, beds_of(other)[0], by=cast.carla)
        beds = {mine: stays.bed, stays: mine.bed}
        with refused("Nahia"):
            move_all(beds, on=today, by=cast.carla)


def test_a_family_changes_beds_among_themselves(cast, guests):
    [rosa, mirta], _others = guests
    response = send(
        cast.carla,
        rosa.individual,
        rosa.individual,
        bed_0=str(mirta.bed_id),
        bed_1=str(rosa.bed_id),
    )
    assert response.status_code == 302
    assert beds_now(rosa, mirta) == {"Rosa": mirta.bed, "Mirta": rosa.bed}


def test_nobody_gets_a_bed_that_a_third_has_or_that_is_closed(cast, site, guests, today):
    [rosa, _mirta], [zulay, _delia] = guests
    [third] = people_of(a_family(cast.norte))
    taken = beds_of(site)[5]
    a_stay(third, site, taken, by=cast.carla)
    with refused("102", kind=BedTaken):
        move_all({rosa: taken}, on=today, by=cast.carla)
    BedClosure.objects.create(
        bed=beds_of(site)[4], starts_on=today, reason="damp", closed_by=cast.carla
    )
    page = open_(cast.carla, rosa.individual, zulay.individual)
    assert str(taken.pk) not in page.offered("bed_0")
    assert str(beds_of(site)[4].pk) not in page.offered("bed_0")


def test_looking_changes_nothing(cast, guests):
    before = list(Placement.objects.order_by("pk").values())
    open_(cast.carla, guests[0][0].individual, guests[1][0].individual)
    assert list(Placement.objects.order_by("pk").values()) == before
    assert not AuditEvent.objects.filter(verb="placement.moved").exists()


def test_whom_one_may_not_move_is_not_swapped(cast, site, guests):
    [hidden] = people_of(a_family(cast.norte, names=["Canaria"], is_restricted=True))
    a_stay(hidden, site, beds_of(site)[5], by=cast.sonia)
    rosa = guests[0][0].individual
    asked = {"pick": rosa.number, "with": hidden.number}
    page = page_of(as_(cast.carla).get(EXCHANGE, asked, follow=True))
    assert page.says("Usted no puede trasladar a quien tiene esta cama.")
    assert not page.holds("Canaria")
    assert as_(cast.bruno).get(EXCHANGE, asked).status_code == 404


def test_a_number_that_cannot_be_picked_is_said_and_says_no_more(cast, site):
    [hidden] = people_of(a_family(cast.norte, names=["Canaria"], is_restricted=True))
    pages = [
        page_of(as_(cast.carla).get(reverse("board"), {"pick": number}))
        for number in (hidden.number, "A-2026-999999")
    ]
    for page, number in zip(pages, (hidden.number, "A-2026-999999"), strict=True):
        assert page.says(f"nadie con el número «{number}»")
        assert not page.holds("Canaria")


@pytest.mark.parametrize("order", list(permutations(range(4)))[::5])
def test_in_whichever_way_beds_are_changed_nobody_shares_one_and_it_is_undone_exactly(
    cast, site, today, order
):
    room = a_room(site, 4, name="201")
    beds = list(room.beds.order_by("position"))
    stays = [a_stay(people_of(a_family(cast.norte))[0], site, bed, by=cast.carla) for bed in beds]
    before = list(Placement.objects.order_by("pk").values())
    moved = {stays[number]: beds[to] for number, to in enumerate(order) if number != to}
    if not moved:
        return
    move_all(moved, on=today, by=cast.carla)
    now = Placement.objects.standing().filter(ends_on=None)
    assert sorted(stay.bed.position for stay in now) == [1, 2, 3, 4]
    undo(Placement.objects.get(previous=next(iter(moved))), by=cast.carla)
    assert list(Placement.objects.standing().order_by("pk").values()) == before
