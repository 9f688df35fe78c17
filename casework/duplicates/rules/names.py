"""Compares two names: words, positions, everyday forms and a husband's name."""

import functools
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from casework.duplicates.choices import Reason
from casework.duplicates.rules import weights
from casework.duplicates.rules.words import (
    ComparedWords,
    compared,
    given_likeness,
    without_husbands_name,
    words_of,
)
from casework.register.choices import Sex


@dataclass(frozen=True)
class WrittenName:
    """Given and family names as written."""

    given_names: str = ""
    family_names: str = ""
    sex: str = Sex.UNKNOWN

    @property
    def full(self) -> str:
        return f"{self.given_names} {self.family_names}".strip()

    @functools.cached_property
    def given(self) -> list[str]:
        return words_of(self.given_names)

    @functools.cached_property
    def family(self) -> list[str]:
        return words_of(self.family_names)

    @functools.cached_property
    def family_readings(self) -> list[list[str]]:
        """The family names as written and, if a husband's may be among them, without it."""
        own = None if self.sex == Sex.MALE else without_husbands_name(self.family_names)
        return [self.family] if own is None else [self.family, own]


@dataclass(frozen=True)
class NamesVerdict:
    """The points of comparing two names, and the reasons for them.

    `is_sibling`: the family names agree, the first given names contradict. `is_whole`: every word agrees.
    `is_given_agreed`: given names agree and none contradicts; `is_agreed`: the family names do not contradict either.
    `least` is the lowest likeness of two matched words."""

    points: float = 0.0
    reasons: tuple[Reason, ...] = ()
    is_sibling: bool = False
    is_whole: bool = False
    is_given_agreed: bool = False
    is_agreed: bool = False
    least: float = 0.0

    def reduced(self, points: float, reason: Reason) -> "NamesVerdict":
        """Returns the verdict with these negative points and this reason added, for another name or another order."""
        return replace(self, points=self.points + points, reasons=(*self.reasons, reason))


def _points(verdict: NamesVerdict) -> float:
    return verdict.points


def best_of_names(
    left: WrittenName,
    right: WrittenName,
    others_left: Sequence[WrittenName],
    others_right: Sequence[WrittenName],
) -> NamesVerdict:
    """Compares the names of the records and, for slightly fewer points, further names of either."""
    own = _with_exact_spelling(_compare(left, right), left, right)
    others = itertools.chain(
        itertools.product((left,), others_right),
        itertools.product(others_left, (right, *others_right)),
    )
    renamed = [_with_exact_spelling(_compare(one, other), one, other) for one, other in others]
    best = max(renamed, key=_points, default=own)
    best_renamed = best.reduced(weights.BY_ANOTHER_NAME, Reason.BY_ANOTHER_NAME)
    return best_renamed if best_renamed.points > own.points else own


def _compare(left: WrittenName, right: WrittenName) -> NamesVerdict:
    if not (left.given or left.family) or not (right.given or right.family):
        return NamesVerdict()
    if not (left.given and left.family and right.given and right.family):
        # A mononym, or everything typed into one cell: the position of a word means nothing.
        return _undivided_names([*left.given, *left.family], [*right.given, *right.family])
    straight = _with_or_without_husband(left, right)
    # Both orders are compared, because given and family names have different weights, and may be exchanged.
    both_orders = (
        _both_names(left.given, left.family, right.family, right.given),
        _both_names(right.given, right.family, left.family, left.given),
    )
    crossed = min(both_orders, key=_points)
    if crossed.points + weights.SWAPPED <= straight.points:
        return straight
    is_given_agreed = any(verdict.is_given_agreed for verdict in both_orders)
    swapped = crossed.reduced(weights.SWAPPED, Reason.NAMES_SWAPPED)
    return replace(swapped, is_given_agreed=is_given_agreed)


