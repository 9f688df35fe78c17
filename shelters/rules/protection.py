"""Who may sleep beside whom: rules with a name, a severity and a source. Pure.

In doubt the rules protect: a possible child is protected as one, and a possible man is kept out of rooms without men. Doubt
never separates a family. Three rules apply between people who belong together: two who are kept apart share no room, a small
child is not put in another room than the adults, and an older girl is not alone with a young man if the family can be split
otherwise.
"""

import datetime
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from casework.register.choices import BirthPrecision, Sex
from casework.register.rules import AGE_OF_MAJORITY, UNHCR_BANDS
from shelters.choices import BedRule, ForWhom

# Children below this age are small: a boy may stay with his mother where only women sleep, and no small child sleeps in a
# room without an adult of the family. These are our own rules; hostels differ.
SMALL_BELOW = 12
# A man is young beside a girl if he is not this many years older, so that he is hardly her father. Our own rule.
YEARS_OF_A_FATHER = 16


# Why there is each rule. (M) is a confidence level of docs/domain.md; house rules have no text behind them.
SOURCE: dict[str, str] = {
    BedRule.CHILD_WITHOUT_FAMILY: "Ley 1098 de 2006, art. 22; Convention on the Rights of the Child, art. 9 (M)",
    BedRule.UNACCOMPANIED: "Convention on the Rights of the Child, art. 20 (M)",
    BedRule.CHILD_AMONG_STRANGERS: "Convention on the Rights of the Child, arts. 19 and 20 (M)",
    BedRule.SMALL_CHILD_ALONE: "House rule",
    BedRule.GIRL_WITH_YOUNG_MAN: "House rule, after the IASC guidelines of 2015 (M)",
    BedRule.AGE_NOT_KNOWN: "Ley 1098 de 2006, art. 3: in doubt about an age, under age (M)",
    BedRule.WOMEN_ONLY: "IASC guidelines on gender-based violence, 2015, on shelter (M)",
    BedRule.BOY_IN_WOMEN_ONLY: "House rule",
    BedRule.MEN_ONLY: "IASC guidelines on gender-based violence, 2015, on shelter (M)",
    BedRule.GIRL_IN_MEN_ONLY: "House rule",
    BedRule.FAMILIES_ONLY: "House rule, after Sphere 2018 on privacy (M)",
    BedRule.APART_AT_SITE: "House rule: what is on file about the two",
    BedRule.KEPT_APART: "House rule: what is on file about the two",
    BedRule.MAN_BESIDE_CHILDREN: "House rule, after the IASC guidelines of 2015 (M)",
    BedRule.BOTH_SEXES: "House rule, after Sphere 2018 on privacy (M)",
    BedRule.NEEDS_GROUND_FLOOR: "Convention on the Rights of Persons with Disabilities, art. 9 (M)",
    BedRule.NEEDS_STEP_FREE: "Convention on the Rights of Persons with Disabilities, art. 9 (M)",
    BedRule.NEEDS_SINGLE_ROOM: "House rule, after the IASC guidelines of 2015 (M)",
    BedRule.JOINS_SINGLE_ROOM: "House rule, after the IASC guidelines of 2015 (M)",
    BedRule.NEEDS_COT: "House rule",
    BedRule.NEEDS_QUIET: "House rule",
    BedRule.NEEDS_BATHROOM: "House rule",
    BedRule.NOT_PAID: "House rule",
    BedRule.NO_CONTRACT: "House rule",
    BedRule.NOTICE_GIVEN: "House rule",
    BedRule.CLEANING_GAP: "House rule",
    BedRule.OVERSTAY: "House rule",
}


class Sleeper(NamedTuple):
    """A person as these rules need them.

    `least_age` is the lowest possible age, because the birthday of the year may be still to come. None if nothing is known.
    """

    person: uuid.UUID
    family: uuid.UUID
    sex: str
    least_age: int | None

    @property
    def is_child(self) -> bool:
        """Whether the person is under age, or may be."""
        return self.least_age is not None and self.least_age < AGE_OF_MAJORITY

    @property
    def is_small(self) -> bool:
        return self.least_age is not None and self.least_age < SMALL_BELOW

    @property
    def may_be_a_man(self) -> bool:
        return self.sex != Sex.FEMALE and not self.is_child

    @property
    def is_in_doubt(self) -> bool:
        """Whether sex or age is unknown."""
        return self.sex not in (Sex.FEMALE, Sex.MALE) or self.least_age is None


def adult_beside(who: Sequence[Sleeper], leading: Collection[uuid.UUID]) -> dict[int, int]:
    """The adult beside whom each small child sleeps if rooms separate the family. Both are indexes in `who`.

    Prefers women, then the people who lead the family, because parents are not recorded, and a baby should sleep beside
    its mother. This is our own rule.
    """
    adults = [index for index, each in enumerate(who) if not each.is_child]
    if not adults:
        return {}
    nearest = min(
        adults,
        key=lambda index: (
            who[index].sex != Sex.FEMALE,
            who[index].person not in leading,
            index,
        ),
    )
    return {index: nearest for index, each in enumerate(who) if each.is_small}


