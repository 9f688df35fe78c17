"""How alike two persons are, and why: points for and against, after Fellegi and Sunter.

A point is a doubling of the odds, roughly. The weights are round numbers set by hand; the two
thresholds were read from a measurement (`manage.py match_evaluate`, decision 6). Names are compared
as they sound. A family shares surnames, phone and relatives, so these count little, and given names
that differ count much: brothers and sisters are not one person.
"""

import functools
import itertools
from collections.abc import Iterable
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from casework.duplicates.choices import AGAINST, BEYOND_THE_NAME, Reason
from casework.register.choices import BirthPrecision, Sex
from casework.register.rules import Birth
from casework.search.rules import ALIKE, word_likeness
from vault.sounds import sounded_words

# Scores go from 0 to 100. From POSSIBLE on a pair is shown, from LIKELY on it stands first and says
# that it may be the same person. Nothing is ever merged by a score.
POSSIBLE = 50

LIKELY = 75

PARTICLES = frozenset(["de", "del", "la", "las", "los", "el", "y", "da", "do", "dos", "di", "san"])

UNLIKE = 0.5

EVEN_ODDS_AT = 9.0

STEEPNESS = 4.0


@dataclass(frozen=True)
class Candidate:
    """What is known of a person, in clear: somebody typed it, or a record was opened for comparing.

    `relatives` are names of the family, the person's own left out.
    """

    given_names: str = ""
    family_names: str = ""
    sex: str = Sex.UNKNOWN
    birth: Birth | None = None
    document: str = ""
    phone: str = ""
    other_documents: tuple[str, ...] = ()
    other_phones: tuple[str, ...] = ()
    other_names: tuple[str, ...] = ()
    relatives: tuple[str, ...] = ()

    @property
    def documents(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.document, *self.other_documents)))

    @property
    def phones(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.phone.strip(), *self.other_phones)))

    @property
    def all_names(self) -> tuple[str, ...]:
        return (self.full_name, *self.other_names)

    @functools.cached_property
    def guises(self) -> "tuple[Candidate, ...]":
        """The person under each further name, which may be cut into given and family names anywhere."""
        return tuple(
            Candidate(given_names=" ".join(words[:at]), family_names=" ".join(words[at:]))
            for words in (name.split() for name in self.other_names)
            for at in range(1, max(2, len(words)))
        )

    @property
    def full_name(self) -> str:
        return f"{self.given_names} {self.family_names}".strip()

    @functools.cached_property
    def given_words(self) -> list[str]:
        """As they sound; see `_words`."""
        return _words(self.given_names)

    @functools.cached_property
    def family_words(self) -> list[str]:
        return _words(self.family_names)


@dataclass(frozen=True)
class Likeness:
    """How alike, from 0 to 100, and what speaks for and against."""

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


@dataclass(frozen=True)
class Verdict:
    """Points of one comparison and the reasons for them."""

    points: float = 0.0
    reasons: tuple[Reason, ...] = ()


def likeness(left: Candidate, right: Candidate) -> Likeness:
    """How alike two persons are. The same either way round; a name alone stays below LIKELY."""
    verdicts = [
        _best_names(left, right),
        _sexes(left.sex, right.sex),
        _births(left.birth, right.birth),
        _documents(left, right),
        _phones(left.phones, right.phones),
        _relatives(left.relatives, right.relatives),
    ]
    points = sum(verdict.points for verdict in verdicts)
    reasons = tuple(reason for verdict in verdicts for reason in verdict.reasons)
    score = round(100 / (1 + 2 ** ((EVEN_ODDS_AT - points) / STEEPNESS)))
    if BEYOND_THE_NAME.isdisjoint(reasons):
        score = min(score, LIKELY - 1)
    return Likeness(score, reasons)


def _best_names(left: Candidate, right: Candidate) -> Verdict:
    """By the names of the record or, one point less, by a further name of either."""
    own = _spelt(_names(left, right), left, right)
    others = itertools.chain(
        itertools.product((left,), right.guises),
        itertools.product(left.guises, (right, *right.guises)),
    )
    renamed = [_spelt(_names(one, other), one, other) for one, other in others]
    best = max(renamed, key=lambda verdict: verdict.points, default=own)
    if best.points - 1 <= own.points:
        return own
    return Verdict(best.points - 1, (*best.reasons, Reason.BY_ANOTHER_NAME))


