"""Prepares the text of a letter so that no word is longer than a line."""

# A word without a break opportunity is broken after this number of letters.
LONGEST_WORD = 24
ZERO_WIDTH_SPACE = "\u200b"


def breakable(text: str) -> str:
    """Returns the same text, in which words longer than a line can be broken."""
    return " ".join(_broken(word) for word in text.split(" "))


def _broken(word: str) -> str:
    if len(word) <= LONGEST_WORD:
        return word
    starts = range(0, len(word), LONGEST_WORD)
    return ZERO_WIDTH_SPACE.join(word[start : start + LONGEST_WORD] for start in starts)
