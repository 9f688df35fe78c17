"""Words of names by sound, and how far two lists of words agree."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz.distance import OSA

from casework.duplicates.rules.given_names import goes_by, is_given_name
from casework.search.rules import LIKENESS_OF_SIMILAR, word_likeness
from vault.sounds import sounded_words

PARTICLES = frozenset(["de", "del", "la", "las", "los", "el", "y", "da", "do", "dos", "di", "san"])
# Particles that are written as one word with the name, and the fewest letters of the name after them.
JOINED_PARTICLES = ("dela", "delos", "del")
FEWEST_LETTERS_AFTER_PARTICLE = 4

# Two matched words contradict each other below this likeness.
UNLIKE = 0.5
# The likeness of an everyday form of a name, and of its beginning.
EVERYDAY_FORM = 0.9
BEGINNING = 0.8
FEWEST_LETTERS_OF_A_BEGINNING = 3
# The highest likeness of two different given names, however similar they sound: María is not Mario.
ANOTHER_NAME = 0.3
# One word counts as two joined words from this likeness on: Luisfernando.
JOINED = 0.85
FEWEST_LETTERS_OF_TWO_NAMES = 6
MOST_LETTERS_LOST = 2


def words_of(name: str) -> list[str]:
    """Returns the words by sound, without particles and initials unless there is nothing else."""
    words = [_without_joined_particle(word) for word in sounded_words(name)]
    return [word for word in words if word not in PARTICLES and len(word) > 1] or words


def _without_joined_particle(word: str) -> str:
    """Returns the name in Delacruz, which is De la Cruz written as one word."""
    for particle in JOINED_PARTICLES:
        if word.startswith(particle) and len(word) >= len(particle) + FEWEST_LETTERS_AFTER_PARTICLE:
            return word.removeprefix(particle)
    return word


def without_husbands_name(family_names: str) -> list[str] | None:
    """Returns the words of "Mendoza de Moreno" without the husband's name; an empty list for "de Moreno". None if nothing
    follows "de".

    De la Cruz and del Valle are a person's own names. De León may be too, so the caller compares both readings."""
    words = sounded_words(family_names)
    positions = [at for at, word in enumerate(words) if word == "de"]
    if not positions or not words[positions[-1] + 1 :] or words[positions[-1] + 1] in PARTICLES:
        return None
    return [word for word in words[: positions[-1]] if word not in PARTICLES and len(word) > 1]


# Unlike the search, this also compares words of two letters, because the birth is compared as well.
sound_likeness = OSA.normalized_similarity


def given_likeness(one: str, other: str) -> float:
    """Returns the likeness of two given names from 0 to 1: by sound, everyday form, or the beginning of a name."""
    if one == other:
        return 1.0
    if goes_by(one, other):
        return EVERYDAY_FORM
    if is_given_name(one) and is_given_name(other):
        return min(ANOTHER_NAME, sound_likeness(one, other))
    short, long = sorted((one, other), key=len)
    if len(short) >= FEWEST_LETTERS_OF_A_BEGINNING and long.startswith(short):
        return BEGINNING
    return sound_likeness(one, other)


@dataclass(frozen=True)
class ComparedWords:
    """How far two lists of words agree.

    `agreement` is the sum over matched words, from 0.6 for similar ones to 1 for equal ones. `conflicts` is the number of
    matched words that contradict, `missing` of words that only one list has. `least` is the lowest likeness of two
    matched words."""

    agreement: float
    conflicts: int
    missing: int
    is_exact: bool
    first_conflicts: bool = False
    is_everyday_form: bool = False
    least: float = 0.0


def compared(
    words: Sequence[str],
    others: Sequence[str],
    likeness_of: Callable[[str, str], float] = sound_likeness,
) -> ComparedWords:
    """Matches each word with one of the other list, the most similar first, and returns the result."""
    if not words or not others:
        return ComparedWords(0.0, 0, max(len(words), len(others)), is_exact=False)
    as_written = list(words), list(others)
    words, others = _with_split_words(words, others), _with_split_words(others, words)
    pairs = sorted(
        (
            (likeness_of(one, other), at, other_at)
            for at, one in enumerate(words)
            for other_at, other in enumerate(others)
        ),
        key=lambda pair: (-pair[0], abs(pair[1] - pair[2]), pair),
    )
    left, right = set(range(len(words))), set(range(len(others)))
    agreement, conflicts, first_conflicts = 0.0, 0, False
    is_exact, is_everyday_form, least = as_written == (words, others), False, 1.0
    for similarity, at, other_at in pairs:
        if at not in left or other_at not in right:
            continue
        left.discard(at)
        right.discard(other_at)
        is_exact &= similarity == 1
        least = similarity
        is_everyday_form |= similarity < 1 and goes_by(words[at], others[other_at])
        if similarity >= LIKENESS_OF_SIMILAR:
            agreement += 0.6 + 0.4 * (similarity - LIKENESS_OF_SIMILAR) / (1 - LIKENESS_OF_SIMILAR)
        elif similarity < UNLIKE:
            conflicts += 1
            first_conflicts |= at == 0 or other_at == 0
    missing = abs(len(words) - len(others))
    return ComparedWords(
        agreement, conflicts, missing, is_exact, first_conflicts, is_everyday_form, least
    )


def _with_split_words(words: Sequence[str], others: Sequence[str]) -> list[str]:
    """Returns the words, with those split that equal two joined words of the other side."""
    result: list[str] = []
    for word in words:
        may_be_two = len(word) >= FEWEST_LETTERS_OF_TWO_NAMES and word not in others
        result += (may_be_two and _two_in_one(word, others)) or [word]
    return result


def _two_in_one(word: str, others: Sequence[str]) -> list[str]:
    similarity = (
        (word_likeness(word, one + other), [one, other])
        for one, other in pairwise(others)
        if abs(len(word) - len(one) - len(other)) <= MOST_LETTERS_LOST
    )
    best, two = max(similarity, default=(0.0, list[str]()))
    return two if best >= JOINED else []
