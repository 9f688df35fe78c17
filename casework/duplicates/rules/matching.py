"""How similar two people are, and why: points for and against, after Fellegi and Sunter.

Names are compared by sound. Family members share surnames, phone and relatives, so these count little, and different
given names count much: brothers and sisters are not one person. Some facts always show a pair, whatever the points: one
paper with two names, and one person with two papers."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from casework.duplicates.choices import AGAINST, BEYOND_THE_NAME, ONE_NUMBER, Reason
from casework.duplicates.rules import facts, weights
from casework.duplicates.rules.facts import Verdict
from casework.duplicates.rules.given_names import names_behind
from casework.duplicates.rules.names import (
    NamesVerdict,
    WrittenName,
    best_of_names,
    do_given_names_agree,
)
from casework.duplicates.rules.surnames import common_surnames
from casework.duplicates.rules.weights import LIKELY, POSSIBLE
from casework.papers.rules.papers import Paper
from casework.register.choices import Sex
from casework.register.rules import Birth


@dataclass(frozen=True)
class Candidate:
    """The known facts of a person, unsealed: typed in, or decrypted for the comparison.

    `relatives` are names of family members, without the person's own."""

    given_names: str = ""
    family_names: str = ""
    sex: str = Sex.UNKNOWN
    birth: Birth | None = None
    document: str = ""
    phone: str = ""
    papers: tuple[Paper, ...] = ()
    other_phones: tuple[str, ...] = ()
    other_names: tuple[str, ...] = ()
    relatives: tuple[str, ...] = ()

    @functools.cached_property
    def documents(self) -> frozenset[Paper]:
        all_papers = (Paper.of(self.document), *self.papers)
        return frozenset(paper for paper in all_papers if paper.number)

    @property
    def phones(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.phone.strip(), *self.other_phones)))

    @functools.cached_property
    def name(self) -> WrittenName:
        return WrittenName(self.given_names, self.family_names, self.sex)

    @functools.cached_property
    def family(self) -> facts.Relatives:
        return facts.Relatives.from_names(self.relatives)

    @property
    def all_names(self) -> tuple[str, ...]:
        return (self.name.full, *self.other_names)

    @property
    def names_to_search(self) -> tuple[str, ...]:
        """The names under which the person may be on file, including those meant by an everyday form."""
        first, _blank, rest = self.given_names.strip().partition(" ")
        full_forms = (f"{name} {rest} {self.family_names}" for name in names_behind(first))
        return (*self.all_names, *full_forms)

    @functools.cached_property
    def split_other_names(self) -> tuple[WrittenName, ...]:
        """Each further name, split into given and family names at every position."""
        return tuple(
            WrittenName(" ".join(words[:at]), " ".join(words[at:]), self.sex)
            for words in (name.split() for name in self.other_names)
            for at in range(1, max(2, len(words)))
        )


@dataclass(frozen=True)
class Likeness:
    """The likeness from 0 to 100, with the reasons for and against."""

    score: int
    reasons: tuple[Reason, ...] = ()

    @property
    def is_possible(self) -> bool:
        return self.score >= POSSIBLE

    @property
    def for_it(self) -> list[Reason]:
        return [reason for reason in self.reasons if reason not in AGAINST]

    @property
    def against_it(self) -> list[Reason]:
        return [reason for reason in self.reasons if reason in AGAINST]