def least_age_by_year(day: datetime.date, birth_year: int | None) -> int | None:
    """The lowest age that is possible with this year of birth; None if it is unknown."""
    return None if birth_year is None else max(day.year - birth_year - 1, 0)


# The number of years subtracted from the age, by precision of the birth.
YEARS_SUBTRACTED: dict[str, int] = {BirthPrecision.DAY: 0, BirthPrecision.MONTH: 1}


# The lowest ages of the bands that describe sleepers. The rules of this module depend on no other ages; only the difference
# of two in `with_young_man` may be a year too small, and then a reason is asked for once too often.
BAND_LIMITS = frozenset(lowest for lowest, _code in UNHCR_BANDS if lowest)


def reaches_a_band_limit(day: datetime.date, birth_year: int | None, precision: str) -> bool:
    """Whether the exact day of birth matters: the person reaches one of BAND_LIMITS that year.

    A birth known to the month counts from the first day of the month, and one year less.
    """
    subtracted = YEARS_SUBTRACTED.get(precision)
    if birth_year is None or subtracted is None:
        return False
    return day.year - birth_year - subtracted in BAND_LIMITS


def of_age_if_born_by(day: datetime.date) -> int:
    """The latest year of birth with which a person is certainly of age on that day."""
    return day.year - AGE_OF_MAJORITY - max(YEARS_SUBTRACTED.values()) - 1


Pair = frozenset[uuid.UUID]


@dataclass(frozen=True)
class Bonds:
    """Pairs of people: `kin` belong together across two files, `apart` must not share a room."""

    kin: Collection[Pair] = frozenset()
    apart: Collection[Pair] = frozenset()

    @cached_property
    def related(self) -> frozenset[uuid.UUID]:
        """The people who belong to somebody of another file."""
        return frozenset(person for pair in self.kin for person in pair)

    def together(self, one: Sleeper, other: Sleeper) -> bool:
        # A page calls this thousands of times, and comparing numbers is faster than comparing keys.
        if one.family.int == other.family.int:
            return True
        return one.person in self.related and frozenset((one.person, other.person)) in self.kin

    def are_apart(self, one: Sleeper, other: Sleeper) -> bool:
        return bool(self.apart) and frozenset((one.person, other.person)) in self.apart


@dataclass(frozen=True)
class Breach:
    """A rule that placing this person would break."""

    rule: BedRule
    person: uuid.UUID


def broken_at_site(
    child: Sleeper, *, sleepers: Iterable[Sleeper], family: Iterable[Sleeper], bonds: Bonds
) -> Iterator[Breach]:
    """The rules that a child's place at a site breaks. `sleepers` sleep there that night, `family` is the whole case."""
    if not child.is_child:
        return
    if any(not each.is_child and bonds.together(child, each) for each in sleepers):
        return
    has_family = any(not each.is_child for each in family if each.person != child.person)
    yield Breach(
        BedRule.CHILD_WITHOUT_FAMILY if has_family else BedRule.UNACCOMPANIED, child.person
    )


def broken_in_room(
    one: Sleeper,
    others: Iterable[Sleeper],
    *,
    for_whom: Collection[str] = (),
    bonds: Bonds,
    has_adult: "HasAdult | None" = None,
) -> Iterator[Breach]:
    """The rules that one person's place in a room breaks, with everybody else who sleeps there that night.

    Callers who check every person of a room pass `has_adult`, the `adults_among` everybody in it.
    """
    others = [each for each in others if each.person.int != one.person.int]
    has_adult = has_adult or adults_among([one, *others], bonds)
    yield from not_meant_for(one, others, for_whom=for_whom, bonds=bonds)
    for other in others:
        if bonds.are_apart(one, other):
            yield Breach(BedRule.KEPT_APART, one.person)
        if not bonds.together(one, other):
            yield from beside_a_stranger(one, other, has_adult)


# For each of the sexes for whom alone a place may be: what it refuses, and what it asks about small children.
OF_ONE_SEX = (
    (ForWhom.WOMEN, Sex.FEMALE, BedRule.WOMEN_ONLY, BedRule.BOY_IN_WOMEN_ONLY),
    (ForWhom.MEN, Sex.MALE, BedRule.MEN_ONLY, BedRule.GIRL_IN_MEN_ONLY),
)


