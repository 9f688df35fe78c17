"""Whether a name that was found by its tokens is one that the typed words may mean.

Tokens of different letters collide, so that a word nobody is called shares some by chance with
somebody of any office. Who is found is opened to be shown, and then the letters themselves decide.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from rapidfuzz.distance import OSA

from vault.sounds import sounded_words

# Between these two a word neither agrees nor contradicts.
ALIKE = 0.6
# So alike are two writings of one name: a letter off in seven. Norman is not Yorman.
SURE = 0.85
SHORTEST_WORD = 3
# What a tail may be of: as many digits as its token is made of, and more.
FEWEST_OF_A_TAIL = 4
ONLY_DIGITS = re.compile(r"[\d\s().+-]+")
SERIAL = re.compile(r"\d{1,6}")


def word_likeness(one: str, other: str) -> float:
    """1 for words that sound the same; two letters alone are alike only if they are the same."""
    if one == other:
        return 1.0
    if min(len(one), len(other)) < 3:
        return 0.0
    return OSA.normalized_similarity(one, other)


FEWEST_FIRST_LETTERS, FEWEST_LAST_LETTERS = 3, 4


@dataclass(frozen=True)
class AskedWords:
    """The typed words as they sound, worked out once for all names that they are compared with.

    `whole` are those that each have to be one of the names: short ones only where there are no others.
    """

    words: list[str]
    whole: list[str]

    @classmethod
    def of(cls, typed: str) -> Self:
        sounded = sounded_words(_plain(typed))
        long = [word for word in sounded if len(word) >= SHORTEST_WORD]
        return cls(_with_neighbours(sounded), long or sounded)

    def agreement(self, names: Iterable[str]) -> bool | None:
        """Whether each word is one of the names, or nearly; None where not one of them sounds like a word of a name, or is
        how one begins or ends."""
        known = [word for name in names for word in _words(name)]
        if not any(_is_meant(word, other) for other in known for word in self.words):
            return None
        return bool(self.whole) and all(
            any(_agrees(word, other) for other in known) for word in self.whole
        )


def may_mean(typed: str, names: Iterable[str]) -> bool:
    """True where one of the typed words sounds like a word of a name, or is how one begins or ends."""
    return AskedWords.of(typed).agreement(names) is not None


def means_whole_name(typed: str, names: Iterable[str]) -> bool:
    """True where each of the typed words is one of the names, or nearly: what else was found only resembles."""
    return AskedWords.of(typed).agreement(names) is True


def _agrees(typed: str, word: str) -> bool:
    return _is_part(typed, word) or word_likeness(typed, word) >= SURE


def _is_part(typed: str, word: str) -> bool:
    begins = len(typed) >= FEWEST_FIRST_LETTERS and word.startswith(typed)
    return begins or (len(typed) >= FEWEST_LAST_LETTERS and word.endswith(typed))


def digits_of_a_tail(typed: str) -> str:
    """The digits of what may be the end of a phone number; nothing for what holds letters or is too short."""
    digits = "".join(filter(str.isdigit, typed))
    is_tail = ONLY_DIGITS.fullmatch(typed) and len(digits) >= FEWEST_OF_A_TAIL
    return digits if is_tail else ""


def serial_of(typed: str) -> int:
    """The number of a case without its year, as it was typed: `21`, `000021`; 0 for what is none."""
    plain = typed.strip()
    return int(plain) if SERIAL.fullmatch(plain) else 0


def _is_meant(typed: str, word: str) -> bool:
    return _is_part(typed, word) or word_likeness(typed, word) >= ALIKE


def _plain(name: str) -> str:
    return name.replace("ñ", "n").replace("Ñ", "n")


def _words(name: str) -> list[str]:
    """As they sound, with any two neighbours as one word too: José Luis is written Joseluis."""
    return _with_neighbours(sounded_words(_plain(name)))


def _with_neighbours(words: list[str]) -> list[str]:
    return words + [one + other for one, other in pairwise(words)]


def names_of(typed: str) -> dict[str, str]:
    """What was typed as given and family names: two words are one of each, four are two of each.

    Three may be either; they stand as given names until somebody puts them apart. Nothing for what holds a digit.
    """
    words = typed.split()
    if not words or any(map(str.isdigit, typed)):
        return {}
    if typed in (typed.lower(), typed.upper()):
        words = [word.capitalize() for word in words]
    half = len(words) // 2 if len(words) in (2, 4) else len(words)
    return {"given_names": " ".join(words[:half]), "family_names": " ".join(words[half:])}
