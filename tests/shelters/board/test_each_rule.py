"""Each rule that protects, in each way in which somebody gets a bed: said on the board before, and asked by the act.

An import and a merge place nobody: the first knows no beds, and the second lets stays be as they are.
"""

import datetime
from dataclasses import dataclass, field

import pytest
from django.urls import reverse

from casework.bonds.actions import relate
from casework.bonds.choices import Bond
from casework.register.choices import Sex
from reference.choices import RoomNeed
from shelters.actions import placements
from shelters.actions.cancelling import cancel
from shelters.actions.undo import undo
from shelters.board.actions import take_over
from shelters.choices import BedRule, RoomKind, Severity
from shelters.models import Placement, Room, Site, StayReason
from shelters.refusals import Endangers, ReasonNeeded
from tests.cast import as_
from tests.page import page_of
from tests.shelters.board.test_judged_pick import place, verdicts
from tests.shelters.build import a_family, a_room, a_site, a_stay, agreed, beds_of, people_of
from tests.shelters.test_protection_needs import needs

MONEY = {BedRule.NOT_PAID, BedRule.NO_CONTRACT, BedRule.NOTICE_GIVEN}
# OVERSTAY is no matter of a bed: tests/shelters/test_overstay.py.
RULES = [rule for rule in BedRule if rule not in {*MONEY, BedRule.OVERSTAY}]
# Of these the child could not even have moved away without the mother.
NEVER_ALONE = {BedRule.CHILD_WITHOUT_FAMILY, BedRule.SMALL_CHILD_ALONE}
DAY = datetime.timedelta(days=1)
REASON = "No hay otro lugar esta noche."
# What a reason does to a rule of each severity is the act's, asked of every rule below; the form hands it on.
WITH_A_REASON = {BedRule.WOMEN_ONLY, BedRule.BOTH_SEXES}


@dataclass
class House:
    """Room 7, in which the last two beds have the people who make the rule matter, and room 1 of another site."""

    cast: object
    today: object
    here: Site
    room: Room
    elsewhere: Site
    people: list = field(default_factory=list)

    def family(self, size=1, **facts):
        """A family of women of 30 years, or of whatever `facts` say."""
        people = people_of(a_family(self.cast.norte, size))
        for person in people:
            for name, value in {"sex": Sex.FEMALE, "birth_year": 1990, **facts}.items():
                setattr(person, name, value)
            person.save()
        return people

    def beside(self, people):
        """They sleep in the last beds of the room."""
        for person, bed in zip(people, beds_of(self.here)[::-1], strict=False):
            a_stay(person, self.here, bed, by=self.cast.carla)

    def child(self, person, years):
        person.birth_year = self.today.year - years
        person.save()

    def leave_uncleaned(self):
        """Somebody left each bed that is free today, and the site wants two nights for cleaning."""
        self.here.cleaning_nights = 2
        self.here.save()
        for bed in beds_of(self.here):
            if not bed.placements.exists():
                [guest] = self.family()
                days = {"starts_on": self.today - DAY, "ends_on": self.today}
                a_stay(guest, self.here, bed, by=self.cast.carla, **days)


@pytest.fixture
def house(cast, today):
    here = a_site(cast.cucuta, beds=[], run_by=cast.carla)
    room = a_room(
        here, 6, name="7", floor=0, is_step_free=True, has_cot=True, has_own_bathroom=True
    )
    return House(cast, today, here, room, a_site(cast.cucuta, beds=[2], run_by=cast.carla))


