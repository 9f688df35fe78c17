"""Rules about periods of days. Lists of periods are in order, and their periods neither overlap nor touch."""

import datetime
from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """The days from `starts_on` until `ends_on`, the first day without, which is None if no end was named."""

    starts_on: datetime.date
    ends_on: datetime.date | None

    def contains(self, day: datetime.date) -> bool:
        return self.starts_on <= day and (self.ends_on is None or day < self.ends_on)

    @property
    def days(self) -> int | None:
        return (self.ends_on - self.starts_on).days if self.ends_on else None


def shortened(span: Span, parts: int) -> datetime.date | None:
    """The first day without, if the last of `parts` equal parts of the days is cut; None without an end."""
    if span.days is None:
        return None
    return span.starts_on + datetime.timedelta(days=span.days * (parts - 1) // parts)


def merged(spans: Iterable[Span]) -> list[Span]:
    """Merges periods that overlap or touch, so that each day is in one period. Accepts periods in any order."""
    periods: list[Span] = []
    for span in sorted(spans, key=lambda each: each.starts_on):
        last = periods[-1] if periods else None
        if last is None or (last.ends_on is not None and last.ends_on < span.starts_on):
            periods.append(span)
        elif last.ends_on is not None:
            ends_on = max(last.ends_on, span.ends_on) if span.ends_on else None
            periods[-1] = Span(last.starts_on, ends_on)
    return periods


def span_on(spans: Iterable[Span], day: datetime.date) -> Span | None:
    """The period that contains the day; None if no period does."""
    return next((span for span in spans if span.contains(day)), None)


def next_start(spans: Iterable[Span], day: datetime.date) -> datetime.date | None:
    """The first day after `day` on which a period begins; None if none does."""
    return min((span.starts_on for span in spans if span.starts_on > day), default=None)


def uncovered_spans(spans: list[Span], first: datetime.date, last: datetime.date) -> list[Span]:
    """Periods without cover from `first` until before `last`, after cover first began.

    Days before the first cover are no gap: nothing was lost on them.
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
