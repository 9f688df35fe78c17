"""Draws charts as inline SVG whose text is never scaled down.

There is no `viewBox`: one unit is one pixel of the page, so text is as large on a phone as on a desk. Positions that follow
the width of the page are percentages. Colours, dashes and text sizes are in `pages/styles/charts.css`; this file sets only
classes.
"""

import datetime
from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from django.utils.safestring import SafeString, mark_safe

from pages.dates import MONTHS_IN_SHORT, month_of_year, short_date

DayName = Callable[[datetime.date], str]

# Heights in pixels: of the text above the bars, of the bars, and of the text below them.
ABOVE, HEIGHT, BELOW = 20, 112, 24
# Up to this many bars, each has a number and a day. Of more bars only the first, the last and the greatest have.
FEW = 7
# A longer number is wider than a seventh of a small phone.
LONGEST_OF_FEW = 5
# From this many bars on there is no gap between them.
MANY = 62
# The widest bar, in per cent of the width.
WIDEST = 8.0
# The height of a withheld number: always the same, so that it reveals nothing.
STUB = 8
# Heights in pixels: of a lane, of the text above it, of a stage, and of an age band.
LANE, LANE_LETTERS = 28, 18
STAGE = 36
BAND = 26


class DrawnBar(NamedTuple):
    """A bar: its number as height and as text, and the day below it. `is_stub`: a withheld number is on top of it."""

    value: int
    text: str
    day: str
    is_stub: bool = False
    is_over: bool = False


class Limit(NamedTuple):
    """A line of steps, one value for each bar; `look` is its CSS class."""

    values: Sequence[int]
    look: str


class DrawnLane(NamedTuple):
    label: str
    values: Sequence[int]
    fall: str


class HalfRow(NamedTuple):
    """An age band of a pyramid; a withheld side has no number to draw."""

    label: str
    left: int | None
    left_text: str
    right: int | None
    right_text: str


class DrawnStage(NamedTuple):
    label: str
    value: int | None
    text: str


def day_label(day: datetime.date, with_year: bool) -> str:
    return short_date(day) if with_year else f"{day.day} {MONTHS_IN_SHORT[day.month - 1]}"


def month_label(day: datetime.date, with_year: bool) -> str:
    return month_of_year(day) if with_year else str(MONTHS_IN_SHORT[day.month - 1])


def _percent(part: float) -> str:
    return f"{part:.2f}".rstrip("0").rstrip(".") + "%"


def _svg(slug: str, height: int) -> Element:
    """An element as wide as its container. The page has its name and description in elements with these ids."""
    return Element(
        "svg",
        {
            "width": "100%",
            "height": str(height),
            "role": "img",
            "aria-labelledby": f"{slug}-title",
            "aria-describedby": f"{slug}-words",
        },
    )


def _add(parent: Element, tag: str, text: str = "", **attributes: float | str) -> Element:
    """Adds an element. In names of attributes a trailing underscore is cut (`class_`), and others become hyphens."""
    values = {name.rstrip("_").replace("_", "-"): str(value) for name, value in attributes.items()}
    element = ElementTree.SubElement(parent, tag, values)
    element.text = text or None
    return element


def _text(parent: Element, x: float, y: float, words: str, look: str, anchor: str = "") -> None:
    """Adds text at `x` per cent and `y` pixels. Near an edge it is anchored there, so that it stays inside."""
    if not anchor:
        anchor = "start" if x < 20 else "end" if x > 80 else "middle"
    _add(parent, "text", words, x=_percent(x), y=round(y), class_=look, text_anchor=anchor)


def _as_markup(svg: Element) -> SafeString:
    return mark_safe(ElementTree.tostring(svg, encoding="unicode"))  # noqa: S308 - ElementTree escapes


def _height(value: int, greatest: int, room: int = HEIGHT) -> int:
    """The height of a bar in pixels, at least 1 for a number above zero."""
    return max(1, round(room * value / greatest)) if value else 0


def columns(slug: str, bars: Sequence[DrawnBar], limits: Sequence[Limit] = ()) -> SafeString:
    """Bars from left to right, each with a tooltip, and the lines of limits."""
    svg = _svg(slug, ABOVE + HEIGHT + BELOW)
    room = HEIGHT - STUB if any(bar.is_stub for bar in bars) else HEIGHT
    numbers = [bar.value for bar in bars] + [each for line in limits for each in line.values]
    greatest = max(*numbers, 1)
    step, foot = 100 / len(bars), ABOVE + HEIGHT
    width = step if len(bars) > MANY else min(step * 0.8, WIDEST)
    tops = []
    for n, bar in enumerate(bars):
        top = foot - _height(bar.value, greatest, room)
        position = {"x": _percent((n + 0.5) * step - width / 2), "width": _percent(width)}
        look = "bar over" if bar.is_over else "bar"
        shape = _add(svg, "rect", y=top, height=foot - top, class_=look, **position)
        _add(shape, "title", f"{bar.day}: {bar.text}")
        if bar.is_stub:
            top -= STUB
            _add(svg, "rect", y=top, height=STUB, class_="stub", **position)
        tops.append(top)
    _add(svg, "line", x1="0", x2="100%", y1=foot, y2=foot, class_="axis")
    for line in limits:
        _steps(svg, line, greatest, room)
    _labels(svg, bars, tops)
    return _as_markup(svg)


