"""Guesses the legacy encoding of a text by the letters of the region's languages, for notes and spreadsheets."""

import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

# Windows, DOS, old Macs; of equally good readings the first is used.
OLD_ENCODINGS = ("cp1252", "cp850", "cp437", "mac_roman")

# Letters of Spanish and of Portuguese; misread bytes often turn one into the other.
LETTERS = dict.fromkeys("áéíóúüñ", 2) | dict.fromkeys("ãõçâêôà", 1)

# Quotes, dashes and similar characters between words.
BETWEEN_WORDS = frozenset("¿¡«»“”„‘’–—…•€·\xa0")

AFTER_NUMBERS = frozenset("ºª°")

# Blanks and delimiters with the same bytes in all encodings, so that the words of two readings correspond.
WORD = re.compile(r"[^ \t\r\n;,|\"()/]+")

MOST_WORDS = 2_000

SAMPLES = 3

# Added to the score of a word that the caller knows.
BONUS_OF_KNOWN_WORD = 3

EDGES = "".join(BETWEEN_WORDS | AFTER_NUMBERS) + ".:-'*#"


class Reading(NamedTuple):
    """The text of a file in one encoding, and words that differ in another one."""

    text: str
    samples: tuple[str, ...] = ()
    # The score of its words: above 0 if its letters form words.
    worth: float = 0


class _DecodedWords(NamedTuple):
    """The words with non-ASCII letters, in one encoding."""

    encoding: str
    words: list[str]
    # How many are not words, and the total score.
    bad: int
    worth: float


def old_readings(
    content: bytes, is_known: Callable[[str], bool] = lambda _word: False
) -> list[Reading]:
    """Returns plausible readings, best first, without duplicates; a single one if it is certain."""
    lines = b"\n".join(line for line in content.splitlines() if any(byte > 127 for byte in line))
    decoded: dict[tuple[str, ...], _DecodedWords] = {}
    for encoding in OLD_ENCODINGS:
        all_words = WORD.findall(lines.decode(encoding, errors="replace"))
        words = [word for word in all_words if not word.isascii()][:MOST_WORDS]
        worths = [_worth(word) for word in words]
        total = sum(worths) + BONUS_OF_KNOWN_WORD * sum(
            is_known(word.strip(EDGES)) for word in words
        )
        bad = sum(each < 0 for each in worths)
        decoded.setdefault(
            tuple(words), _DecodedWords(encoding, words, bad, total / max(1, len(words)))
        )
    best, *others = sorted(decoded.values(), key=lambda each: (each.bad, -each.worth))
    # If the best reading has a flaw, one more flaw does not rule out another.
    flaws = best.bad + (1 if best.bad else 0)
    plausible = [
        best,
        *(each for each in others if each.bad <= flaws and each.worth >= best.worth - 1),
    ]
    differing_words = [
        words
        for words in zip(*(each.words for each in plausible), strict=True)
        if len({*words}) > 1
    ]
    return [
        Reading(
            content.decode(each.encoding, errors="replace"),
            tuple(dict.fromkeys(words[index] for words in differing_words))[:SAMPLES],
            each.worth,
        )
        for index, each in enumerate(plausible)
    ]


def _worth(word: str) -> int:
    """Returns the score of a word by its non-ASCII characters: below zero if it is no Spanish or Portuguese word."""
    return sum(
        _worth_of(word[max(0, at - 2) : at], character, word[at + 1 : at + 2])
        for at, character in enumerate(word)
        if ord(character) > 126
    )


def _worth_of(two_before: str, character: str, after: str) -> int:
    before = two_before[-1:]
    if value := LETTERS.get(character.lower()):
        if character.isupper():
            is_odd = before.islower() or (value == 1 and after.islower())
        else:
            in_capitals = len(two_before) == 2 and two_before.isalpha() and two_before.isupper()
            is_odd = after.isupper() or (in_capitals and not after.islower())
        return -3 if is_odd or character == before == after else value
    is_inside_a_word = before.isalpha() and after.isalpha()
    if character in AFTER_NUMBERS:
        return 1 if before.isdigit() or before in ("n", "N") else -1
    if character in BETWEEN_WORDS and before in BETWEEN_WORDS:
        return -1
    if character in BETWEEN_WORDS:
        return -5 if is_inside_a_word or (character in "¿¡" and before.isalpha()) else 1
    # DOS programs drew frames with these characters, hardly ever next to a letter.
    if unicodedata.name(character, "").startswith("BOX DRAWINGS"):
        return -5 if is_inside_a_word else -int(before.isalpha() or after.isalpha())
    return -3 if character.isalpha() else -5
