"""Whether an interpreter may be of the person's unit, whom the person may fear. Needs no database."""

import unicodedata
from collections.abc import Iterable
from typing import Protocol


class Service(Protocol):
    """The fields of a service record that the rule reads."""

    force_id: str | None
    unit: str


def may_share_unit(services: Iterable[Service], others: Iterable[Service]) -> bool:
    """Returns whether two people may have served in one unit: in one force, in the same or an unknown unit."""
    others = list(others)
    return any(
        each.force_id == other.force_id
        and (not each.unit or not other.unit or _is_same_unit(each, other))
        for each in services
        for other in others
        if each.force_id
    )


def _is_same_unit(one: Service, other: Service) -> bool:
    return _normalised(one.unit) == _normalised(other.unit)


def _normalised(words: str) -> str:
    """Returns only letters and digits, without accents and in lower case, because the spelling of units varies."""
    ascii_words = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    return "".join(letter for letter in ascii_words if letter.isalnum())