def _labels(svg: Element, bars: Sequence[DrawnBar], tops: Sequence[int]) -> None:
    """Adds number and day of every bar, or of the first, the last and the greatest if there are many."""
    step, foot = 100 / len(bars), ABOVE + HEIGHT + BELOW - 8
    if len(bars) <= FEW and max(len(bar.text) for bar in bars) <= LONGEST_OF_FEW:
        for n, (bar, top) in enumerate(zip(bars, tops, strict=True)):
            _text(svg, (n + 0.5) * step, top - 5, bar.text, "number", "middle")
            _text(svg, (n + 0.5) * step, foot, bar.day, "day", "middle")
        return
    _text(svg, 0, foot, f"{bars[0].text} · {bars[0].day}", "first", "start")
    if len(bars) > 1:
        _text(svg, 100, foot, f"{bars[-1].text} · {bars[-1].day}", "last", "end")
    peak = max(range(len(bars)), key=lambda n: bars[n].value)
    if bars[peak].value:
        words = f"{bars[peak].text} · {bars[peak].day}"
        _text(svg, (peak + 0.5) * step, tops[peak] - 5, words, "peak")


def _steps(svg: Element, line: Limit, greatest: int, room: int) -> None:
    """Adds a line that is horizontal while the number stays, and vertical where it changes."""
    step = 100 / len(line.values)
    heights = [ABOVE + HEIGHT - round(room * value / greatest) for value in line.values]
    start = 0
    for n in range(1, len(heights) + 1):
        if n < len(heights) and heights[n] == heights[start]:
            continue
        level, end = heights[start], _percent(n * step)
        _add(svg, "line", x1=_percent(start * step), x2=end, y1=level, y2=level, class_=line.look)
        if n < len(heights):
            _add(svg, "line", x1=end, x2=end, y1=level, y2=heights[n], class_=line.look)
        start = n


def lanes(slug: str, rows: Sequence[DrawnLane], first: str, last: str) -> SafeString:
    """Step areas one above the other on one scale, with a line where a value decreases."""
    lane_height = LANE_LETTERS + LANE + 12
    svg = _svg(slug, lane_height * len(rows) + BELOW)
    greatest = max(max(max(row.values) for row in rows), 1)
    for n, row in enumerate(rows):
        top = n * lane_height
        _text(svg, 0, top + 13, row.label, "name", "start")
        if row.fall:
            _text(svg, 100, top + 13, row.fall, "fall", "end")
        _area(svg, row.values, greatest, top + LANE_LETTERS + LANE)
    foot = lane_height * len(rows) + BELOW - 8
    _text(svg, 0, foot, first, "first", "start")
    _text(svg, 100, foot, last, "last", "end")
    return _as_markup(svg)


def _area(svg: Element, values: Sequence[int], greatest: int, foot: int) -> None:
    step, start = 100 / len(values), 0
    _add(svg, "line", x1="0", x2="100%", y1=foot, y2=foot, class_="axis")
    for n in range(1, len(values) + 1):
        if n < len(values) and values[n] == values[start]:
            continue
        high = _height(values[start], greatest, LANE)
        position = {"x": _percent(start * step), "width": _percent((n - start) * step)}
        _add(svg, "rect", y=foot - high, height=high, class_="bar", **position)
        if n < len(values) and values[n] < values[start]:
            edge = _percent(n * step)
            _add(svg, "line", x1=edge, x2=edge, y1=foot - high, y2=foot, class_="cliff")
        start = n


def pyramid(
    slug: str, rows: Sequence[HalfRow], left: str, right: str, others: str = ""
) -> SafeString:
    """Bars to the left and right of a vertical line, with the number at the end of each bar."""
    svg = _svg(slug, BAND * (len(rows) + 1 + bool(others)))
    numbers = [each for row in rows for each in (row.left, row.right) if each is not None]
    greatest = max(*numbers, 1, 0)
    # The bands are labelled on the left; a long number leaves less room for its bar.
    middle = 62.0
    longest = max(len(text) for row in rows for text in (row.left_text, row.right_text))
    room = 36 - min(2.6 * longest, 26)
    _text(svg, middle - 1, 16, left, "name", "end")
    _text(svg, middle + 1, 16, right, "name", "start")
    for n, row in enumerate(rows, start=1):
        y = n * BAND
        _text(svg, 0, y + 16, row.label, "day", "start")
        for value, text, is_left in (
            (row.left, row.left_text, True),
            (row.right, row.right_text, False),
        ):
            length = 2.0 if value is None else room * value / greatest
            look = "stub" if value is None else "bar" if is_left else "bar other"
            start = middle - length if is_left else middle
            _add(
                svg,
                "rect",
                x=_percent(start),
                y=y + 3,
                width=_percent(length),
                height=BAND - 8,
                class_=look,
            )
            end = middle - length - 1 if is_left else middle + length + 1
            _text(svg, end, y + 16, text, "number", "end" if is_left else "start")
    foot = BAND * (len(rows) + 1)
    _add(svg, "line", x1=_percent(middle), x2=_percent(middle), y1=BAND, y2=foot, class_="axis")
    if others:
        _text(svg, 0, foot + 16, others, "name", "start")
    return _as_markup(svg)


def stages(slug: str, rows: Sequence[DrawnStage]) -> SafeString:
    """Horizontal bars, each below its label, so that labels may be long."""
    svg = _svg(slug, STAGE * len(rows))
    greatest = max(*(row.value or 0 for row in rows), 1, 0)
    for n, row in enumerate(rows):
        y = n * STAGE
        _text(svg, 0, y + 14, f"{row.label}: {row.text}", "name", "start")
        look = "stub" if row.value is None else "bar"
        length = 2.0 if row.value is None else 100 * row.value / greatest
        _add(svg, "rect", x="0", y=y + 19, width=_percent(length), height=8, class_=look)
    return _as_markup(svg)
