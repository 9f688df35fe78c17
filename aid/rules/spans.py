"""Periods of days: half-open, in order, never touching."""

import datetime
from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """From a day until the first day without; None when no end was named."""

    starts_on: datetime.date
    ends_on: datetime.date | None

    def holds(self, day: datetime.date) -> bool:
        return self.starts_on <= day and (self.ends_on is None or day < self.ends_on)

    @property
    def days(self) -> int | None:
        return (self.ends_on - self.starts_on).days if self.ends_on else None


def merged(spans: Iterable[Span]) -> list[Span]:
    """The same days, each once: merges periods that overlap or touch."""
    found: list[Span] = []
    for span in sorted(spans, key=lambda each: each.starts_on):
        last = found[-1] if found else None
        if last is None or (last.ends_on is not None and last.ends_on < span.starts_on):
            found.append(span)
        elif last.ends_on is not None:
            ends_on = max(last.ends_on, span.ends_on) if span.ends_on else None
            found[-1] = Span(last.starts_on, ends_on)
    return found


def running(spans: Iterable[Span], day: datetime.date) -> Span | None:
    """The period that contains the day."""
    return next((span for span in spans if span.holds(day)), None)


def next_start(spans: Iterable[Span], day: datetime.date) -> datetime.date | None:
    """The first day after `day` on which cover begins."""
    return min((span.starts_on for span in spans if span.starts_on > day), default=None)


def gaps(spans: list[Span], first: datetime.date, last: datetime.date) -> list[Span]:
    """Days from `first` until `last` (not included) without cover, after cover first began.

    Days before the first cover are no gap: nothing had been lost.
    """
    found: list[Span] = []
    uncovered_from = None
    for span in spans:
        if uncovered_from and max(uncovered_from, first) < min(span.starts_on, last):
            found.append(Span(max(uncovered_from, first), min(span.starts_on, last)))
        if span.ends_on is None:
            return found
        uncovered_from = span.ends_on
    if uncovered_from and max(uncovered_from, first) < last:
        found.append(Span(max(uncovered_from, first), last))
    return found
