"""Splits full names into given and family names. Where that is uncertain, the user is asked."""

import csv
import functools
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from casework.duplicates.rules.given_names import is_given_name
from imports.choices import NamePart
from vault.sounds import sounded_words

TABLE = Path(__file__).parents[1] / "tables" / "names.csv"

# "de los Ángeles", "San Juan" and "Montes de Oca" are one part of a name each.
PART = re.compile(
    r"montes de oca\b|(?:(?:de|del|la|las|los|el|y|san|santa|da|do|dos|di|van|von)\s+)*\S+",
    re.IGNORECASE,
)

VOWEL = re.compile(r"[AEIOUYÁÉÍÓÚÜ]")

# The NamePart of a word; None if it may be either.
PartOf = Callable[[str], str | None]


@functools.cache
def _known_names() -> dict[str, frozenset[str]]:
    """Names common in the region, by NamePart and sound."""
    with TABLE.open(encoding="utf-8", newline="") as table:
        rows = [(row["part"], _sound(row["name"])) for row in csv.DictReader(table)]
    return {
        part: frozenset(name for each, name in rows if each == part) for part in NamePart.values
    }


def _sound(word: str) -> str:
    return " ".join(sounded_words(word))


@functools.lru_cache(maxsize=4096)
def known_part(word: str) -> str | None:
    """The NamePart for which the word is used in the region; None if it is used for both, or unknown."""
    sound = _sound(word)
    is_given = sound in _known_names()[NamePart.GIVEN] or is_given_name(sound)
    is_family = sound in _known_names()[NamePart.FAMILY]
    if is_given == is_family:
        return None
    return NamePart.GIVEN.value if is_given else NamePart.FAMILY.value


def is_known_name(word: str) -> bool:
    """Whether the word is a known name of the region."""
    sound = _sound(word)
    return is_given_name(sound) or any(sound in names for names in _known_names().values())


def split_name(
    text: str, *, is_family_first: bool = False, part_of: PartOf = known_part
) -> tuple[str, str]:
    """Given and family names of a full name: `Peña, Luis` is reversed; four words are split two and two."""
    return _split_with_doubt(text, is_family_first, part_of)[:2]


def split_by_answers(text: str, part_of: PartOf) -> tuple[str, str]:
    """Given and family names by the NamePart of each part. A part without one gets the NamePart of the part before it."""
    sides: dict[str, list[str]] = {part: [] for part in NamePart.values}
    part = NamePart.GIVEN.value
    for each in PART.findall(text.replace(",", " ")):
        part = part_of(each) or part
        sides[part].append(each)
    return " ".join(sides[NamePart.GIVEN]), " ".join(sides[NamePart.FAMILY])


def part_in_doubt(text: str, *, is_family_first: bool = False, part_of: PartOf = known_part) -> str:
    """The word of a full name that needs an answer; "" if known names split it."""
    return _split_with_doubt(text, is_family_first, part_of)[2]


def _split_with_doubt(text: str, is_family_first: bool, part_of: PartOf) -> tuple[str, str, str]:
    """Given names, family names, and the word that makes the split doubtful."""
    if "," in text:
        before, _, after = (each.strip() for each in text.partition(","))
        seems_reversed = (part_of(before), part_of(after)) == (NamePart.GIVEN, NamePart.FAMILY)
        return in_title_case(after), in_title_case(before), before if seems_reversed else ""
    parts = PART.findall(text)
    if len(parts) == 1 and part_of(parts[0]) == NamePart.FAMILY:
        return "", text, ""
    if split_by_case := _split_by_capitals(parts):
        return (*split_by_case, "")
    if is_family_first:
        parts.reverse()
    count, doubt = _given_count(parts, part_of)
    order = -1 if is_family_first else 1
    return " ".join(parts[:count][::order]), " ".join(parts[count:][::order]), doubt


def in_title_case(text: str) -> str:
    """A name in capitals becomes title case: `MIA` is Mia. Single letters, and short words without a vowel (`RN`), stay."""
    is_name = len(text) > 3 or (len(text) > 1 and VOWEL.search(text))
    return text.title() if text.isupper() and is_name else text


def _split_by_capitals(parts: Sequence[str]) -> tuple[str, str] | None:
    """Given and family names where only the family names are in capitals: `María SALCEDO`; None otherwise."""
    is_large = [len(part) > 2 and part.isupper() for part in parts]
    if is_large != sorted(is_large) and is_large != sorted(is_large, reverse=True):
        return None
    if all(is_large) or not any(is_large):
        return None
    given = [part for part, large in zip(parts, is_large, strict=True) if not large]
    family = [part.title() for part, large in zip(parts, is_large, strict=True) if large]
    return " ".join(given), " ".join(family)


def _given_count(parts: Sequence[str], part_of: PartOf) -> tuple[int, str]:
    """How many leading parts are given names, and the part that makes this doubtful, or "".

    Of two parts the last, of four or more the last two are family names, unless known names say otherwise.
    """
    usual = {0: 0, 1: 1, 2: 1, 3: 0}.get(len(parts), len(parts) - 2)
    kinds = [part_of(part) for part in parts]
    fitting = [
        count
        for count in range(1, len(parts))
        if NamePart.FAMILY not in kinds[1:count] and NamePart.GIVEN not in kinds[count:]
    ]
    if len(parts) < 2 or usual in fitting:
        return usual, ""
    if len(fitting) == 1:
        return fitting[0], ""
    # The first part in an unexpected place, else the second.
    misplaced = (
        index
        for index, kind in enumerate(kinds)
        if (kind == NamePart.FAMILY and 0 < index < usual)
        or (kind == NamePart.GIVEN and index >= (usual or 2))
    )
    return usual or 1, parts[next(misplaced, 1)]
