"""Whether a typed text may mean a name that the database found by search tokens, and what a typed number may mean.

Different words may have the same token, so some names are found by chance. Here the decrypted names are compared with the
text letter by letter."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from rapidfuzz.distance import OSA

from vault.sounds import sounded_words

# A typed word with at least this likeness may mean the word of a name.
LIKENESS_OF_SIMILAR = 0.6
# Words with at least this likeness are spellings of one name: one letter in seven differs. Norman is not Yorman.
LIKENESS_OF_SAME = 0.85
SHORTEST_WORD = 3
# The fewest digits that are searched as the end of a number. Search tokens are made of the last four digits.
FEWEST_OF_A_TAIL = 4
ONLY_DIGITS = re.compile(r"[\d\s().+-]+")
SERIAL = re.compile(r"\d{1,6}")


def word_likeness(one: str, other: str) -> float:
    """Returns the likeness of two words by sound, from 0 to 1; words of two letters must be equal."""
    if one == other:
        return 1.0
    if min(len(one), len(other)) < 3:
        return 0.0
    return OSA.normalized_similarity(one, other)


# The fewest letters of a typed beginning or end of a word.
FEWEST_FIRST_LETTERS, FEWEST_LAST_LETTERS = 3, 4


@dataclass(frozen=True)
class TypedWords:
    """The typed words by sound, computed once for all names.

    `words` includes each pair of neighbours as one word. `whole` are the words that must all match for a complete match:
    those of at least SHORTEST_WORD letters, or all if there are none."""

    words: list[str]
    whole: list[str]

    @classmethod
    def of(cls, typed: str) -> Self:
        words_by_sound = sounded_words(_with_plain_n(typed))
        long_words = [word for word in words_by_sound if len(word) >= SHORTEST_WORD]
        return cls(_with_neighbours(words_by_sound), long_words or words_by_sound)

    def agreement(self, names: Iterable[str]) -> bool | None:
        """Whether each word of `whole` matches a word of the names.

        None if no word sounds like a word of a name, and none is its beginning or end.
        """
        name_words = [word for name in names for word in _words(name)]
        if not any(_may_be_word(word, other) for other in name_words for word in self.words):
            return None
        return bool(self.whole) and all(
            any(_matches(word, other) for other in name_words) for word in self.whole
        )


def may_mean(typed: str, names: Iterable[str]) -> bool:
    """Whether one of the typed words sounds like a word of a name, or is its beginning or end."""
    return TypedWords.of(typed).agreement(names) is not None


def means_whole_name(typed: str, names: Iterable[str]) -> bool:
    """Whether each typed word matches a word of the names."""
    return TypedWords.of(typed).agreement(names) is True


def _matches(typed: str, word: str) -> bool:
    return _is_part(typed, word) or word_likeness(typed, word) >= LIKENESS_OF_SAME


def _is_part(typed: str, word: str) -> bool:
    begins = len(typed) >= FEWEST_FIRST_LETTERS and word.startswith(typed)
    return begins or (len(typed) >= FEWEST_LAST_LETTERS and word.endswith(typed))


def digits_of_a_tail(typed: str) -> str:
    """Returns the digits of the end of a phone number; "" for text with letters and for too few digits."""
    digits = "".join(filter(str.isdigit, typed))
    is_tail = ONLY_DIGITS.fullmatch(typed) and len(digits) >= FEWEST_OF_A_TAIL
    return digits if is_tail else ""


def serial_of(typed: str) -> int:
    """Returns the serial number of a case, typed without its year as `21` or `000021`; 0 for other text."""
    plain = typed.strip()
    return int(plain) if SERIAL.fullmatch(plain) else 0


def _may_be_word(typed: str, word: str) -> bool:
    return _is_part(typed, word) or word_likeness(typed, word) >= LIKENESS_OF_SIMILAR


def _with_plain_n(name: str) -> str:
    return name.replace("ñ", "n").replace("Ñ", "n")


def _words(name: str) -> list[str]:
    """Returns the words by sound, and each pair of neighbours as one word: José Luis is also written Joseluis."""
    return _with_neighbours(sounded_words(_with_plain_n(name)))


def _with_neighbours(words: list[str]) -> list[str]:
    return words + [one + other for one, other in pairwise(words)]


def split_name(typed: str) -> dict[str, str]:
    """Returns the text as given and family names: two words are one of each, four are two of each.

    Three words may be either, so all of them become given names, for the user to correct. Empty for text with a digit.
    """
    words = typed.split()
    if not words or any(map(str.isdigit, typed)):
        return {}
    if typed in (typed.lower(), typed.upper()):
        words = [word.capitalize() for word in words]
    half = len(words) // 2 if len(words) in (2, 4) else len(words)
    return {"given_names": " ".join(words[:half]), "family_names": " ".join(words[half:])}
