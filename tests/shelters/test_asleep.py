"""Whom the database leaves out of a night sleeps against no rule: held against everybody who sleeps there, one by one."""

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casework.bonds.choices import Bond
from casework.bonds.models import Relationship
from casework.needs.models import SpecificNeed
from casework.register.choices import BirthPrecision, Sex
from casework.register.models.case import FamilyMember
from shelters.asleep import doubtful_sleepers
from shelters.bonds import bonds_among, bonds_in
from shelters.kept import is_kept
from shelters.models import Placement, Room
from shelters.rules.protection import (
    apart_at_site,
    broken_at_site,
    broken_in_room,
    with_young_man,
    without_adult_in_room,
)
from shelters.rules.room_needs import lacking_in_room
from shelters.sleepers import sleeper
from shelters.tonight import SleepersTonight, against_a_rule
from tests.casework.identity.fill_person import a_code
from tests.shelters.build import (
    SINCE,
    a_family,
    a_site,
    a_stay,
    against_rules,
    beds_of,
    people_of,
)


def with_neighbours(cast, rng):
    """Three sites with rooms of several families, births known by day, month, year or not at all."""
    sites = [a_site(cast.cucuta, beds=[3] * 6, run_by=cast.carla) for _ in range(3)]
    Room.objects.filter(pk__in=[rng.choice(list(site.rooms.all())).pk for site in sites]).update(
        for_whom="women"
    )
    people, today = [], cast.carla.today()
    for site in sites:
        beds = iter(beds_of(site))
        for _ in range(6):
            family = people_of(a_family(cast.norte, rng.choice((1, 1, 2, 3))))
            for person in family:
                person.sex = rng.choice((Sex.FEMALE, Sex.FEMALE, Sex.MALE, Sex.MALE, Sex.UNKNOWN))
                years = rng.choice((None, 3, 11, 12, 17, 18, 19, 20, 40, 40, 40))
                person.birth_year = None if years is None else today.year - years
                kinds = [each for each in BirthPrecision if each != BirthPrecision.UNKNOWN]
                known = rng.choice(kinds) if years else BirthPrecision.UNKNOWN
                person.birth_precision = known
                if known in (BirthPrecision.DAY, BirthPrecision.MONTH):
                    day = 1 if known == BirthPrecision.MONTH else 15
                    person.born_on = today.replace(
                        year=person.birth_year, month=rng.randint(1, 12), day=day
                    )
                person.save()
                if rng.random() < 0.9:
                    a_stay(person, site, next(beds), by=cast.carla, checked_in_at=timezone.now())
                people.append(person)
    for _ in range(8):
        one, other = sorted(rng.sample(people, 2), key=lambda each: each.pk)
        Relationship.objects.get_or_create(
            individual_a=one,
            individual_b=other,
            kind=rng.choice((Bond.APART, Bond.SIBLING)),
            defaults={"key_id": one.key_id, "recorded_by": cast.ana},
        )
    for person in rng.sample(people, 3):
        SpecificNeed.objects.create(
            key_id=person.key_id,
            individual=person,
            code=a_code("DS-PM", room_needs=["ground_floor", "single_room"]),
            starts_on=SINCE,
            source="observed",
            recorded_by=cast.ana,
        )


def against_by_hand(night):
    """Every stay held against everybody else's, as if each were placed anew."""
    stays = Placement.objects.sleeping_on(night).select_related("individual", "bed__room")
    asleep = [(stay, sleeper(stay.individual, stay.case_id, night)) for stay in stays]
    people = [who.person for _stay, who in asleep]
    bonds, needs = bonds_in(bonds_among(people)), SpecificNeed.objects.room_needs_of(people, night)
    found = set()
    for stay, who in asleep:
        members = FamilyMember.objects.on(night).filter(case=stay.case_id)
        family = [
            sleeper(each.individual, stay.case_id, night)
            for each in members.select_related("individual")
        ]
        at_site = [each for other, each in asleep if other.site_id == stay.site_id]
        room = stay.bed.room
        in_room = [each for other, each in asleep if other.bed.room_id == room.pk]
        alone = [*broken_at_site(who, sleepers=at_site, family=family, bonds=bonds)]
        broken = [
            *alone,
            *without_adult_in_room(who, in_room, bonds=bonds),
            *(() if alone else with_young_man(who, in_room, sleepers=at_site, bonds=bonds)),
            *apart_at_site(who, [each for each in at_site if each not in in_room], bonds=bonds),
            *broken_in_room(who, in_room, for_whom={room.for_whom} - {""}, bonds=bonds),
            *lacking_in_room(who, in_room, needs=needs, offers=room.offers, bonds=bonds),
        ]
        if broken:
            found.add(stay.pk)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_whoever_sleeps_against_a_rule_is_asked_about(cast, seed):
    with_neighbours(cast, random.Random(seed))  # noqa: S311
    night = cast.carla.today()
    by_hand = against_by_hand(night)
    assert SleepersTonight(cast.carla, night).broken().keys() == by_hand
    assert is_kept(night)
    assert against_a_rule(cast.carla, night) == by_hand
    assert 3 < len(by_hand) < Placement.objects.count(), "some of each"


