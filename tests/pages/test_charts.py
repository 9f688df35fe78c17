"""Charts: the axis, the labels, the table beside the drawing, and what must not be read from either."""

import datetime
import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring
from django.template.loader import render_to_string
from django.utils import translation

from pages.charts import (
    Chart,
    Point,
    Series,
    bars_over_time,
    bars_with_limits,
    every_day,
    every_month,
    lanes,
    pipeline,
    pyramid,
)
from pages.drawing import ABOVE, BELOW, HEIGHT, STUB
from pages.per_day import ONE_DAY, PerDay
from pages.stylesheet import FOLDER
from tests.page import page_of

D = datetime.date
FIRST = D(2019, 2, 1)
TINY = "fewer than 5"


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def some_days(*values: int) -> list[Point]:
    return [Point(FIRST + n * ONE_DAY, value) for n, value in enumerate(values)]


def bars(points, **told) -> Chart:
    return bars_over_time("sample", "Arrivals", points, counted="People", **told)


def svg_of(chart: Chart) -> Element:
    """The drawing as a parser of XML reads it, which forgives nothing."""
    return fromstring(str(chart.drawing))


def letters(chart: Chart) -> list[str]:
    return ["".join(text.itertext()) for text in svg_of(chart).iter("text")]


def heights(chart: Chart, look: str = "bar") -> list[int]:
    shapes = svg_of(chart).iter("rect")
    return [int(each.get("height", "")) for each in shapes if look in each.get("class", "").split()]


def each_kind() -> list[Chart]:
    points = some_days(3, 0, 12, 5)
    days = [each.day for each in points]
    beds = Series("Beds", [10, 10, 8, 8], "limit")
    return [
        bars(points),
        bars_with_limits("sample", "Beds", points, [beds], counted="People"),
        lanes("sample", "Aid", days, [Series("Meals", [9, 9, 4, 0], "bar")], counted="People"),
        pyramid("sample", "Ages", [("0-4", 1, 2), ("5-11", 3, 0)], sides=("Female", "Male")),
        pipeline("sample", "Stages", [("Lodged", 4, "?status=lodged")], counted="Claims"),
    ]


# The axis