def not_meant_for(
    one: Sleeper, others: Iterable[Sleeper], *, for_whom: Collection[str], bonds: Bonds
) -> Iterator[Breach]:
    """The rules that a person breaks at a place that is only for some people. A small child, or somebody of unknown sex or
    age, may stay with an adult of their own."""
    if not for_whom:
        return
    own = [each for each in others if each.person != one.person and bonds.together(one, each)]
    for kind, sex, refused, asked in OF_ONE_SEX:
        if kind in for_whom and one.sex != sex:
            with_adult = any(each.sex == sex and not each.is_child for each in own)
            may_stay = with_adult and (one.is_small or one.is_in_doubt)
            yield Breach(asked if may_stay else refused, one.person)
    if ForWhom.FAMILIES in for_whom and not own:
        yield Breach(BedRule.FAMILIES_ONLY, one.person)


def apart_at_site(one: Sleeper, elsewhere: Iterable[Sleeper], *, bonds: Bonds) -> Iterator[Breach]:
    """The rule broken by people in other rooms of the site from whom this person is to be kept apart."""
    if bonds.apart and any(bonds.are_apart(one, each) for each in elsewhere):
        yield Breach(BedRule.APART_AT_SITE, one.person)


def beside_a_stranger(one: Sleeper, other: Sleeper, has_adult: "HasAdult") -> Iterator[Breach]:
    """The rules that `one` breaks beside a stranger, both as the child and as the stranger."""
    for child, stranger in ((one, other), (other, one)):
        if stranger.is_child or not (child.is_child or child.least_age is None):
            continue
        if not has_adult(child):
            rule = BedRule.CHILD_AMONG_STRANGERS if child.is_child else BedRule.AGE_NOT_KNOWN
            yield Breach(rule, one.person)
        elif child.is_child and stranger.may_be_a_man:
            yield Breach(BedRule.MAN_BESIDE_CHILDREN, one.person)
    are_alike = one.sex == other.sex and not {one.sex, other.sex} - {Sex.FEMALE, Sex.MALE}
    if not one.is_child and not other.is_child and not are_alike:
        yield Breach(BedRule.BOTH_SEXES, one.person)


def without_adult_in_room(
    child: Sleeper, others: Iterable[Sleeper], *, bonds: Bonds
) -> Iterator[Breach]:
    """The rule broken by a room without an adult, for a small child whose family has one at the site.

    Rooms with adults of other families, or families without an adult at the site, break a worse rule.
    """
    others = list(others)
    if child.is_small and not adults_among(others, bonds)(child):
        strangers = [each for each in others if not bonds.together(child, each)]
        if all(each.is_child for each in strangers):
            yield Breach(BedRule.SMALL_CHILD_ALONE, child.person)


def with_young_man(
    girl: Sleeper, others: Iterable[Sleeper], *, sleepers: Iterable[Sleeper], bonds: Bonds
) -> Iterator[Breach]:
    """The rule broken by a room where a girl who is not small has no adult but young men, relatives or not.

    It is broken only if another adult of her family sleeps at the site: then the family can be split otherwise.
    """
    if girl.sex != Sex.FEMALE or not girl.is_child or girl.is_small:
        return
    adults = [each for each in others if not each.is_child and each.person != girl.person]
    if adults and all(_is_young_man(each, beside=girl) for each in adults):
        kin = (each for each in sleepers if not each.is_child and bonds.together(girl, each))
        if any(not _is_young_man(each, beside=girl) for each in kin):
            yield Breach(BedRule.GIRL_WITH_YOUNG_MAN, girl.person)


def is_kind_split(rooms: Iterable[Collection[Sleeper]], family: Collection[Sleeper]) -> bool:
    """Whether no room of a family breaks `with_young_man`, nor has a small child without an adult, others aside."""
    alone = Bonds()
    return not any(
        broken
        for inside in rooms
        for each in inside
        for broken in (
            *with_young_man(each, inside, sleepers=family, bonds=alone),
            *without_adult_in_room(each, inside, bonds=alone),
        )
    )


def _is_young_man(one: Sleeper, *, beside: Sleeper) -> bool:
    """Whether this adult may be a man less than YEARS_OF_A_FATHER older than the girl."""
    if one.sex == Sex.FEMALE or one.least_age is None or beside.least_age is None:
        return one.sex != Sex.FEMALE
    return one.least_age - beside.least_age < YEARS_OF_A_FATHER


# Whether an adult of the child's family sleeps in the room. A person of unknown age counts as an adult.
HasAdult = Callable[[Sleeper], bool]


def adults_among(everybody: Iterable[Sleeper], bonds: Bonds) -> HasAdult:
    """Returns a function that tells whether a child has an adult of its family among these people. It caches answers."""
    adults = [each for each in everybody if not each.is_child]
    answers = dict[uuid.UUID, bool]()

    def has_adult(child: Sleeper) -> bool:
        if child.person not in answers:
            answers[child.person] = any(
                bonds.together(child, each) and each.person != child.person for each in adults
            )
        return answers[child.person]

    return has_adult