def _with_or_without_husband(left: WrittenName, right: WrittenName) -> NamesVerdict:
    """Compares names with and without a husband's name, and returns the reading that agrees better."""
    plain, *without = [
        _both_names(left.given, family, right.given, other_family)
        for family, other_family in itertools.product(left.family_readings, right.family_readings)
    ]
    if not without:
        return plain
    best = max(without, key=_points)
    best = best.reduced(weights.WITHOUT_THE_HUSBANDS_NAME, Reason.MARRIED_NAME)
    return best if best.points > plain.points else plain


def _with_exact_spelling(
    verdict: NamesVerdict, left: WrittenName, right: WrittenName
) -> NamesVerdict:
    """Replaces the reason "same name" if the names sound the same but are spelt differently."""
    if left.full.casefold() == right.full.casefold():
        return verdict
    reasons = tuple(
        Reason.NAME_SOUNDS_ALIKE if reason == Reason.SAME_NAME else reason
        for reason in verdict.reasons
    )
    return replace(verdict, reasons=reasons)


def _both_names(
    given: Sequence[str],
    family: Sequence[str],
    other_given: Sequence[str],
    other_family: Sequence[str],
) -> NamesVerdict:
    givens = compared(given, other_given, given_likeness)
    families = compared(family, other_family)
    points = weights.GIVEN_AGREES * givens.agreement + weights.GIVEN_CONFLICTS * givens.conflicts
    points += weights.FAMILY_AGREES * families.agreement
    points += weights.FAMILY_CONFLICTS * families.conflicts
    if givens.first_conflicts:
        points += weights.FIRST_GIVEN_CONFLICTS
    # If only a husband's name is written, the person's own family names are unknown.
    points += _if_none_agrees(givens, weights.NO_GIVEN_AGREES)
    points += _if_none_agrees(families, weights.NO_FAMILY_AGREES) if family and other_family else 0
    is_given_agreed = _is_agreed(givens)
    return NamesVerdict(
        points,
        tuple(_reasons(givens, families)),
        is_sibling=bool(families.agreement) and givens.first_conflicts,
        is_whole=_is_whole(givens) and _is_whole(families),
        is_given_agreed=is_given_agreed,
        is_agreed=is_given_agreed and _is_agreed(families),
        least=min(givens.least, families.least),
    )


def do_given_names_agree(left: WrittenName, right: WrittenName) -> bool:
    """Returns whether the given names agree, whatever the family names. This is strong evidence only within a family."""
    givens = compared(left.given, right.given, given_likeness)
    return bool(givens.agreement) and not givens.first_conflicts


def _if_none_agrees(each: ComparedWords, points: float) -> float:
    """Returns the points if words contradict and none agrees; half of them if none contradicts either."""
    if each.agreement:
        return 0.0
    return points if each.conflicts else points / 2


def _is_agreed(each: ComparedWords) -> bool:
    return bool(each.agreement) and not each.conflicts


def _is_whole(each: ComparedWords) -> bool:
    return each.is_exact and not each.missing


def _reasons(givens: ComparedWords, families: ComparedWords) -> list[Reason]:
    reasons: list[Reason] = []
    if givens.agreement and families.agreement:
        reasons.append(_name_reason(givens, families))
    if givens.is_everyday_form:
        reasons.append(Reason.EVERYDAY_NAME)
    if givens.conflicts:
        reasons.append(Reason.OTHER_GIVEN_NAME)
    if families.conflicts:
        reasons.append(Reason.OTHER_FAMILY_NAME)
    return reasons


def _undivided_names(words: Sequence[str], others: Sequence[str]) -> NamesVerdict:
    both = compared(words, others, given_likeness)
    points = weights.ONE_NAME_AGREES * both.agreement + weights.ONE_NAME_CONFLICTS * both.conflicts
    if not both.agreement:
        return NamesVerdict(points + weights.NO_GIVEN_AGREES, (Reason.OTHER_GIVEN_NAME,))
    return NamesVerdict(points, (_name_reason(both),), is_whole=_is_whole(both))


def _name_reason(*each: ComparedWords) -> Reason:
    if any(one.missing for one in each):
        return Reason.PART_OF_NAME
    if all(one.is_exact for one in each):
        return Reason.SAME_NAME
    return Reason.NAME_SOUNDS_ALIKE
