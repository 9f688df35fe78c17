"""Numbers of cases and of people, given once and never changed by a move; the tail of a paper's number."""

import re

TAIL_LENGTH = 4
CASE_NUMBER = re.compile(r"(?:A-?)?(\d{4})-?(\d{6}|(?<=-)\d{1,6})(?:-(\d{1,2}))?", re.IGNORECASE)


def case_number(year: int, serial: int) -> str:
    """`A-2019-000123`: the year of arrival and a serial of that year."""
    return f"A-{year}-{serial:06d}"


def individual_number(case: str, serial: int) -> str:
    """`A-2019-000123-02`: the case of arrival and the person's place in it."""
    return f"{case}-{serial:02d}"


def read_number(text: str) -> tuple[str, str] | None:
    """The case number that somebody typed and, if it names a person, theirs; None if it is no number.

    Takes `A-2019-000123`, `a2019000123`, `2019-123` and each with `-02` after it.
    """
    match = CASE_NUMBER.fullmatch(text.strip().replace(" ", ""))
    if not match:
        return None
    case = case_number(int(match[1]), int(match[2]))
    return case, individual_number(case, int(match[3])) if match[3] else ""


def tail_of(number: str) -> str:
    """The last four letters or digits, without the dots and dashes between them."""
    return "".join(letter for letter in number if letter.isalnum())[-TAIL_LENGTH:]
