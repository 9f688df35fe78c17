"""Whether a name that was found by its tokens is one that the typed words may mean.

Tokens of different letters collide, so that a word nobody is called shares some by chance with
somebody of any office. Who is found is opened to be shown, and then the letters themselves decide.
"""

from collections.abc import Iterable
from itertools import pairwise

from rapidfuzz.distance import OSA

from vault.sounds import sounded_words

# Between these two a word neither agrees nor contradicts.
ALIKE = 0.6


def word_likeness(one: str, other: str) -> float:
    """1 for words that sound the same; two letters alone are alike only if they are the same."""
    if one == other:
        return 1.0
    if min(len(one), len(other)) < 3:
        return 0.0
    return OSA.normalized_similarity(one, other)


FEWEST_FIRST_LETTERS, FEWEST_LAST_LETTERS = 3, 4


def may_mean(typed: str, names: Iterable[str]) -> bool:
    """True where one of the typed words sounds like a word of a name, or is how one begins or ends."""
    asked = _words(typed)
    return any(_is_meant(word, other) for name in names for other in _words(name) for word in asked)


def _is_meant(typed: str, word: str) -> bool:
    begins = len(typed) >= FEWEST_FIRST_LETTERS and word.startswith(typed)
    ends = len(typed) >= FEWEST_LAST_LETTERS and word.endswith(typed)
    return begins or ends or word_likeness(typed, word) >= ALIKE


def _words(name: str) -> list[str]:
    """As they sound, with any two neighbours as one word too: José Luis is written Joseluis."""
    words = sounded_words(name.replace("ñ", "n").replace("Ñ", "n"))
    return words + [one + other for one, other in pairwise(words)]