def who_and_what(house, rule):
    """The people who want the room, and what makes their place there break the rule: done once they have their first one."""
    cast, room = house.cast, house.room

    def change(**facts):
        return lambda: Room.objects.filter(pk=room.pk).update(**facts)

    def wants(need, **facts):
        people = house.family()
        needs(people[0], need, cast=cast)
        return people, change(**facts)

    def sleeps(people):
        return lambda: house.beside(people)

    match rule:
        case BedRule.CHILD_WITHOUT_FAMILY:
            mother, child = house.family(2)
            house.child(child, 9)
            other = a_site(cast.cucuta, beds=[1], run_by=cast.carla)
            return [child], lambda: a_stay(mother, other, beds_of(other)[0], by=cast.carla)
        case BedRule.UNACCOMPANIED:
            return house.family(birth_year=house.today.year - 13), lambda: None
        case BedRule.CHILD_AMONG_STRANGERS:
            return house.family(birth_year=house.today.year - 13), sleeps(house.family())
        case BedRule.SMALL_CHILD_ALONE:
            mother, child = house.family(2)
            house.child(child, 5)
            other = a_room(house.here, 1, name="8")
            bed = other.beds.get()
            return [child], lambda: a_stay(mother, house.here, bed, by=cast.carla)
        case BedRule.AGE_NOT_KNOWN:
            return house.family(birth_year=None), sleeps(house.family())
        case BedRule.WOMEN_ONLY:
            return house.family(sex=Sex.MALE), change(for_whom="women")
        case BedRule.BOY_IN_WOMEN_ONLY:
            people = house.family(2)
            people[1].sex = Sex.MALE
            house.child(people[1], 6)
            return people, change(for_whom="women")
        case BedRule.MEN_ONLY:
            return house.family(), change(for_whom="men")
        case BedRule.GIRL_IN_MEN_ONLY:
            people = house.family(2)
            people[0].sex = Sex.MALE
            people[0].save()
            house.child(people[1], 6)
            return people, change(for_whom="men")
        case BedRule.FAMILIES_ONLY:
            return house.family(), change(for_whom="families")
        case BedRule.APART_AT_SITE:
            [one], [other] = house.family(), house.family()
            relate(one, other=other, kind=Bond.APART, reason="La amenazó.", by=cast.ana)
            bed = a_room(house.here, 1, name="8").beds.get()
            return [one], lambda: a_stay(other, house.here, bed, by=cast.carla)
        case BedRule.KEPT_APART:
            [one], [other] = house.family(), house.family()
            relate(one, other=other, kind=Bond.APART, reason="La amenazó.", by=cast.ana)
            return [one], sleeps([other])
        case BedRule.MAN_BESIDE_CHILDREN:
            mother, child = house.family(2)
            house.child(child, 8)
            return house.family(sex=Sex.MALE), sleeps([mother, child])
        case BedRule.BOTH_SEXES:
            return house.family(sex=Sex.MALE), sleeps(house.family())
        case BedRule.NEEDS_GROUND_FLOOR:
            return wants(RoomNeed.GROUND_FLOOR, floor=3)
        case BedRule.NEEDS_STEP_FREE:
            return wants(RoomNeed.STEP_FREE, is_step_free=False)
        case BedRule.NEEDS_COT:
            return wants(RoomNeed.COT, has_cot=False)
        case BedRule.NEEDS_QUIET:
            return wants(RoomNeed.QUIET, kind=RoomKind.HALL)
        case BedRule.NEEDS_SINGLE_ROOM:
            people, _nothing = wants(RoomNeed.SINGLE_ROOM)
            return people, sleeps(house.family())
        case BedRule.NEEDS_BATHROOM:
            return wants(RoomNeed.BATHROOM, has_own_bathroom=False)
        case BedRule.GIRL_WITH_YOUNG_MAN:
            mother, girl, brother = house.family(3)
            house.child(girl, 13)
            brother.sex = Sex.MALE
            house.child(brother, 23)
            other = a_room(house.here, 1, name="8")
            bed = other.beds.get()
            return [girl, brother], lambda: a_stay(mother, house.here, bed, by=cast.carla)
        case BedRule.CLEANING_GAP:
            return house.family(), house.leave_uncleaned
        case BedRule.JOINS_SINGLE_ROOM:
            others = house.family()
            needs(others[0], RoomNeed.SINGLE_ROOM, cast=cast)
            return house.family(), sleeps(others)
    raise AssertionError(f"The rule {rule} has no example.")


