"""Whether the typed words may mean a name that was found by its tokens.

Tokens of different words collide, so some names share them with the text by chance. The people found are decrypted,
and then the letters decide."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from rapidfuzz.distance import OSA

from vault.sounds import sounded_words

# From this likeness on, a typed word may mean a word of a name.
ALIKE = 0.6
# From this likeness on, two words are spellings of one name: one letter in seven differs. Norman is not Yorman.
SURE = 0.85
SHORTEST_WORD = 3
# The fewest digits of the end of a number: as many as its token has.
FEWEST_OF_A_TAIL = 4
ONLY_DIGITS = re.compile(r"[\d\s().+-]+")
SERIAL = re.compile(r"\d{1,6}")


def word_likeness(one: str, other: str) -> float:
    """1 for words that sound the same; words of two letters must be equal."""
    if one == other:
        return 1.0
    if min(len(one), len(other)) < 3:
        return 0.0
    return OSA.normalized_similarity(one, other)


# The fewest letters of a typed beginning or end of a word.
FEWEST_FIRST_LETTERS, FEWEST_LAST_LETTERS = 3, 4


@dataclass(frozen=True)
class TypedWords:
    """The typed words by sound, computed once for all names that they are compared with.

    `whole` are the words that must all match a name: short ones only if there are no others."""

    words: list[str]
    whole: list[str]

    @classmethod
    def of(cls, typed: str) -> Self:
        sounded = sounded_words(_with_plain_n(typed))
        long = [word for word in sounded if len(word) >= SHORTEST_WORD]
        return cls(_with_neighbours(sounded), long or sounded)

    def agreement(self, names: Iterable[str]) -> bool | None:
        """Whether each word matches one of the names.

        None if no word sounds like a word of a name, or is its beginning or end."""
        name_words = [word for name in names for word in _words(name)]
        if not any(_may_be_word(word, other) for other in name_words for word in self.words):
            return None
        return bool(self.whole) and all(
            any(_agrees(word, other) for other in name_words) for word in self.whole
        )


def may_mean(typed: str, names: Iterable[str]) -> bool:
    """Whether a typed word sounds like a word of a name, or is its beginning or end."""
    return TypedWords.of(typed).agreement(names) is not None


def means_whole_name(typed: str, names: Iterable[str]) -> bool:
    """Whether each typed word matches one of the names; other hits are only similar."""
    return TypedWords.of(typed).agreement(names) is True


def _agrees(typed: str, word: str) -> bool:
    return _is_part(typed, word) or word_likeness(typed, word) >= SURE


def _is_part(typed: str, word: str) -> bool:
    begins = len(typed) >= FEWEST_FIRST_LETTERS and word.startswith(typed)
    return begins or (len(typed) >= FEWEST_LAST_LETTERS and word.endswith(typed))


def digits_of_a_tail(typed: str) -> str:
    """The digits of a possible end of a phone number; empty for text with letters, or too short."""
    digits = "".join(filter(str.isdigit, typed))
    is_tail = ONLY_DIGITS.fullmatch(typed) and len(digits) >= FEWEST_OF_A_TAIL
    return digits if is_tail else ""


def serial_of(typed: str) -> int:
    """The number of a case without its year, as typed: `21`, `000021`; 0 for other text."""
    plain = typed.strip()
    return int(plain) if SERIAL.fullmatch(plain) else 0


def _may_be_word(typed: str, word: str) -> bool:
    return _is_part(typed, word) or word_likeness(typed, word) >= ALIKE


def _with_plain_n(name: str) -> str:
    return name.replace("ñ", "n").replace("Ñ", "n")


def _words(name: str) -> list[str]:
    """The words by sound, plus each pair of neighbours as one word: José Luis is also written Joseluis."""
    return _with_neighbours(sounded_words(_with_plain_n(name)))


def _with_neighbours(words: list[str]) -> list[str]:
    return words + [one + other for one, other in pairwise(words)]


def split_name(typed: str) -> dict[str, str]:
    """The text as given and family names: two words are one of each, four are two of each.

    Three may be either; they become given names until somebody separates them. Empty for text with a digit."""
    words = typed.split()
    if not words or any(map(str.isdigit, typed)):
        return {}
    if typed in (typed.lower(), typed.upper()):
        words = [word.capitalize() for word in words]
    half = len(words) // 2 if len(words) in (2, 4) else len(words)
    return {"given_names": " ".join(words[:half]), "family_names": " ".join(words[half:])}
