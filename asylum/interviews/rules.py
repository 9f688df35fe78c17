"""Who should not interpret for whom: a person may fear an interpreter of the same unit, who may also talk. Pure."""

import unicodedata
from collections.abc import Iterable
from typing import Protocol


class Service(Protocol):
    """The fields of a service record that the rule reads."""

    force_id: str | None
    unit: str


def may_share_unit(mine: Iterable[Service], theirs: Iterable[Service]) -> bool:
    """Whether two people served, or may have served, in one unit: in one force, and the unit of one is unknown."""
    others = list(theirs)
    return any(
        each.force_id == other.force_id and (not each.unit or not other.unit or _same(each, other))
        for each in mine
        for other in others
        if each.force_id
    )


def _same(one: Service, other: Service) -> bool:
    return _plain(one.unit) == _plain(other.unit)


def _plain(words: str) -> str:
    """Only letters and digits, without accents and case, because the spelling of units varies."""
    bare = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    return "".join(letter for letter in bare if letter.isalnum())