def test_the_axis_is_time_days_without_a_value_are_zero():
    points = every_day({D(2019, 2, 22): 5, D(2019, 2, 24): 10}, D(2019, 2, 21), D(2019, 2, 25))
    assert [each.value for each in points] == [0, 5, 0, 10, 0]
    drawn = svg_of(bars(points))
    begins = [float(each.get("x", "").rstrip("%")) for each in drawn.iter("rect")]
    gaps = {round(after - before, 1) for before, after in pairwise(begins)}
    assert gaps == {20.0}
    assert heights(bars(points)) == [0, HEIGHT // 2, 0, HEIGHT, 0]


def test_months_without_a_value_are_zero_too():
    points = every_month(
        {D(2019, 1, 31): 2, D(2019, 1, 1): 1, D(2019, 3, 31): 4}, FIRST, D(2019, 4, 2)
    )
    assert [(each.day.month, each.value) for each in points] == [(2, 0), (3, 4), (4, 0)]


def test_stretches_are_counted_per_day():
    days = PerDay(FIRST, FIRST + 4 * ONE_DAY)
    days.add(D(2018, 1, 1), None)
    days.add(FIRST + ONE_DAY, FIRST + 3 * ONE_DAY, FIRST + 2 * ONE_DAY, None)
    days.add(FIRST + 9 * ONE_DAY, None)
    days.add(FIRST, FIRST)
    assert days.numbers() == [1, 2, 1, 1, 1]


# The labels


def test_few_bars_have_each_their_number_and_day():
    assert letters(bars(some_days(1, 0, 4, 2, 1, 0, 3))) == [
        each
        for value, day in zip("1042103", range(1, 8), strict=True)
        for each in (value, f"{day} Feb")
    ]


@pytest.mark.parametrize("number", [21, 365])
def test_many_bars_keep_the_first_the_last_and_the_greatest(number):
    values = [2, *[1] * (number - 2), 0]
    values[number // 2] = 41
    chart = bars(some_days(*values))
    peak, end = FIRST + number // 2 * ONE_DAY, FIRST + (number - 1) * ONE_DAY
    assert len(heights(chart)) == number
    assert letters(chart) == [
        "2 · 1 Feb",
        f"0 · {end.day} {'Feb' if end.month == 2 else 'Jan'}",
        f"41 · {peak.day} {'Feb' if peak.month == 2 else 'Aug'}",
    ] or letters(chart) == ["2 · 1 Feb 2019", "0 · 31 Jan 2020", "41 · 2 Aug 2019"]


def test_a_label_at_an_end_stays_inside_the_picture():
    for values, anchor in (([9, *[0] * 20], "start"), ([*[0] * 20, 9], "end")):
        [peak] = [
            each
            for each in svg_of(bars(some_days(*values))).iter("text")
            if each.get("class") == "peak"
        ]
        assert peak.get("text-anchor") == anchor


def test_two_years_are_told_apart():
    chart = bars(every_day({}, D(2018, 12, 20), D(2019, 1, 20)))
    assert letters(chart) == ["0 · 20 Dec 2018", "0 · 20 Jan 2019"]


# What there may be


def test_nothing_is_said_in_words():
    for chart in (
        bars([]),
        bars_with_limits("sample", "Beds", [], [], counted="People"),
        lanes("sample", "Aid", [], [], counted="People"),
        pipeline("sample", "Stages", [], counted="Claims"),
    ):
        page = page_of(render_to_string("pages/_chart.html", {"chart": chart}))
        assert page.says("Nothing to draw.")
        assert not list(page.root.all("svg", "table"))


def test_one_value_and_only_zeros_are_drawn():
    assert letters(bars(some_days(3))) == ["3", "1 Feb"]
    nothing = bars(some_days(*[0] * 9))
    assert heights(nothing) == [0] * 9
    assert nothing.words == "People, 1 Feb 2019 to 9 Feb 2019: 0."


def test_huge_values_are_grouped_and_do_not_stand_above_every_bar():
    chart = bars(some_days(1, 12_345_678, 2))
    assert letters(chart) == ["1 · 1 Feb", "2 · 3 Feb", "12,345,678 · 2 Feb"]
    # One among millions is no nothing.
    assert heights(chart) == [1, HEIGHT, 1]
    with translation.override("es"):
        assert "12.345.678" in bars(some_days(1, 12_345_678)).words


def test_a_bar_above_the_line_is_marked_and_counted_in_words():
    points = some_days(*range(1, 11))
    lines = [Series("Beds", [8] * 5 + [9] * 5, "limit"), Series("All places", [12] * 10, "surge")]
    chart = bars_with_limits("sample", "Beds", points, lines, counted="People")
    assert len(heights(chart, "over")) == 1
    assert "Above beds on 1 night." in chart.words
    assert "10 Feb 2019: 10; beds: 9; all places: 12." in chart.words
    looks = [each.get("class") for each in svg_of(chart).iter("line")]
    assert looks.count("limit") == 3
    assert looks.count("surge") == 1


def test_a_lane_says_its_greatest_fall():
    days = [FIRST + n * ONE_DAY for n in range(6)]
    series = [
        Series("Lodging", [97, 97, 81, 81, 80, 80], "bar"),
        Series("Meals", [40] * 6, "bar"),
    ]
    chart = lanes("sample", "Aid", days, series, counted="People")
    assert "Lodging: 97; the greatest fall is from 97 to 81 on 3 Feb 2019." in chart.words
    assert "Meals: 40, without a fall." in chart.words
    assert letters(chart) == ["Lodging: 97", "−16 · 3 Feb", "Meals: 40", "1 Feb", "6 Feb"]
    assert [(row.label, *row.cells) for row in chart.rows] == [
        ("1 Feb 2019", "97", "40"),
        ("3 Feb 2019", "81", "40"),
        ("5 Feb 2019", "80", "40"),
        ("6 Feb 2019", "80", "40"),
    ]


# What is withheld


def test_a_withheld_number_is_drawn_alike_whatever_it_is():
    """Whoever makes the chart hands over a word: the drawing has no number to give away."""
    alone = bars([*some_days(9, 6), Point(D(2019, 2, 3), 0, TINY)])
    assert heights(alone, "stub") == [STUB]
    assert alone.rows[2].cells == (TINY,)
    assert "At least 15 in all." in alone.words
    on_top = bars([*some_days(9, 6), Point(D(2019, 2, 3), 7, TINY)])
    assert heights(on_top, "stub") == [STUB]
    assert on_top.rows[2].cells == (f"7 + {TINY}",)


def test_no_total_gives_a_withheld_band_away():
    chart = pyramid("sample", "Ages", [("0-4", "<5", 7), ("5-11", 9, 8)], sides=("Female", "Male"))
    assert [row.cells for row in chart.rows] == [("<5", "7", "at least 7"), ("9", "8", "17")]
    assert chart.words == "Female: at least 9. Male: 15."
    [stub] = [each for each in svg_of(chart).iter("rect") if each.get("class") == "stub"]
    assert stub.get("width") == "2%"


def test_a_withheld_stage_is_a_stub():
    chart = pipeline("sample", "S", [("Lodged", "<5", ""), ("Admitted", 12, "")], counted="Claims")
    looks = [(each.get("class"), each.get("width")) for each in svg_of(chart).iter("rect")]
    assert looks == [("stub", "2%"), ("bar", "100%")]


# What every chart keeps


@pytest.mark.parametrize("chart", each_kind(), ids=lambda chart: str(chart.title))
def test_every_kind_has_a_name_a_sentence_and_its_table(chart):
    page = page_of(render_to_string("pages/_chart.html", {"chart": chart}))
    [drawing] = [each for each in page.root.all("svg") if each.attributes.get("role") == "img"]
    named, said = (drawing.attributes[name] for name in ("aria-labelledby", "aria-describedby"))
    assert page.part(named).text == chart.title
    assert page.part(said).text == chart.words
    rows = [list(row.values()) for row in page.rows]
    assert rows == [[row.label, *row.cells] for row in chart.rows]
    assert rows


def test_the_table_equals_the_drawing():
    points = some_days(3, 0, 12, 5)
    chart = bars(points)
    said = [each.findtext("title") for each in svg_of(chart).iter("rect")]
    assert said == [f"{row.label.removesuffix(' 2019')}: {row.cells[0]}" for row in chart.rows]
    long = bars(some_days(*[0] * 99, 4))
    assert [(row.label, row.cells) for row in long.rows] == [("11 May 2019", ("4",))]
    assert long.note == "Days that are not listed have 0."


@pytest.mark.parametrize("chart", each_kind(), ids=lambda chart: str(chart.title))
def test_letters_do_not_shrink_and_no_colour_stands_in_the_drawing(chart):
    drawn = svg_of(chart)
    assert "viewBox" not in drawn.attrib
    assert drawn.get("width") == "100%"
    for shape in drawn.iter():
        assert not {"style", "fill", "stroke", "font-size"} & shape.attrib.keys()
        for name in ("x", "x1", "x2", "width"):
            assert re.fullmatch(r"0|\d+(\.\d+)?%", shape.get(name, "0"))
    size = re.search(r"\.chart text \{\s*font-size: ([\d.]+)rem", rules())
    assert size
    assert float(size[1]) * 16 >= 12


def rules() -> str:
    return (FOLDER / "charts.css").read_text(encoding="utf-8")


def test_the_style_of_charts_names_no_colour_of_its_own():
    colours = re.findall(r"(?:fill|stroke|color|background): ([^;]+);", rules())
    assert colours
    assert [each for each in colours if not each.startswith("var(--")] == []


def test_the_table_is_folded_on_a_screen_only():
    """Paper shows it without anybody who unfolds it."""
    always, _, rest = rules().partition("@media screen")
    screen, _, paper = rest.partition("@media print")
    assert re.search(r"details:not\(\[open\]\) \+ \.scroll \{\s*display: none", screen)
    assert "display: none" not in always
    # There nobody can press; the letters are not made smaller for the width of a page.
    on_paper = (FOLDER / "print.css").read_text(encoding="utf-8")
    assert re.search(r"details:not\(\[open\], \.part\) \{\s*display: none", on_paper)
    assert re.search(r"table \{\s*font-size: inherit", paper)


def test_what_somebody_typed_cannot_leave_its_letters():
    chart = pipeline("sample", "S", [("<script>&", 1, "")], counted="Claims")
    assert letters(chart) == ["<script>&: 1"]
    assert "<script>" not in render_to_string("pages/_chart.html", {"chart": chart})


def test_a_year_of_bars_stays_light():
    drawn = str(bars(some_days(*range(365))).drawing)
    assert len(drawn) < 60_000
    assert fromstring(drawn).get("height") == str(ABOVE + HEIGHT + BELOW)
