"""Reads which aid covers each person, and when."""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from aid.models import Cover
from aid.rules.spans import Span, merged
from pages.questions import PLACEHOLDER, cached_rows
from shelters.querysets.moment import ANY_NIGHT

# Merged firm cover by key of a person, then by AidKind.
Coverage = dict[uuid.UUID, dict[str, list[Span]]]


class CoverPeriod(NamedTuple):
    """A row of `Cover`, with the keys of its commitment and agreement, and the agreement's condition."""

    person: uuid.UUID
    kind: str
    starts_on: datetime.date
    ends_on: datetime.date | None
    is_firm: bool
    commitment: uuid.UUID | None
    agreement: uuid.UUID | None
    condition: str

    @property
    def is_firm_cover(self) -> bool:
        """Whether it is firm, and has at least one day before its end and its agreement's end."""
        return self.is_firm and (self.ends_on is None or self.ends_on > self.starts_on)


def spans_of(cover: Any) -> list[Span]:
    """Converts `cover` of a row of `CoverQuerySet.merged` to periods, in order."""
    return [Span(days.lower, days.upper) for days in cover]


def periods_of(people: Collection[uuid.UUID], today: datetime.date) -> list[CoverPeriod]:
    """All cover of these people, firm or not. `today` decides about stays that nobody checked in."""
    if not people:
        return []
    return _as_periods(cached_rows(_rows_of, values={PLACEHOLDER: people, ANY_NIGHT: today}))


def periods_in(covers: Any) -> list[CoverPeriod]:
    """All rows of a queryset of `Cover`, which needs `with_end`, as periods."""
    return _as_periods(covers.values_list(*PERIOD_COLUMNS))


PERIOD_COLUMNS = (
    "individual_id",
    "kind",
    "starts_on",
    "ends_on",
    "is_firm",
    "commitment_id",
    "agreement_id",
    "agreement__condition",
)


def _rows_of() -> Any:
    rows: Any = Cover.objects.with_end_even_if_empty(ANY_NIGHT).filter(individual__in=[PLACEHOLDER])
    return rows.values_list(*PERIOD_COLUMNS)


def _as_periods(rows: Iterable[Any]) -> list[CoverPeriod]:
    return [CoverPeriod._make((*values, condition or "")) for *values, condition in rows]


def coverage(people: Collection[uuid.UUID], today: datetime.date) -> Coverage:
    """Firm cover per person and kind; overlapping days count once."""
    return covered_by(periods_of(people, today))


def covered_by(periods: Iterable[CoverPeriod]) -> Coverage:
    """Firm cover per person and kind, from periods that were already read."""
    days: dict[tuple[uuid.UUID, str], list[Span]] = defaultdict(list)
    for each in periods:
        if each.is_firm_cover:
            days[each.person, each.kind].append(Span(each.starts_on, each.ends_on))
    by_person: Coverage = defaultdict(dict)
    for (person, kind), spans in days.items():
        by_person[person][kind] = merged(spans)
    return dict(by_person)