def test_nothing_is_asked_about_a_family_in_its_room_and_about_men_who_share_one(cast):
    house = a_site(cast.cucuta, beds=[3, 3], run_by=cast.carla)
    beds = iter(beds_of(house))
    mother, child = people_of(a_family(cast.norte, 2))
    child.birth_year = cast.carla.today().year - 5
    child.save()
    for person in (mother, child):
        a_stay(person, house, next(beds), by=cast.carla)
    for bed in beds_of(house)[3:5]:
        a_stay(people_of(a_family(cast.norte))[0], house, bed, by=cast.carla)
    assert doubtful_sleepers(cast.carla.today()) == []


def in_two_rooms(cast, beds, ages):
    """A mother in the first of these beds, those of these ages in another; the stays of these."""
    mother, *children = people_of(a_family(cast.norte, 1 + len(ages)))
    mother.sex = Sex.FEMALE
    mother.save()
    first, *others = beds
    house = first.room.site
    a_stay(mother, house, first, by=cast.carla, checked_in_at=timezone.now())
    for child, years in zip(children, ages, strict=True):
        child.birth_year, child.sex = cast.carla.today().year - years, Sex.FEMALE
        child.save()
    return [
        a_stay(child, house, bed, by=cast.carla, checked_in_at=timezone.now())
        for child, bed in zip(children, others, strict=False)
    ]


def test_a_small_child_in_a_room_of_children_sleeps_against_a_rule(cast):
    house = a_site(cast.cucuta, beds=[1, 4], run_by=cast.carla)
    small, _youth = in_two_rooms(cast, beds_of(house), [6, 14])
    said = "una niña o un niño pequeño duerme en una habitación sin un adulto de la familia"
    assert against_rules(cast.carla, cast.carla.today()) == {small.pk: [said]}


@pytest.mark.parametrize(("years", "is_asked"), [(22, True), (29, True), (30, False), (50, False)])
def test_a_girl_alone_with_a_young_man_while_her_mother_sleeps_elsewhere_is_asked_about(
    cast, years, is_asked
):
    house = a_site(cast.cucuta, beds=[1, 2], run_by=cast.carla)
    girl, man = in_two_rooms(cast, beds_of(house), [14, years])
    man.individual.sex = Sex.MALE
    man.individual.save()
    said = "una niña duerme sola con un hombre joven en una habitación"
    against = {girl.pk: [said]} if is_asked else {}
    assert against_rules(cast.carla, cast.carla.today()) == against
    assert against_a_rule(cast.carla, cast.carla.today()) == set(against)


@pytest.mark.parametrize("made_of_interest_by", ["women", "kin"])
def test_whose_mother_sleeps_in_another_room_is_not_without_family(cast, made_of_interest_by):
    house = a_site(cast.cucuta, beds=[1, 1, 1, 1], run_by=cast.carla)
    [youth] = in_two_rooms(cast, beds_of(house)[:2], [14])
    [other] = in_two_rooms(cast, beds_of(house)[2:], [13])
    if made_of_interest_by == "women":
        Room.objects.filter(pk=youth.bed.room_id).update(for_whom="women")
    else:
        one, two = sorted((youth.individual, other.individual), key=lambda each: each.pk)
        bond = {"key_id": one.key_id, "recorded_by": cast.ana, "kind": Bond.SIBLING}
        Relationship.objects.create(individual_a=one, individual_b=two, **bond)
    assert against_rules(cast.carla, cast.carla.today()) == {}


def test_nobody_else_is_looked_at_once_it_is_kept_of_whom_a_rule_is_asked(cast):
    quiet = a_site(cast.cucuta, beds=[1])
    a_stay(people_of(a_family(cast.norte))[0], quiet, beds_of(quiet)[0], by=cast.carla)
    assert is_kept(cast.carla.today())
    with CaptureQueriesContext(connection) as asked:
        assert doubtful_sleepers(cast.carla.today()) == []
    [question] = [each["sql"] for each in asked if "shelters_placement" in each["sql"]]
    assert "unnest" in question


@pytest.mark.parametrize(("years", "is_child"), [(18, True), (19, False)])
def test_with_the_year_of_birth_alone_the_birthday_may_be_still_to_come(cast, years, is_child):
    house = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    for born, bed in ((40, beds_of(house)[0]), (years, beds_of(house)[1])):
        [person] = people_of(a_family(cast.norte))
        person.sex, person.birth_precision = Sex.FEMALE, BirthPrecision.YEAR
        person.birth_year = cast.carla.today().year - born
        person.save()
        stay = a_stay(person, house, bed, by=cast.carla, checked_in_at=timezone.now())
    against = against_a_rule(cast.carla, cast.carla.today())
    assert (stay.pk in against) is is_child