def asked_by(rule, act):
    """The act is refused; with a reason too, if the rule refuses. Otherwise the reason is kept with the rule."""
    if rule.severity == Severity.REFUSE:
        with pytest.raises(Endangers):
            act(reason=REASON)
        return
    with pytest.raises(ReasonNeeded):
        act(reason="")
    act(reason=REASON)
    assert str(rule) in {code for each in StayReason.objects.all() for code in each.rules}


def in_first_beds(house, people):
    return [
        a_stay(person, house.here, bed, by=house.cast.carla)
        for person, bed in zip(people, beds_of(house.here), strict=False)
    ]


def at_first_elsewhere(house, people):
    return [
        a_stay(person, house.elsewhere, bed, by=house.cast.carla)
        for person, bed in zip(people, beds_of(house.elsewhere), strict=False)
    ]


@pytest.mark.parametrize("rule", RULES)
class TestEachRule:
    def test_is_on_the_board_before_the_drop_and_in_its_form(self, house, rule):
        people, spoil = who_and_what(house, rule)
        spoil()
        asked = {"pick": people[0].number, "unfold": "all", "who": [p.number for p in people]}
        page = page_of(as_(house.cast.carla).get(reverse("board"), asked))
        verdict = "refused" if rule.severity == Severity.REFUSE else "asks"
        assert verdicts(page)["7"][0] == verdict
        form = place(house.cast.carla, people[0], house.room, reason="")
        assert page_of(form).refusals
        placed = Placement.objects.filter(individual__in=people)
        assert not placed.exists()
        if rule in WITH_A_REASON:
            place(house.cast.carla, people[0], house.room, reason=REASON)
            assert placed.exists() is (verdict == "asks")

    def test_is_asked_when_a_family_is_placed(self, house, rule):
        people, spoil = who_and_what(house, rule)
        spoil()
        beds = dict(zip(people, beds_of(house.here), strict=False))
        case, today = people[0].memberships.get().case, house.today
        told = {"site": house.here, "assignments": beds, "starts_on": today, "by": house.cast.carla}
        asked_by(rule, lambda reason: placements.place_family(case, **told, reason=reason))

    def test_is_asked_when_they_move(self, house, rule):
        people, spoil = who_and_what(house, rule)
        stays = at_first_elsewhere(house, people)
        spoil()
        beds = dict(zip(stays, beds_of(house.here), strict=False))
        told = {"on": house.today, "by": house.cast.carla}
        asked_by(rule, lambda reason: placements.move_all(beds, **told, reason=reason))

    def test_is_asked_of_the_other_party_when_two_swap(self, house, rule):
        """Those who break the rule are whose bed is wanted."""
        people, spoil = who_and_what(house, rule)
        stays = at_first_elsewhere(house, people)
        guests = in_first_beds(house, house.family(len(people)))
        spoil()
        guests = list(Placement.objects.filter(pk__in=[guest.pk for guest in guests]))
        beds = {stay: guest.bed for stay, guest in zip(stays, guests, strict=True)}
        beds |= {guest: stay.bed for stay, guest in zip(stays, guests, strict=True)}
        told = {"on": house.today, "by": house.cast.carla}
        asked_by(rule, lambda reason: placements.move_all(beds, **told, reason=reason))

    def test_is_asked_when_somebody_is_parked_for_them(self, house, rule):
        people, spoil = who_and_what(house, rule)
        guests = in_first_beds(house, house.family(len(people)))
        spoil()
        guests = list(Placement.objects.filter(pk__in=[guest.pk for guest in guests]))
        told = {
            "assignments": {p: guest.bed for p, guest in zip(people, guests, strict=True)},
            "beds": dict.fromkeys(guests),
            "on": house.today,
            "planned_end_on": None,
            "by": house.cast.carla,
        }
        case = people[0].memberships.get().case
        asked_by(rule, lambda reason: take_over(case, **told, reason=reason))


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in NEVER_ALONE])
def test_what_refuses_is_asked_when_a_swap_is_taken_back(house, rule):
    """A reason is not asked again for what somebody takes back."""
    people, spoil = who_and_what(house, rule)
    stays = in_first_beds(house, people)
    beds = dict(zip(stays, beds_of(house.elsewhere), strict=False))
    placements.move_all(beds, on=house.today, reason=REASON, by=house.cast.carla)
    spoil()
    moved = Placement.objects.get(previous=stays[0])
    if rule.severity == Severity.REFUSE:
        with pytest.raises(Endangers):
            undo(moved, by=house.cast.carla)
    else:
        undo(moved, by=house.cast.carla)


