"""Recognises long passwords that are easy to guess. Works offline, so that no service learns that one is being set."""

import re
import string
from pathlib import Path

# Words that people in this field use when a rule asks for a long password.
COMMON_WORDS = frozenset(
    Path(__file__).with_name("common_words.txt").read_text(encoding="utf-8").split()
)
KEYBOARD_ROWS = (
    "qwertyuiopasdfghjklñzxcvbnm",
    "qwertyuiopasdfghjklzxcvbnm",
    "1234567890qwertyuiop",
    "qazwsxedcrfvtgbyhnujmikolp",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
)
SEQUENCES = tuple(
    row * 3
    for row in (*KEYBOARD_ROWS, string.ascii_lowercase, string.digits, "1234567890", "0987654321")
)
LEET = str.maketrans("@431!0$57", "aaeiiosst")
# The fewest characters that count as a run along a sequence.
SHORTEST_RUN = 5

# Longer than anything people type or password managers store. Longer input is not checked: the search below is slow.
LONGEST_CHECKED = 128


def _is_repetition(text: str) -> bool:
    return (text + text).find(text, 1) < len(text)


def _without_sequences(text: str) -> str:
    """The text without runs of five or more along a keyboard, the alphabet or the digits."""
    rest, position = "", 0
    while position < len(text):
        end = position + SHORTEST_RUN
        while end <= len(text) and any(
            text[position:end] in sequence or text[position:end] in sequence[::-1]
            for sequence in SEQUENCES
        ):
            end += 1
        run_end = end - 1 if end > position + SHORTEST_RUN else position
        rest += "" if run_end > position else text[position]
        position = max(run_end, position + 1)
    return rest


def _without_digits_and_signs(text: str) -> str:
    return re.sub(r"[\W\d_]+", "", text)


def _is_made_of_common_words(letters: str) -> bool:
    """Whether at most four words of the list spell the whole text."""
    reachable: dict[int, int] = {0: 0}
    for end in range(1, len(letters) + 1):
        counts = [
            reachable[start] + 1
            for start in range(max(0, end - 14), end)
            if start in reachable and letters[start:end] in COMMON_WORDS
        ]
        if counts and min(counts) <= 4:
            reachable[end] = min(counts)
    return len(letters) in reachable


def is_guessable(password: str) -> bool:
    """Whether the password consists of repetitions, keyboard runs, or common words with digits around them."""
    text = password.casefold()
    rest = _without_sequences(text)
    if len(set(text)) < 6 or _is_repetition(text) or len(rest) < 5:
        return True
    return any(
        _is_made_of_common_words(_without_digits_and_signs(candidate))
        for candidate in (text, rest, text.translate(LEET), rest.translate(LEET))
    )
