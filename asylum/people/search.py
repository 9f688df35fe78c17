"""Search tokens of numbers of papers."""

from casework.papers.rules.numbers import bare_number
from vault.search import exact_token


def tokens_of(typed: str, purpose: str) -> list[int]:
    """Returns tokens of the number as typed and of the number without separators, which are matched exactly.

    Empty for a text without a digit, for example a name.
    """
    if not any(map(str.isdigit, typed)):
        return []
    return [exact_token(each, purpose=purpose) for each in {typed, bare_number(typed)}]
