"""Who should not interpret for whom: an interpreter of the same unit may be feared, and may tell. Pure."""

import unicodedata
from collections.abc import Iterable
from typing import Protocol


class Service(Protocol):
    """What the rule needs of a record of service."""

    force_id: str | None
    unit: str


def may_share_unit(mine: Iterable[Service], theirs: Iterable[Service]) -> bool:
    """Whether two people served in one unit, or may have: in one force, and of one of them no unit is on file."""
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
    """Letters and digits alone, without accents and case: units are typed as people say them."""
    bare = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    return "".join(letter for letter in bare if letter.isalnum())