@pytest.mark.parametrize("terms", ["paid_until", "contract_ends_on"])
def test_nights_that_nobody_pays_are_asked_about_in_each_way(house, terms):
    cast, today = house.cast, house.today
    agreed(house.here, **{terms: today})
    [one] = house.family()
    stay = at_first_elsewhere(house, [one])[0]
    [guest] = in_first_beds(house, house.family())
    rule = BedRule.NOT_PAID if terms == "paid_until" else BedRule.NO_CONTRACT
    beds = {stay: guest.bed, guest: stay.bed}
    page = page_of(
        as_(cast.carla).get(
            reverse("board-exchange"),
            {"pick": one.number, "with": guest.individual.number},
        )
    )
    assert page.says("! con un motivo")
    asked_by(rule, lambda reason: placements.move_all(beds, on=today, reason=reason, by=cast.carla))


def test_a_rule_and_unpaid_nights_are_asked_about_at_once(house):
    people, spoil = who_and_what(house, BedRule.BOTH_SEXES)
    stays = at_first_elsewhere(house, people)
    spoil()
    agreed(house.here, paid_until=house.today)
    beds = dict(zip(stays, beds_of(house.here), strict=False))
    with pytest.raises(ReasonNeeded) as asked:
        placements.move_all(beds, on=house.today, by=house.cast.carla)
    assert len(asked.value.sentences) == 2
    placements.move_all(beds, on=house.today, reason=REASON, by=house.cast.carla)
    for kept in StayReason.objects.all():
        assert set(kept.rules) == {BedRule.BOTH_SEXES, BedRule.NOT_PAID}


@pytest.mark.parametrize(("kept_for", "rule"), [("men", "MEN_ONLY"), ("families", "FAMILIES_ONLY")])
def test_a_site_for_some_people_is_asked_about_in_each_of_its_rooms_and_without_a_bed(
    house, kept_for, rule
):
    Site.objects.filter(pk=house.here.pk).update(for_whom=kept_for)
    house.here.refresh_from_db()
    [one] = house.family()
    asked = {"pick": one.number, "unfold": "all"}
    page = page_of(as_(house.cast.carla).get(reverse("board"), asked))
    assert verdicts(page)["7"][0] == ("refused" if kept_for == "men" else "asks")
    told = {"site": house.here, "starts_on": house.today, "by": house.cast.carla}
    case = one.memberships.get().case
    asked_by(
        BedRule[rule],
        lambda reason: placements.place_at_site(case, people=[one], reason=reason, **told),
    )


@pytest.mark.parametrize(("nights", "asks"), [(None, False), (1, False), (2, False), (3, True)])
def test_a_bed_is_asked_about_until_the_nights_for_cleaning_are_over(house, nights, asks):
    """Somebody left it two days ago; who left it themselves get it back without a reason."""
    cast, today, [bed, *_others] = house.cast, house.today, beds_of(house.here)
    Site.objects.filter(pk=house.here.pk).update(cleaning_nights=nights)
    [guest], [one] = house.family(), house.family()
    days = {"starts_on": today - 5 * DAY, "ends_on": today - 2 * DAY}
    a_stay(guest, house.here, bed, by=cast.carla, **days)
    told = {"site": Site.objects.get(pk=house.here.pk), "bed": bed, "starts_on": today}
    assert not placements.place(guest, **told, by=cast.carla).reasons.exists()
    Placement.objects.filter(individual=guest, starts_on=today).delete()
    if asks:
        asked_by(
            BedRule.CLEANING_GAP,
            lambda reason: placements.place(one, **told, reason=reason, by=cast.carla),
        )
    else:
        assert not placements.place(one, **told, by=cast.carla).reasons.exists()