def _names(left: Candidate, right: Candidate) -> Verdict:
    given, family = left.given_words, left.family_words
    other_given, other_family = right.given_words, right.family_words
    if not (given or family) or not (other_given or other_family):
        return Verdict()
    if not (given and family and other_given and other_family):
        # A mononym, or everything typed into one cell: where a word stands says nothing.
        return _one_name([*given, *family], [*other_given, *other_family])
    straight = _both_names(given, family, other_given, other_family)
    # Both ways round, because given and family names weigh differently.
    crossed = min(
        _both_names(given, family, other_family, other_given),
        _both_names(other_given, other_family, family, given),
        key=lambda verdict: verdict.points,
    )
    if crossed.points - 1 <= straight.points:
        return straight
    return Verdict(crossed.points - 1, (*crossed.reasons, Reason.NAMES_SWAPPED))


def _spelt(verdict: Verdict, left: Candidate, right: Candidate) -> Verdict:
    """What sounds the same and is written otherwise is not "the same name"."""
    if left.full_name.casefold() == right.full_name.casefold():
        return verdict
    reasons = [
        Reason.NAME_SOUNDS_ALIKE if reason == Reason.SAME_NAME else reason
        for reason in verdict.reasons
    ]
    return Verdict(verdict.points, tuple(reasons))


def _both_names(
    given: list[str], family: list[str], other_given: list[str], other_family: list[str]
) -> Verdict:
    givens, families = _compared(given, other_given), _compared(family, other_family)
    points = 3.5 * givens.agreement - 3.0 * givens.conflicts
    points += 3.5 * families.agreement - 2.5 * families.conflicts
    if givens.first_conflicts:
        # Brothers and sisters often share the second name.
        points -= 5
    reasons: list[Reason] = []
    if not givens.agreement:
        points -= 7
    if not families.agreement:
        points -= 6
    if givens.agreement and families.agreement:
        reasons.append(_name_reason(givens, families))
    if givens.conflicts:
        reasons.append(Reason.OTHER_GIVEN_NAME)
    if families.conflicts:
        reasons.append(Reason.OTHER_FAMILY_NAME)
    return Verdict(points, tuple(reasons))


def _one_name(words: list[str], others: list[str]) -> Verdict:
    compared = _compared(words, others)
    points = 3.0 * compared.agreement - 3.5 * compared.conflicts
    if not compared.agreement:
        return Verdict(points - 7, (Reason.OTHER_GIVEN_NAME,))
    return Verdict(points, (_name_reason(compared, compared),))


@dataclass(frozen=True)
class Compared:
    """How much of two lists of words agrees, how many words contradict, how many only one side has."""

    agreement: float
    conflicts: int
    missing: int
    is_exact: bool
    first_conflicts: bool = False


def _compared(words: list[str], others: list[str]) -> Compared:
    """Pairs words off, the most alike first. A word that the other side lacks is no contradiction."""
    if not words or not others:
        return Compared(0.0, 0, max(len(words), len(others)), is_exact=False)
    missing = abs(len(words) - len(others))
    if len(words) != len(others) and "".join(words) == "".join(others):
        return Compared(float(max(len(words), len(others))), 0, 0, is_exact=False)
    pairs = sorted(
        (
            (word_likeness(one, other), at, place)
            for at, one in enumerate(words)
            for place, other in enumerate(others)
        ),
        key=lambda pair: (-pair[0], abs(pair[1] - pair[2]), pair),
    )
    left, right = set(range(len(words))), set(range(len(others)))
    agreement, conflicts, is_exact, first_conflicts = 0.0, 0, True, False
    for alike, at, place in pairs:
        if at not in left or place not in right:
            continue
        left.discard(at)
        right.discard(place)
        is_exact &= alike == 1
        if alike >= ALIKE:
            agreement += 0.6 + 0.4 * (alike - ALIKE) / (1 - ALIKE)
        elif alike < UNLIKE:
            conflicts += 1
            first_conflicts |= at == 0 or place == 0
    return Compared(agreement, conflicts, missing, is_exact, first_conflicts)


def _name_reason(*compared: Compared) -> Reason:
    if any(each.missing for each in compared):
        return Reason.PART_OF_NAME
    if all(each.is_exact for each in compared):
        return Reason.SAME_NAME
    return Reason.NAME_SOUNDS_ALIKE


def _words(name: str) -> list[str]:
    """The words as they sound, without particles and initials unless there is nothing else."""
    words = sounded_words(name)
    return [word for word in words if word not in PARTICLES and len(word) > 1] or words


