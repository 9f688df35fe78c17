"""CSV of spreadsheets that know no Unicode: which of the old encodings makes words of the region of its letters."""

import re
from typing import NamedTuple

from imports.rules.columns import guess_field
from imports.rules.name_parts import is_known_name
from imports.rules.words import is_known_word

# What spreadsheets of the region wrote on Windows, in DOS and on a Mac.
OLD_ENCODINGS = ("cp1252", "cp850", "cp437", "mac_roman")

SPANISH = "áéíóúüñÁÉÍÓÚÜÑ"

# These stand beside a word or a number and never inside: N°, 1ª, ¿cuándo?, «Ana».
BESIDE_WORDS = "ºª°¿¡«»“”‘’–—€·…\u00a0"

# Blanks and delimiters that are the same bytes in all of them, so that the words of two readings pair off.
WORD = re.compile(r"[^ \t\r\n;,|\"()/]+")

MOST_WORDS = 2_000

SAMPLES = 3


class Reading(NamedTuple):
    """The text of a file as one encoding has it, and words that look otherwise in another."""

    text: str
    samples: tuple[str, ...] = ()


class _Tried(NamedTuple):
    """What an encoding makes of the words with letters beyond ASCII."""

    encoding: str
    words: list[str]
    # How many of them are none, and how good the others are.
    bad: int
    worth: float


def old_readings(content: bytes) -> list[Reading]:
    """The readings that make sense, the best first, and each text once; only one where that one is certain."""
    telling = b"\n".join(line for line in content.splitlines() if any(byte > 127 for byte in line))
    tried: dict[tuple[str, ...], _Tried] = {}
    for encoding in OLD_ENCODINGS:
        sample = telling.decode(encoding, errors="replace")
        words = [word for word in WORD.findall(sample) if not word.isascii()][:MOST_WORDS]
        worths = [_worth(word) for word in words]
        bad = sum(worth < 0 for worth in worths)
        good = sum(worths) / max(1, len(words)) + _heading_in(sample)
        tried.setdefault(tuple(words), _Tried(encoding, words, bad, good))
    best, *others = sorted(tried.values(), key=lambda each: (each.bad, -each.worth))
    # Where the best is not without a flaw either, one flaw more is no proof.
    flaws = best.bad + (1 if best.bad else 0)
    kept = [best, *(each for each in others if each.bad <= flaws and each.worth >= best.worth - 1)]
    apart = [
        words for words in zip(*(each.words for each in kept), strict=True) if len({*words}) > 1
    ]
    return [
        Reading(
            content.decode(each.encoding, errors="replace"),
            tuple(dict.fromkeys(words[place] for words in apart))[:SAMPLES],
        )
        for place, each in enumerate(kept)
    ]


def _worth(word: str) -> int:
    """How much a word with letters beyond ASCII looks like one of the region."""
    bare = word.strip(BESIDE_WORDS + ".:-'*#")
    odd = [letter for letter in bare if not letter.isascii()]
    if not odd:
        return 0
    if any(letter not in SPANISH for letter in odd):
        return -4 if any(not letter.isalpha() for letter in odd) else -2
    if bare != bare.title() and not bare.isupper() and not bare.islower():
        return -3
    return 4 if is_known_name(bare) or is_known_word(bare) else 1


def _heading_in(sample: str) -> bool:
    """Whether a heading with such letters is understood."""
    cells = re.split(r"[;,|\t]", sample.split("\n", 1)[0])
    return any(not cell.isascii() and guess_field(cell) is not None for cell in cells)
