"""Charts: a drawing, its content in words, and its content as a table. `pages/_chart.html` shows all three.

A chart shows no more than its table: the caller passes the numbers of that table, or a text such as "< 5" for a number that
is withheld, which is drawn as a stub of fixed height.

The SVG is made on the server with `xml.etree` (`pages/drawing.py`). Pygal and leather draw with a `viewBox`, so text shrinks
on a phone, and bring inline styles, which our Content-Security-Policy refuses. Libraries that only write elements (drawsvg,
svg.py, svgwrite) would save only the twenty lines around `xml.etree`, not the layout.
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pages import drawing
from pages.dates import month_of_year, short_date
from pages.drawing import DrawnBar, DrawnLane, DrawnStage, HalfRow, Limit
from pages.money import amount_in_words

# With more bars than this on the axis, the table lists only those that are not zero.
MOST_ROWS = 62
ONE_DAY = datetime.timedelta(days=1)

Shown = int | str
Words = str | Promise


@dataclass(frozen=True)
class ChartRow:
    """One line of a chart's table: its label, its cells, and a link to the list."""

    label: str
    cells: tuple[str, ...]
    url: str = ""


@dataclass(frozen=True)
class Legend:
    """What a line or bar means; `look` is its CSS class."""

    look: str
    label: str


