"""Normalises a Spanish name to its sound, so that Yorman and Jorman, Vásquez and Basques, are equal.

The rules follow common misspellings at a border: b=v, s=z=c before e and i, ll=y=initial j, mute h, que=ke, gue=ge,
w=gu=u. They merge only letters that sound alike in Caribbean Spanish."""

import re
import unicodedata

_KEEP_ENYE = "\N{COMBINING TILDE}"

# The order matters: each rule applies to the result of those before it.
_RULES: list[tuple[re.Pattern[str], str]] = [
    (re.compile(pattern), replacement)
    for pattern, replacement in [
        (r"[^a-zñ ]", " "),
        (r"ch|sh", "C"),
        (r"ph", "f"),
        (r"h", ""),
        (r"w+u?", "u"),
        (r"\b[gb]u(?=[ao])", "u"),
        (r"gu(?=[eiy])", "G"),
        (r"\b(?:j|g(?=[eiy]))", "y"),
        (r"g(?=[eiy])", "j"),
        (r"qu(?=[ei])|ck|q", "k"),
        (r"c(?=[eiy])|sc(?=[eiy])|[zx]", "s"),
        (r"c", "k"),
        (r"v", "b"),
        (r"n(?=[bp])", "m"),
        (r"ll|y(?=[aeiou])|\by", "Y"),
        (r"y", "i"),
        (r"(.)\1+", r"\1"),
    ]
]


def sounded_words(text: str) -> list[str]:
    """The words of a name by sound; letters outside the Latin script are kept unchanged."""
    plain = _without_accents(text)
    if not plain.isascii() and not re.search("[a-z]", plain):
        return [word for word in re.split(r"\W+", plain) if word]
    for pattern, replacement in _RULES:
        plain = pattern.sub(replacement, plain)
    return plain.split()


def trigrams_by_word(text: str) -> list[set[str]]:
    """For each word its trigrams by sound. The two ends of the word count as letters.

    A word with ñ also gets the trigrams of its spelling with n, for keyboards without ñ."""
    return [_trigrams(word) | _trigrams(word.replace("ñ", "n")) for word in sounded_words(text)]


def trigrams_in_order(text: str) -> list[list[str]]:
    """For each word its trigrams in order, with ñ as n."""
    return [_in_order(word.replace("ñ", "n")) for word in sounded_words(text)]


def _trigrams(word: str) -> set[str]:
    return set(_in_order(word))


def _in_order(word: str) -> list[str]:
    bounded = f"_{word}_"
    return [bounded[index : index + 3] for index in range(len(bounded) - 2)]


def _without_accents(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    kept = re.sub(f"n{_KEEP_ENYE}", "ñ", decomposed)
    return "".join(letter for letter in kept if not unicodedata.combining(letter))
