"""Our own count of what others reported, on the day of their report."""

import datetime
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from casework.register.choices import Category
from partners.choices import Metric
from partners.models import ReportedFigure
from partners.rules import difference_in_words, share_of_reported
from reporting.figures.arrivals import by_day, people_of_offices
from shelters.choices import SiteKind
from shelters.models import Site

# A function from a day to our own count on that day.
Count = Callable[[datetime.date], int]


@dataclass(frozen=True)
class ComparedFigure:
    """A reported figure and, where we count the same thing, our own count of that day."""

    figure: ReportedFigure
    own: int | None
    difference: str
    share: float | None


def _arrived(office_ids: set[uuid.UUID], category: str) -> Count:
    days = by_day(people_of_offices(office_ids).filter(category=category))
    return lambda on: sum(number for day, number in days if day <= on)


def _open_hotels(office_ids: set[uuid.UUID]) -> Count:
    sites = list(
        Site.objects.filter(office__in=office_ids, kind=SiteKind.HOTEL).values_list(
            "opened_on", "closed_on"
        )
    )
    return lambda on: sum(
        opened <= on and (closed is None or closed > on) for opened, closed in sites
    )


def own_counts(office_ids: set[uuid.UUID]) -> dict[str, Count]:
    """A counting function for each metric that we count ourselves."""
    return {
        Metric.FORMER_MEMBERS: _arrived(office_ids, Category.FORMER_MEMBER),
        Metric.RELATIVES: _arrived(office_ids, Category.RELATIVE),
        Metric.HOTELS: _open_hotels(office_ids),
    }


def compare(figures: Iterable[ReportedFigure], office_ids: set[uuid.UUID]) -> list[ComparedFigure]:
    """Every reported figure beside our own count. Background figures are never used as divisors."""
    counts = own_counts(office_ids)
    return [_compare(figure, counts.get(figure.metric)) for figure in figures]


def _compare(figure: ReportedFigure, count: Count | None) -> ComparedFigure:
    if count is None or figure.is_context:
        return ComparedFigure(figure, None, "", None)
    own = count(figure.on)
    return ComparedFigure(
        figure,
        own,
        difference_in_words(own, figure.operator, figure.value, figure.value_to),
        share_of_reported(own, metric=figure.metric, value=figure.value),
    )