def _sexes(one: str, other: str) -> Verdict:
    if Sex.UNKNOWN in (one, other):
        return Verdict()
    return Verdict(0.5) if one == other else Verdict(-5.5, (Reason.OTHER_SEX,))


def _births(one: Birth | None, other: Birth | None) -> Verdict:
    if one is None or other is None or one.year is None or other.year is None:
        return Verdict()
    if one.born_on and other.born_on:
        if one.born_on == other.born_on:
            return Verdict(9.0, (Reason.SAME_BIRTH_DATE,))
        if _is_a_slip(one, other):
            return Verdict(3.0, (Reason.DATE_SLIP,))
        apart = abs(one.year - other.year)
        return Verdict(-5.0 if apart <= 2 else -8.0, (Reason.OTHER_AGE,))
    apart = abs(one.year - other.year)
    # An age is a year give or take one: the birthday may still have been to come.
    tolerance = 1 if BirthPrecision.AGE in (one.precision, other.precision) else 0
    if apart <= tolerance:
        return Verdict(3.0, (Reason.SAME_BIRTH_YEAR if apart == 0 else Reason.NEAR_AGE,))
    if apart <= tolerance + 1:
        return Verdict(1.5, (Reason.NEAR_AGE,))
    if apart <= tolerance + 2:
        return Verdict(-1.5, (Reason.OTHER_AGE,))
    return Verdict(max(-9.0, -2.5 - apart), (Reason.OTHER_AGE,))


def _is_a_slip(one: Birth, other: Birth) -> bool:
    """Day and month swapped, or one digit of the date wrong."""
    first, second = one.born_on, other.born_on
    if first is None or second is None:
        return False
    if first.year == second.year and (first.day, first.month) == (second.month, second.day):
        return True
    return OSA.distance(first.strftime("%d%m%Y"), second.strftime("%d%m%Y")) == 1


def _documents(left: Candidate, right: Candidate) -> Verdict:
    ours, theirs = _numbers(left.documents), _numbers(right.documents)
    if not ours or not theirs:
        return Verdict()
    if ours & theirs:
        return Verdict(12.0, (Reason.SAME_DOCUMENT,))
    if any(_one_digit_apart(one, other) for one in ours for other in theirs):
        return Verdict(4.0, (Reason.DOCUMENT_SLIP,))
    if any(_same_series(one, other) for one in ours for other in theirs):
        return Verdict(-8.0, (Reason.OTHER_DOCUMENT,))
    return Verdict()


def _numbers(typed: Iterable[str]) -> set[str]:
    """Letters and digits alone; the letter before a Venezuelan card's number is often left out."""
    plain = {"".join(filter(str.isalnum, text)).upper() for text in typed}
    return {text.lstrip("VE") if text.lstrip("VE").isdigit() else text for text in plain if text}


def _one_digit_apart(one: str, other: str) -> bool:
    return min(len(one), len(other)) >= 6 and OSA.distance(one, other, score_cutoff=1) == 1


def _same_series(one: str, other: str) -> bool:
    """Whether both look like cards of one kind, of which a person has one."""
    return one.isdigit() and other.isdigit() and abs(len(one) - len(other)) <= 1


def _phones(ours: tuple[str, ...], theirs: tuple[str, ...]) -> Verdict:
    """One in common is enough, and counts once: a family has several, and shares them."""
    if _last_digits(ours) & _last_digits(theirs):
        return Verdict(2.0, (Reason.SAME_PHONE,))
    return Verdict()


def _last_digits(phones: tuple[str, ...]) -> set[str]:
    digits = ("".join(filter(str.isdigit, phone))[-10:] for phone in phones)
    return {each for each in digits if len(each) >= 7}


def _relatives(ours: tuple[str, ...], theirs: tuple[str, ...]) -> Verdict:
    """Families that travel together come back together: two in common are worth a birth year."""
    left = [_words(name) for name in ours]
    right = [_words(name) for name in theirs]
    shared = min(_found_among(left, right), _found_among(right, left))
    if shared:
        return Verdict(min(3.0, 1.5 * shared), (Reason.SAME_RELATIVES,))
    return Verdict(-1.0 if ours and theirs else 0.0)


def _found_among(names: list[list[str]], others: list[list[str]]) -> int:
    return sum(any(_is_same_relative(name, other) for other in others) for name in names if name)


def _is_same_relative(one: list[str], other: list[str]) -> bool:
    compared = _compared(one, other)
    return compared.agreement >= 1.8 and not compared.conflicts
