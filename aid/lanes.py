"""A family's aid as lanes of days around today, with every gap in words."""

import datetime
import uuid
from collections import defaultdict
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from aid.choices import AidKind
from aid.coverage import Coverage
from aid.rules.spans import Span, span_on, uncovered_spans
from aid.words import last_day
from casework.register.models.individual import Individual
from pages.dates import short_date
from shelters.nights import bed_until

DAYS_BACK = 30
DAYS_AHEAD = 60
UNITS_PER_DAY = 10


@dataclass(frozen=True)
class Bar:
    """A period of a lane; `x` and `width` are in drawing units, UNITS_PER_DAY to a day."""

    x: int
    width: int


@dataclass(frozen=True)
class Lane:
    """One kind of aid of people with the same cover. `words` are sentences that state everything drawn."""

    kind: AidKind
    people: tuple[Individual, ...]
    is_whole_family: bool
    bars: tuple[Bar, ...]
    gaps: tuple[Bar, ...]
    words: tuple[str, ...]
    is_covered_today: bool


def lanes(
    people: list[Individual],
    covered: Coverage,
    today: datetime.date,
    bed_ends_on: datetime.date | None = None,
) -> list[Lane]:
    """One lane per kind and group of people with the same days, in the order of the kinds.

    If lodging is paid until another day than the end of the bed, the lane states both: payment gives nobody a bed, and an
    unpaid bed is not secure.
    """
    window = Span(
        today - datetime.timedelta(days=DAYS_BACK), today + datetime.timedelta(days=DAYS_AHEAD)
    )
    drawn = []
    for kind in AidKind:
        groups: dict[tuple[Span, ...], list[Individual]] = defaultdict(list)
        for person in people:
            groups[tuple(_spans(covered, person.pk, kind))].append(person)
        if set(groups) == {()}:
            continue
        bed = bed_ends_on if kind == AidKind.LODGING else None
        drawn += [
            _lane(kind, group, spans, len(group) == len(people), window, today, bed)
            for spans, group in groups.items()
        ]
    return drawn


def _spans(
    covered: dict[uuid.UUID, dict[str, list[Span]]], person: uuid.UUID, kind: str
) -> list[Span]:
    return covered.get(person, {}).get(kind, [])


def _lane(
    kind: AidKind,
    people: list[Individual],
    spans: tuple[Span, ...],
    is_whole_family: bool,
    window: Span,
    today: datetime.date,
    bed_ends_on: datetime.date | None,
) -> Lane:
    holes = uncovered_spans(list(spans), window.starts_on, window.ends_on or today)
    return Lane(
        kind=kind,
        people=tuple(people),
        is_whole_family=is_whole_family,
        bars=_bars(spans, window),
        gaps=_bars(holes, window),
        words=tuple(_sentences(spans, holes, today, bed_ends_on)),
        is_covered_today=span_on(spans, today) is not None,
    )


def _bars(spans: tuple[Span, ...] | list[Span], window: Span) -> tuple[Bar, ...]:
    last = window.ends_on or datetime.date.max
    drawn = []
    for span in spans:
        start, end = max(span.starts_on, window.starts_on), min(span.ends_on or last, last)
        if start < end:
            x = (start - window.starts_on).days * UNITS_PER_DAY
            drawn.append(Bar(x, (end - start).days * UNITS_PER_DAY))
    return tuple(drawn)


def _sentences(
    spans: tuple[Span, ...],
    holes: list[Span],
    today: datetime.date,
    bed_ends_on: datetime.date | None,
) -> list[str]:
    if not spans:
        return [_("Never recorded.")]
    current = span_on(spans, today)
    if current is None:
        sentences = [_("Not covered today.")]
    elif bed_ends_on and bed_ends_on != current.ends_on:
        sentences = [f"{bed_until(bed_ends_on, current.ends_on)}."]
    elif current.ends_on is None:
        sentences = [_("Covered, no end named.")]
    else:
        sentences = [_("Covered until %(day)s.") % {"day": short_date(last_day(current.ends_on))}]
    return sentences + [_gap_in_words(hole, spans) for hole in holes]


def _gap_in_words(hole: Span, spans: tuple[Span, ...]) -> str:
    resumes = any(span.starts_on == hole.ends_on for span in spans)
    if not resumes or hole.ends_on is None:
        return _("Nothing from %(first)s on.") % {"first": short_date(hole.starts_on)}
    days = hole.days or 0
    return ngettext(
        "Nothing on %(first)s, %(days)d day.",
        "Nothing from %(first)s to %(last)s, %(days)d days.",
        days,
    ) % {
        "first": short_date(hole.starts_on),
        "last": short_date(last_day(hole.ends_on)),
        "days": days,
    }