def test_nights_for_cleaning_before_the_next_stay_are_asked_about_by_whatever_ends_later(house):
    """The bed has somebody else in six days, and the site wants two nights before: whoever stays longer closes the gap."""
    cast, today, [bed, *_others] = house.cast, house.today, beds_of(house.here)
    Site.objects.filter(pk=house.here.pk).update(cleaning_nights=2)
    site = Site.objects.get(pk=house.here.pk)
    [one], [following] = house.family(), house.family()
    a_stay(following, site, bed, by=cast.carla, starts_on=today + 6 * DAY)
    told = {"site": site, "bed": bed, "starts_on": today, "by": cast.carla}
    end = today + 5 * DAY
    asked_by(
        BedRule.CLEANING_GAP,
        lambda reason: placements.place(one, planned_end_on=end, reason=reason, **told),
    )
    cancel(Placement.objects.get(individual=one), reason="mistake", by=cast.carla)
    stay = placements.place(one, planned_end_on=today + 4 * DAY, **told)
    assert not stay.reasons.exists()
    asked_by(
        BedRule.CLEANING_GAP,
        lambda reason: placements.extend(stay, planned_end_on=end, reason=reason, by=cast.carla),
    )


def test_a_page_of_extending_that_closes_the_gap_for_cleaning_takes_a_reason(house):
    cast, today, [bed, *_others] = house.cast, house.today, beds_of(house.here)
    Site.objects.filter(pk=house.here.pk).update(cleaning_nights=2)
    [one], [following] = house.family(), house.family()
    a_stay(following, house.here, bed, by=cast.carla, starts_on=today + 6 * DAY)
    stay = a_stay(one, house.here, bed, by=cast.carla, planned_end_on=today + 4 * DAY)
    carla, url = as_(cast.carla), reverse("placement-extend", args=[stay.pk])
    sent = {"stays": [str(stay.pk)], "planned_end_on": today + 5 * DAY}
    assert page_of(carla.post(url, sent)).says("deja libre cada cama 2 noches")
    assert carla.post(url, sent | {"reason": REASON}).status_code == 302
    assert BedRule.CLEANING_GAP in stay.reasons.get().rules


def test_a_first_night_put_right_to_before_the_bed_was_clean_takes_a_reason(house):
    cast, today, [bed, *_others] = house.cast, house.today, beds_of(house.here)
    Site.objects.filter(pk=house.here.pk).update(cleaning_nights=2)
    [guest], [one] = house.family(), house.family()
    days = {"starts_on": today - 9 * DAY, "ends_on": today - 5 * DAY}
    a_stay(guest, house.here, bed, by=cast.carla, **days)
    stay = a_stay(one, house.here, bed, by=cast.carla, starts_on=today - 2 * DAY)
    carla, url = as_(cast.carla), reverse("placement-correct", args=[stay.pk])
    sent = {"stays": [str(stay.pk)], "starts_on": today - 4 * DAY}
    assert page_of(carla.post(url, sent)).says("deja libre cada cama 2 noches")
    assert carla.post(url, sent | {"starts_on": today - 3 * DAY}).status_code == 302
    assert not stay.reasons.exists()
    assert carla.post(url, sent | {"reason": REASON}).status_code == 302
    assert stay.reasons.get().rules == [BedRule.CLEANING_GAP]


def test_beds_that_are_cleaned_are_offered_before_others(house):
    [one] = house.family()
    house.leave_uncleaned()
    other = a_room(house.here, 1, name="9")
    case = one.memberships.get().case
    beds = placements.place_family(
        case, site=house.here, starts_on=house.today, by=house.cast.carla
    )
    assert [stay.bed.room for stay in beds] == [other]