def likeness(left: Candidate, right: Candidate) -> Likeness:
    """Returns how similar two people are, whatever their order. Names alone give a score below LIKELY."""
    names = best_of_names(left.name, right.name, left.split_other_names, right.split_other_names)
    are_siblings = names.is_sibling
    birth = facts.births(left.birth, right.birth)
    if are_siblings and birth.points > weights.SIBLING_BORN_ALIKE:
        # Twins, and brothers of similar age.
        birth = replace(birth, points=weights.SIBLING_BORN_ALIKE)
    sexes = facts.sexes(left.sex, right.sex, have_one_name=names.is_whole)
    further = [
        facts.documents(left.documents, right.documents, are_siblings=are_siblings),
        facts.phones(left.phones, right.phones, are_siblings=are_siblings),
        facts.relatives(left.family, right.family, are_siblings=are_siblings),
    ]
    verdicts = [sexes, birth, *further]
    reasons = names.reasons + tuple(each for verdict in verdicts for each in verdict.reasons)
    points = names.points + sexes.points + birth.points
    points += _further_points(further, is_birth_known=birth.is_compared)
    score = round(100 / (1 + 2 ** ((weights.EVEN_ODDS_AT - points) / weights.STEEPNESS)))
    if BEYOND_THE_NAME.isdisjoint(reasons):
        # A person of a very different age is somebody else, whatever the names have in common.
        is_near_in_age = birth.points > weights.DECADE_APART
        score = min(score, (LIKELY if is_near_in_age else POSSIBLE) - 1)
    # Names and births are enough only if no other fact could be compared, except an equal sex.
    is_more_compared = sexes.points < 0 or any(each.is_compared for each in further)
    if _is_always_shown(names, set(reasons)) or (
        not is_more_compared and _is_enough_alone(left, right, names, birth)
    ):
        score = max(score, POSSIBLE)
    return Likeness(score, reasons)


def likeness_in_family(left: Candidate, right: Candidate) -> Likeness:
    """Returns the likeness of two members of one family: agreeing given names make them likely, unless the ages differ."""
    similarity = likeness(left, right)
    if Reason.OTHER_AGE in similarity.reasons or not do_given_names_agree(left.name, right.name):
        return similarity
    reasons = dict.fromkeys((*similarity.reasons, Reason.SAME_RELATIVES))
    return Likeness(max(similarity.score, LIKELY), tuple(reasons))


def _further_points(further: Sequence[Verdict], *, is_birth_known: bool) -> float:
    """Returns the points of papers, phones and relatives. If none disagrees, names and birth count more."""
    points = sum(verdict.points for verdict in further)
    disagrees = any(verdict.is_compared and verdict.points <= 0 for verdict in further)
    if disagrees or not is_birth_known:
        return points
    return points + weights.NOTHING_FURTHER_DISAGREES


SAME_YEAR = frozenset({Reason.SAME_BIRTH_YEAR, Reason.SAME_BIRTH_DATE})


def _is_always_shown(names: NamesVerdict, reasons: set[Reason]) -> bool:
    """Returns whether the pair is shown to a user whatever speaks against it.

    One paper is enough. So are one phone and one birth date, unless two papers indicate brothers or sisters born on one
    day. So are the same name, sex and year even with another paper, because people have several."""
    if ONE_NUMBER & reasons:
        return True
    if {Reason.SAME_PHONE, Reason.SAME_BIRTH_DATE} <= reasons:
        return not (names.is_sibling and Reason.OTHER_DOCUMENT in reasons)
    has_same_year = not SAME_YEAR.isdisjoint(reasons)
    return names.is_whole and has_same_year and Reason.OTHER_SEX not in reasons


def _is_enough_alone(left: Candidate, right: Candidate, names: NamesVerdict, born: Verdict) -> bool:
    """Returns whether names and births alone show a pair to a user, if nothing else can be compared.

    The same birth date and a common given name are enough: a family name may have changed, or names may be in reverse
    order. But 1 January is often recorded for an unknown day. Without comparable births, a nearly identical name is
    enough, unless it is too common."""
    if Reason.SAME_BIRTH_DATE in born.reasons and left.birth:
        day = left.birth.born_on
        return names.is_given_agreed and not (day and day.month == day.day == 1)
    if born.is_compared:
        return False
    both = (left.name, right.name)
    words = {word for name in both for word in (*name.given, *name.family)}
    is_near = names.is_agreed and names.least >= weights.NEAR_WITHOUT_BIRTH
    return is_near and common_surnames().isdisjoint(words)
