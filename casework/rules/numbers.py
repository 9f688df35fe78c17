"""Numbers of cases and of people, given once and never changed by a move; the tail of a paper's number."""

import re

TAIL_LENGTH = 4
CASE_NUMBER = re.compile(
    r"(?:A-?)?(\d{4})-?(?:(\d{6})(?:-?(\d\d)|-(\d))?|(?<=-)(\d{1,6})(?:-(\d{1,2}))?)", re.IGNORECASE
)
# As we write it ourselves. What somebody types may look like a phone; this never does.
WRITTEN_NUMBER = re.compile(r"A-\d{4}-\d{6}(?:-\d{2})?")
# The letter says of a Venezuelan card whether its holder is a foreigner. Many leave it out.
CARD = re.compile(r"[VE]?(\d{6,9})")


def case_number(year: int, serial: int) -> str:
    """`A-2019-000123`: the year of arrival and a serial of that year."""
    return f"A-{year}-{serial:06d}"


def individual_number(case: str, serial: int) -> str:
    """`A-2019-000123-02`: the case of arrival and the person's place in it."""
    return f"{case}-{serial:02d}"


def read_number(text: str) -> tuple[str, str] | None:
    """The case number that somebody typed and, if it names a person, theirs; None if it is no number.

    Takes `A-2019-000123`, `a2019000123`, `2019-123` and each with `-02` after it; after six digits `02` alone.
    """
    match = CASE_NUMBER.fullmatch(text.strip().replace(" ", ""))
    if not match:
        return None
    case = case_number(int(match[1]), int(match[2] or match[5]))
    person = match[3] or match[4] or match[6]
    return case, individual_number(case, int(person)) if person else ""


def tail_of(number: str) -> str:
    """The last four letters or digits, without the dots and dashes between them."""
    return "".join(letter for letter in number if letter.isalnum())[-TAIL_LENGTH:]


def is_tail(typed: str) -> bool:
    """Whether this may be the last four letters or digits of a paper's number; four letters alone are a name."""
    plain = [letter for letter in typed if letter.isalnum()]
    return len(plain) == TAIL_LENGTH and any(letter.isdigit() for letter in plain)


def card_writings(typed: str) -> list[str]:
    """The number of a paper as it was typed and, if it looks like a Venezuelan card's, with and without its letter."""
    bare = "".join(letter for letter in typed if letter.isalnum()).upper()
    match = CARD.fullmatch(bare)
    return [typed, *(letter + match[1] for letter in ("", "V", "E"))] if match else [typed]
