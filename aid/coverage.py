"""What each person is covered with, and when."""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from aid.models import Cover
from aid.rules.spans import Span, merged
from pages.questions import ANY_KEY, kept_rows

Coverage = dict[uuid.UUID, dict[str, list[Span]]]


class Reached(NamedTuple):
    """A period of `Cover`: its person and kind, what it is based on, and the agreement's condition."""

    person: uuid.UUID
    kind: str
    starts_on: datetime.date
    ends_on: datetime.date | None
    is_firm: bool
    commitment: uuid.UUID | None
    agreement: uuid.UUID | None
    condition: str

    @property
    def counts(self) -> bool:
        """Whether it is firm and covers any day, also after its agreement's end."""
        return self.is_firm and (self.ends_on is None or self.ends_on > self.starts_on)


def spans_of(cover: Any) -> list[Span]:
    """The stretches of a merged cover, in order."""
    return [Span(days.lower, days.upper) for days in cover]


def reached(people: Collection[uuid.UUID]) -> list[Reached]:
    """Every period of cover of these people, firm or not."""
    if not people:
        return []
    return _made(kept_rows(_reached, values={ANY_KEY: people}))


def reached_by(covers: Any) -> list[Reached]:
    """These periods, from rows of `Cover` with their end."""
    return _made(covers.values_list(*FACTS))


FACTS = (
    "individual_id",
    "kind",
    "starts_on",
    "ends_on",
    "is_firm",
    "commitment_id",
    "agreement_id",
    "agreement__condition",
)


def _reached() -> Any:
    rows: Any = Cover.objects.until_end().filter(individual__in=[ANY_KEY])
    return rows.values_list(*FACTS)


def _made(rows: Iterable[Any]) -> list[Reached]:
    return [Reached._make((*facts, condition or "")) for *facts, condition in rows]


def coverage(people: Collection[uuid.UUID]) -> Coverage:
    """Firm cover per person and kind; overlapping days count once."""
    return covered_by(reached(people))


def covered_by(stretches: Iterable[Reached]) -> Coverage:
    """The same from periods that were fetched."""
    days: dict[tuple[uuid.UUID, str], list[Span]] = defaultdict(list)
    for each in stretches:
        if each.counts:
            days[each.person, each.kind].append(Span(each.starts_on, each.ends_on))
    found: Coverage = defaultdict(dict)
    for (person, kind), spans in days.items():
        found[person][kind] = merged(spans)
    return dict(found)
