"""Periods of days. Lists of them are in order, and their periods do not touch."""

import datetime
from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """The days from `starts_on` until `ends_on`, the first day without, which is None if no end was named."""

    starts_on: datetime.date
    ends_on: datetime.date | None

    def holds(self, day: datetime.date) -> bool:
        return self.starts_on <= day and (self.ends_on is None or day < self.ends_on)

    @property
    def days(self) -> int | None:
        return (self.ends_on - self.starts_on).days if self.ends_on else None


def merged(spans: Iterable[Span]) -> list[Span]:
    """The same days, each once: merges periods that overlap or touch."""
    periods: list[Span] = []
    for span in sorted(spans, key=lambda each: each.starts_on):
        last = periods[-1] if periods else None
        if last is None or (last.ends_on is not None and last.ends_on < span.starts_on):
            periods.append(span)
        elif last.ends_on is not None:
            ends_on = max(last.ends_on, span.ends_on) if span.ends_on else None
            periods[-1] = Span(last.starts_on, ends_on)
    return periods


def running(spans: Iterable[Span], day: datetime.date) -> Span | None:
    """The period that contains the day; None if no period does."""
    return next((span for span in spans if span.holds(day)), None)


def next_start(spans: Iterable[Span], day: datetime.date) -> datetime.date | None:
    """The first day after `day` on which a period begins; None if none does."""
    return min((span.starts_on for span in spans if span.starts_on > day), default=None)


def gaps(spans: list[Span], first: datetime.date, last: datetime.date) -> list[Span]:
    """Days from `first` until `last` (not included) without cover, after cover first began.

    Days before the first cover are no gap: nothing had been lost.
    """
    uncovered: list[Span] = []
    uncovered_from = None
    for span in spans:
        if uncovered_from and max(uncovered_from, first) < min(span.starts_on, last):
            uncovered.append(Span(max(uncovered_from, first), min(span.starts_on, last)))
        if span.ends_on is None:
            return uncovered
        uncovered_from = span.ends_on
    if uncovered_from and max(uncovered_from, first) < last:
        uncovered.append(Span(max(uncovered_from, first), last))
    return uncovered
