"""Which days of a file contradict each other. The rules propose pairs, and people decide.

Both days may be right: a soldier may have gone back, or a receipt may have been written later.
"""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from asylum.contradictions.choices import Mismatch
from pages.dates import last_of


@dataclass(frozen=True)
class Side:
    """A day and its row: `key` identifies the row, `source` names the kind of row."""

    on: datetime.date
    key: str
    source: str
    url: str = ""


@dataclass(frozen=True)
class Served(Side):
    """A service that ended that day, with force, rank and unit."""

    where: tuple[str, ...] = ()

    def differs(self, other: "Served") -> bool:
        """Returns whether force, rank or unit of both is known and differs."""
        pairs = zip(self.where, other.where, strict=True)
        return any(one and another and one != another for one, another in pairs)


@dataclass(frozen=True)
class DaysOnFile:
    """The days of one person's file, each with its source."""

    crossings: tuple[Side, ...] = ()
    service_ends: tuple[Side, ...] = ()
    services: tuple[Served, ...] = ()
    disarmaments: tuple[Side, ...] = ()
    entries: tuple[Side, ...] = ()
    signatures: tuple[Side, ...] = ()
    accounts: tuple[Side, ...] = ()
    papers_of_origin: tuple[Side, ...] = ()
    family_entries: tuple[Side, ...] = ()
    civilian_words: tuple[Side, ...] = ()


@dataclass(frozen=True)
class Contradiction:
    """Two days that contradict each other."""

    code: Mismatch
    first: Side
    second: Side

    @property
    def said(self) -> str:
        """A key of the pair with its days: another day gives another key."""
        sides = (f"{side.key}={side.on.isoformat()}" for side in (self.first, self.second))
        return "|".join((self.code.value, *sides))


def _after(one: datetime.date, other: datetime.date) -> bool:
    """Returns whether the first day is surely later. A day of which only month or year is known covers a period."""
    return one > last_of(other)


def _before(one: datetime.date, other: datetime.date) -> bool:
    return _after(other, one)


def _differ(one: datetime.date, other: datetime.date) -> bool:
    return _after(one, other) or _before(one, other)


def contradictions(known: DaysOnFile) -> list[Contradiction]:
    """Returns each contradicting pair."""
    return list(_pairs(known))


def _pairs(known: DaysOnFile) -> Iterator[Contradiction]:
    crossings = known.crossings
    for code, rows, contradict, others in (
        (Mismatch.SERVED_AFTER_CROSSING, known.service_ends, _after, crossings),
        (Mismatch.ARMS_BEFORE_END, known.disarmaments, _before, known.service_ends),
        (Mismatch.ARMS_AFTER_CROSSING, known.disarmaments, _after, crossings),
        (Mismatch.SIGNED_BEFORE_ARMS, known.signatures, _before, known.disarmaments),
        (Mismatch.ENTRY_NOT_ARRIVAL, known.entries, _differ, crossings),
        (Mismatch.SIGNED_BEFORE_CROSSING, known.signatures, _before, crossings),
        (Mismatch.TOLD_BEFORE_CROSSING, known.accounts, _before, crossings),
        (Mismatch.ISSUED_AFTER_CROSSING, known.papers_of_origin, _after, crossings),
        (Mismatch.FAMILY_ENTRY, known.entries, _differ, known.family_entries),
        (Mismatch.CIVILIAN_SIGNED, known.signatures, _after, known.civilian_words),
    ):
        for one in rows:
            yield from (
                Contradiction(code, one, other) for other in others if contradict(one.on, other.on)
            )
    for one, other in combinations(known.services, 2):
        if one.differs(other) and not _differ(one.on, other.on):
            yield Contradiction(Mismatch.TWO_SERVICES, one, other)
