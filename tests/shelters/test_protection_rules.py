"""The rules about who sleeps beside whom, as tables, without a database."""

import uuid

import pytest

from casework.register.choices import Sex
from shelters.choices import BedRule, Severity
from shelters.rules.paying import not_covered
from shelters.rules.protection import (
    SOURCE,
    Bonds,
    Sleeper,
    adult_beside,
    broken_at_site,
    broken_in_room,
    without_adult_in_room,
)
from tests.shelters.build import SINCE

OURS, THEIRS = uuid.uuid4(), uuid.uuid4()
REFUSED = {
    BedRule.CHILD_WITHOUT_FAMILY,
    BedRule.CHILD_AMONG_STRANGERS,
    BedRule.WOMEN_ONLY,
    BedRule.MEN_ONLY,
    BedRule.KEPT_APART,
}


def somebody(sex=Sex.MALE, age=30, family=OURS):
    return Sleeper(uuid.uuid4(), family, sex, age)


MAN, WOMAN = somebody(), somebody(Sex.FEMALE)
BOY, GIRL, YOUTH = somebody(age=8), somebody(Sex.FEMALE, 8), somebody(age=15)
NOBODY_KNOWS = somebody(Sex.UNKNOWN, None)
OTHER_MAN, OTHER_WOMAN = somebody(family=THEIRS), somebody(Sex.FEMALE, family=THEIRS)
OTHER_GIRL = somebody(Sex.FEMALE, 8, THEIRS)
OTHER_OF_NO_AGE = somebody(Sex.MALE, None, THEIRS)


def in_room(one, *others, for_whom=(), bonds=None):
    found = list(broken_in_room(one, others, for_whom=for_whom, bonds=bonds or Bonds()))
    assert {breach.person for breach in found} <= {one.person}
    return {breach.rule for breach in found}


def test_what_protects_is_refused_and_every_rule_says_where_it_comes_from():
    assert {rule for rule in BedRule if rule.severity == Severity.REFUSE} == REFUSED
    assert set(SOURCE) == set(BedRule)


def test_a_small_child_sleeps_in_a_room_with_an_adult_of_the_family():
    def broken(one, *others):
        found = without_adult_in_room(one, others, bonds=Bonds())
        return [breach.rule for breach in found]

    alone = [BedRule.SMALL_CHILD_ALONE]
    assert broken(BOY, GIRL, YOUTH) == broken(BOY) == broken(GIRL, OTHER_GIRL) == alone
    assert broken(BOY, MAN, GIRL) == broken(YOUTH, BOY) == broken(WOMAN, BOY) == []
    # Worse is said where adults of others sleep there; who is of no known age is not taken for a child.
    assert broken(BOY, OTHER_WOMAN) == broken(NOBODY_KNOWS, BOY) == broken(BOY, NOBODY_KNOWS) == []


def test_a_small_child_belongs_beside_the_woman_who_leads_the_family():
    aunt, baby = somebody(Sex.FEMALE, 24), somebody(age=0)
    who = [MAN, aunt, BOY, WOMAN, YOUTH, baby]
    assert adult_beside(who, {MAN.person, WOMAN.person}) == {2: 3, 5: 3}
    assert adult_beside(who, {MAN.person}) == {2: 1, 5: 1}
    assert adult_beside([MAN, BOY], set()) == {1: 0}
    assert adult_beside([YOUTH, BOY], set()) == {}


@pytest.mark.parametrize(
    ("one", "others", "broken"),
    [
        (MAN, [], set()),
        (MAN, [OTHER_MAN], set()),
        (WOMAN, [OTHER_WOMAN], set()),
        (MAN, [OTHER_WOMAN], {BedRule.BOTH_SEXES}),
        (MAN, [OTHER_WOMAN, OTHER_GIRL], {BedRule.BOTH_SEXES, BedRule.MAN_BESIDE_CHILDREN}),
        (MAN, [OTHER_GIRL], {BedRule.CHILD_AMONG_STRANGERS}),
        (WOMAN, [OTHER_GIRL], {BedRule.CHILD_AMONG_STRANGERS}),
        (WOMAN, [OTHER_WOMAN, OTHER_GIRL], set()),
        (BOY, [OTHER_MAN], {BedRule.CHILD_AMONG_STRANGERS}),
        (YOUTH, [OTHER_WOMAN], {BedRule.CHILD_AMONG_STRANGERS}),
        (BOY, [OTHER_GIRL], set()),
        (BOY, [WOMAN, OTHER_WOMAN], set()),
        (BOY, [GIRL, OTHER_WOMAN], {BedRule.CHILD_AMONG_STRANGERS}),
        (GIRL, [YOUTH, OTHER_WOMAN], {BedRule.CHILD_AMONG_STRANGERS}),
        (OTHER_WOMAN, [BOY, YOUTH], {BedRule.CHILD_AMONG_STRANGERS}),
        (BOY, [WOMAN, OTHER_MAN], {BedRule.MAN_BESIDE_CHILDREN}),
        (NOBODY_KNOWS, [OTHER_MAN], {BedRule.AGE_NOT_KNOWN, BedRule.BOTH_SEXES}),
        (MAN, [OTHER_OF_NO_AGE], {BedRule.AGE_NOT_KNOWN}),
    ],
)
def test_who_shares_a_room(one, others, broken):
    assert in_room(one, *others) == broken


