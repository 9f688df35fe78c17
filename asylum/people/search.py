"""The tokens by which numbers of papers are found."""

from casework.papers.rules.numbers import bare_number
from vault.search import exact_token


def tokens_of(typed: str, purpose: str) -> list[int]:
    """Tokens of a number as typed and without separators, to be matched exactly. Empty for text without a digit, like
    names."""
    if not any(map(str.isdigit, typed)):
        return []
    return [exact_token(each, purpose=purpose) for each in {typed, bare_number(typed)}]