@dataclass(frozen=True)
class Chart:
    """A chart for `pages/_chart.html`. `slug` begins its HTML ids; `keys` is the legend. Without rows `words` say why."""

    slug: str
    title: Words
    words: str
    drawing: SafeString | str = ""
    heads: tuple[str, ...] = ()
    rows: tuple[ChartRow, ...] = ()
    keys: tuple[Legend, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Point:
    """A number on a day; `more` is the text for a withheld number in addition, such as "< 5"."""

    day: datetime.date
    value: int
    more: str = ""

    @property
    def text(self) -> str:
        if not self.more:
            return in_words(self.value)
        return f"{in_words(self.value)} + {self.more}" if self.value else self.more


@dataclass(frozen=True)
class Series:
    """A line with one value for each day of the chart; `look` is its CSS class."""

    label: Words
    values: Sequence[int]
    look: str


def in_words(number: Shown) -> str:
    """`12.450` in Spanish, `12,450` in English; a text is returned unchanged."""
    return number if isinstance(number, str) else amount_in_words(Decimal(number))


def every_day(
    numbers: dict[datetime.date, int], first: datetime.date, last: datetime.date
) -> list[Point]:
    """A point for each day from `first` to `last`; days without a number are zero."""
    days = [first + n * ONE_DAY for n in range((last - first).days + 1)]
    return [Point(day, numbers.get(day, 0)) for day in days]


def every_month(
    numbers: dict[datetime.date, int], first: datetime.date, last: datetime.date
) -> list[Point]:
    """A point for each month from `first` to `last`, with the sum of its days."""
    by_month: dict[datetime.date, int] = {}
    for day, number in numbers.items():
        by_month[day.replace(day=1)] = by_month.get(day.replace(day=1), 0) + number
    month, months = first.replace(day=1), []
    while month <= last:
        months.append(Point(month, by_month.get(month, 0)))
        month = (month + 31 * ONE_DAY).replace(day=1)
    return months


def bars_over_time(
    slug: str,
    title: Words,
    points: Sequence[Point],
    *,
    counted: Words,
    by_month: bool = False,
    adds_up: bool = True,
) -> Chart:
    """One bar for each day, or month, of a continuous axis. `counted` names what is counted: people, papers.

    With `adds_up=False` the text gives no sum, for charts where one person may be in several bars.
    """
    if not points:
        return Chart(slug, title, _("Nothing to draw."))
    name = month_of_year if by_month else short_date
    listed = [each for each in points if each.value or each.more or len(points) <= MOST_ROWS]
    return Chart(
        slug,
        title,
        _bars_in_words(points, name, str(counted), adds_up=adds_up),
        drawing.columns(slug, _columns(points, by_month=by_month)),
        (_("Month") if by_month else _("Day"), str(counted)),
        tuple(ChartRow(name(each.day), (each.text,)) for each in listed),
        note=_("Days that are not listed have 0.") if len(listed) < len(points) else "",
    )


def _columns(
    points: Sequence[Point], *, by_month: bool = False, line: Sequence[int] = ()
) -> list[DrawnBar]:
    """A bar for each point; `line` has the limit of each bar, which is marked if it is higher."""
    years = len({each.day.year for each in points}) > 1
    name = drawing.month_label if by_month else drawing.day_label
    return [
        DrawnBar(
            each.value,
            each.text,
            name(each.day, years),
            is_stub=bool(each.more),
            is_over=bool(line) and each.value > line[n],
        )
        for n, each in enumerate(points)
    ]


def _bars_in_words(
    points: Sequence[Point], name: drawing.DayName, counted: str, *, adds_up: bool = True
) -> str:
    first, last, peak = points[0], points[-1], max(points, key=lambda each: each.value)
    values = {"first": name(first.day), "last": name(last.day), "what": counted}
    if not peak.value and not any(each.more for each in points):
        return _("%(what)s, %(first)s to %(last)s: 0.") % values
    words = [_("%(what)s, %(first)s to %(last)s.") % values]
    if adds_up:
        total = in_words(sum(each.value for each in points))
        is_least = any(each.more for each in points)
        words.append((_("At least %s in all.") if is_least else _("%s in all.")) % total)
    if peak.value:
        most = {"number": peak.text, "day": name(peak.day)}
        words.append(_("Most: %(number)s (%(day)s).") % most)
    return " ".join(words)


def bars_with_limits(
    slug: str, title: Words, points: Sequence[Point], limits: Sequence[Series], *, counted: Words
) -> Chart:
    """Bars by night with lines that may change by night, such as beds in service. Bars above the first line are marked."""
    if not points or not limits:
        return Chart(slug, title, _("Nothing to draw."))
    line = limits[0].values
    return Chart(
        slug,
        title,
        _limits_in_words(points, limits, str(counted)),
        drawing.columns(
            slug,
            _columns(points, line=line),
            [Limit(each.values, each.look) for each in limits],
        ),
        (_("Night"), str(counted), *(str(each.label) for each in limits)),
        tuple(
            ChartRow(
                short_date(point.day), (point.text, *(in_words(each.values[n]) for each in limits))
            )
            for n, point in enumerate(points)
        ),
        (Legend("bar", str(counted)), *(Legend(each.look, str(each.label)) for each in limits)),
    )


def _limits_in_words(points: Sequence[Point], limits: Sequence[Series], counted: str) -> str:
    last = points[-1]
    lines = "".join(f"; {str(each.label).lower()}: {in_words(each.values[-1])}" for each in limits)
    words = [
        _bars_in_words(points, short_date, counted, adds_up=False),
        f"{short_date(last.day)}: {last.text}{lines}.",
    ]
    nights = sum(point.value > limits[0].values[n] for n, point in enumerate(points))
    if nights:
        above = ngettext(
            "Above %(line)s on %(count)d night.",
            "Above %(line)s on %(count)d nights.",
            nights,
        )
        words.append(above % {"line": str(limits[0].label).lower(), "count": nights})
    return " ".join(words)


def lanes(
    slug: str,
    title: Words,
    days: Sequence[datetime.date],
    series: Sequence[Series],
    *,
    counted: Words,
) -> Chart:
    """A small chart for each series, one below the other on one scale, with a mark on the days on which it decreases.

    They are not added up: one person may be in several."""
    if not days or not series:
        return Chart(slug, title, _("Nothing to draw."))
    changes = [0] + [
        n
        for n in range(1, len(days))
        if any(line.values[n] != line.values[n - 1] for line in series)
    ]
    if changes[-1] != len(days) - 1:
        changes.append(len(days) - 1)
    words = [
        _("%(what)s, %(first)s to %(last)s.")
        % {"what": counted, "first": short_date(days[0]), "last": short_date(days[-1])}
    ]
    words += [_fall_in_words(line, days) for line in series]
    return Chart(
        slug,
        title,
        " ".join(words),
        drawing.lanes(
            slug,
            [_lane(line, days) for line in series],
            drawing.day_label(days[0], False),
            drawing.day_label(days[-1], False),
        ),
        (_("Day"), *(str(line.label) for line in series)),
        tuple(
            ChartRow(short_date(days[n]), tuple(in_words(line.values[n]) for line in series))
            for n in changes
        ),
        note=_("Between the days that are listed nothing changes."),
    )


def greatest_fall(values: Sequence[int]) -> int | None:
    """Index of the value after the greatest decrease; None if no value decreases."""
    falls = [after - before for before, after in pairwise(values)]
    return falls.index(min(falls)) + 1 if falls and min(falls) < 0 else None


def _lane(line: Series, days: Sequence[datetime.date]) -> DrawnLane:
    at = greatest_fall(line.values)
    fall = ""
    if at is not None:
        lost = in_words(line.values[at - 1] - line.values[at])
        fall = f"−{lost} · {drawing.day_label(days[at], False)}"
    return DrawnLane(f"{line.label}: {in_words(line.values[0])}", line.values, fall)


def _fall_in_words(line: Series, days: Sequence[datetime.date]) -> str:
    at = greatest_fall(line.values)
    values = {"what": line.label, "number": in_words(line.values[0])}
    if at is None:
        return _("%(what)s: %(number)s, without a fall.") % values
    fall = {"before": in_words(line.values[at - 1]), "after": in_words(line.values[at])}
    words = _("%(what)s: %(number)s; the greatest fall is from %(before)s to %(after)s on %(day)s.")
    return words % {**values, **fall, "day": short_date(days[at])}


def pyramid(
    slug: str,
    title: Words,
    bands: Sequence[tuple[str, Shown, Shown]],
    *,
    sides: tuple[Words, Words],
    others: tuple[Words, Shown] | None = None,
) -> Chart:
    """Age bands, one sex on each side. `bands` are (label, left, right) from young to old; `others` is (label, number)."""
    left, right = (str(side) for side in sides)
    rows = [
        ChartRow(label, (in_words(one), in_words(other), _sum_in_words((one, other))))
        for label, one, other in bands
    ]
    if others:
        rows.append(ChartRow(str(others[0]), ("", "", in_words(others[1]))))
    words = f"{left}: {_sum_in_words([band[1] for band in bands])}. "
    words += f"{right}: {_sum_in_words([band[2] for band in bands])}."
    if others:
        words += f" {others[0]}: {in_words(others[1])}."
    halves = [
        HalfRow(label, _drawn_number(one), in_words(one), _drawn_number(other), in_words(other))
        for label, one, other in reversed(bands)
    ]
    return Chart(
        slug,
        title,
        words,
        drawing.pyramid(
            slug, halves, left, right, f"{others[0]}: {in_words(others[1])}" if others else ""
        ),
        (_("Age"), left, right, _("Total")),
        tuple(rows),
    )


def _sum_in_words(numbers: Sequence[Shown]) -> str:
    """The sum in words; if a number is withheld, "at least" the sum of the others."""
    shown_numbers = [each for each in numbers if isinstance(each, int)]
    total = in_words(sum(shown_numbers))
    return total if len(shown_numbers) == len(numbers) else _("at least %s") % total


def _drawn_number(number: Shown) -> int | None:
    return number if isinstance(number, int) else None


def pipeline(
    slug: str, title: Words, stages: Sequence[tuple[Words, Shown, str]], *, counted: Words
) -> Chart:
    """How many are at each stage. `stages` are (label, number, URL of their list), in order."""
    if not stages:
        return Chart(slug, title, _("Nothing to draw."))
    parts = [f"{label}: {in_words(number)}" for label, number, _url in stages if number != 0]
    words = ". ".join(parts) + "." if parts else _("%s: 0.") % counted
    return Chart(
        slug,
        title,
        words,
        drawing.stages(
            slug,
            [
                DrawnStage(str(label), _drawn_number(number), in_words(number))
                for label, number, _url in stages
            ],
        ),
        (_("Stage"), str(counted)),
        tuple(ChartRow(str(label), (in_words(number),), url) for label, number, url in stages),
    )