def test_doubt_never_keeps_a_family_from_sleeping_together():
    family = [MAN, WOMAN, BOY, GIRL, YOUTH, NOBODY_KNOWS]
    for one in family:
        assert in_room(one, *family) == set()


@pytest.mark.parametrize(
    ("one", "others", "broken"),
    [
        (WOMAN, [OTHER_WOMAN], set()),
        (GIRL, [WOMAN], set()),
        (MAN, [], {BedRule.WOMEN_ONLY}),
        (MAN, [WOMAN], {BedRule.WOMEN_ONLY}),
        (YOUTH, [WOMAN], {BedRule.WOMEN_ONLY}),
        (BOY, [WOMAN], {BedRule.BOY_IN_WOMEN_ONLY}),
        (BOY, [], {BedRule.WOMEN_ONLY}),
        (NOBODY_KNOWS, [], {BedRule.WOMEN_ONLY}),
        (NOBODY_KNOWS, [WOMAN], {BedRule.BOY_IN_WOMEN_ONLY}),
    ],
)
def test_who_sleeps_in_a_room_for_women(one, others, broken):
    assert in_room(one, *others, for_whom={"women"}) == broken


@pytest.mark.parametrize(
    ("one", "others", "kept_for", "broken"),
    [
        (MAN, [OTHER_MAN], {"men"}, set()),
        (BOY, [MAN], {"men"}, set()),
        (WOMAN, [MAN], {"men"}, {BedRule.MEN_ONLY}),
        (GIRL, [MAN], {"men"}, {BedRule.GIRL_IN_MEN_ONLY}),
        (GIRL, [], {"men"}, {BedRule.MEN_ONLY}),
        (NOBODY_KNOWS, [], {"men"}, {BedRule.MEN_ONLY}),
        (WOMAN, [BOY], {"families"}, set()),
        (WOMAN, [OTHER_WOMAN], {"families"}, {BedRule.FAMILIES_ONLY}),
        (MAN, [], {"families", "women"}, {BedRule.FAMILIES_ONLY, BedRule.WOMEN_ONLY}),
    ],
)
def test_who_sleeps_in_a_room_for_men_or_for_families(one, others, kept_for, broken):
    assert in_room(one, *others, for_whom=kept_for) == broken


def test_who_is_kept_apart_shares_no_room_not_even_in_one_family():
    for other in (WOMAN, OTHER_MAN):
        bonds = Bonds(apart={frozenset((MAN.person, other.person))})
        assert in_room(MAN, other, bonds=bonds) == {BedRule.KEPT_APART}


def test_a_guardian_of_another_file_is_family():
    bonds = Bonds(kin={frozenset((BOY.person, OTHER_MAN.person))})
    assert in_room(BOY, OTHER_MAN, bonds=bonds) == set()
    assert not list(broken_at_site(BOY, sleepers=[OTHER_MAN], family=[BOY], bonds=bonds))


@pytest.mark.parametrize(
    ("one", "here", "family", "broken"),
    [
        (BOY, [WOMAN], [WOMAN, BOY], set()),
        (BOY, [OTHER_WOMAN], [WOMAN, BOY], {BedRule.CHILD_WITHOUT_FAMILY}),
        (BOY, [YOUTH], [WOMAN, YOUTH, BOY], {BedRule.CHILD_WITHOUT_FAMILY}),
        (BOY, [NOBODY_KNOWS], [NOBODY_KNOWS, BOY], set()),
        (BOY, [OTHER_WOMAN], [BOY], {BedRule.UNACCOMPANIED}),
        (BOY, [GIRL], [BOY, GIRL], {BedRule.UNACCOMPANIED}),
        (WOMAN, [], [WOMAN, BOY], set()),
        (NOBODY_KNOWS, [], [WOMAN, NOBODY_KNOWS], set()),
    ],
)
def test_a_child_sleeps_where_an_adult_of_the_family_does(one, here, family, broken):
    found = broken_at_site(one, sleepers=here, family=family, bonds=Bonds())
    assert {breach.rule for breach in found} == broken


@pytest.mark.parametrize(
    ("leaves", "paid", "contract", "ends"),
    [
        (0, 0, 0, set()),
        (1, 0, 1, {BedRule.NOT_PAID}),
        (1, 1, 0, {BedRule.NO_CONTRACT}),
        (1, None, None, set()),
        (None, 9, None, {BedRule.NOT_PAID}),
        (None, None, None, set()),
    ],
)
def test_the_night_before_leaving_is_the_last_that_must_be_paid(leaves, paid, contract, ends):
    def day(number):
        return None if number is None else SINCE.replace(day=20 + number - number // 9)

    found = not_covered(day(leaves), paid_until=day(paid), contract_ends_on=day(contract))
    assert set(found) == ends
