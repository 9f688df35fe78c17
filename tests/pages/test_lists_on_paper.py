"""A printed list: what it is, of which office and day, how many rows; nothing to press, and pages that are counted."""

import datetime
from io import BytesIO
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page
from pypdf import PdfReader

from casework.tasks.actions import set_task
from pages.dates import short_date
from pages.stylesheet import stylesheet
from tests.browser import at_desk, chromium
from tests.build import a_case
from tests.cast import Cast

# Cells of the first row that do not stand below the heading of their column.
OUT_OF_LINE = """() => {
  const left = (cell) => Math.round(cell.getBoundingClientRect().left);
  const heads = [...document.querySelectorAll("thead tr > *")];
  const cells = [...document.querySelectorAll("tbody tr:first-child > *")];
  return cells.filter((cell, at) => left(cell) !== left(heads[at])).map((cell) => cell.outerHTML);
}"""
PRESSED = "a.button, button, select, input:not([type=hidden]), .tools, .tabs, nav, .act"


def seen_on_paper(page: Page, address: str) -> tuple[str, list[str]]:
    """The words of the page as it is printed, and what of it could only be pressed."""
    page.emulate_media(media="print")
    page.goto(address)
    pressed = page.locator(PRESSED).filter(visible=True)
    return page.locator("main").inner_text(), pressed.evaluate_all(
        "all => all.map(e => e.outerHTML)"
    )


@pytest.mark.browser
@pytest.mark.long(of="looks")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("name", "title", "rows", "narrowed"),
    [
        ("case-list", "Casos 2", "1 a 2 de 2", "Estado: Abierto"),
        ("task-list", "Tareas y citas 1", "1 a 1 de 1", "Estado: Abierta"),
        ("due-list", "Vencimientos 1", "1 a 1 de 1", ""),
    ],
)
def test_a_list_on_paper_says_what_it_is_and_has_nothing_to_press(
    translations: None,
    live_server: Any,
    cast: Cast,
    name: str,
    title: str,
    rows: str,
    narrowed: str,
) -> None:
    today = cast.ana.today()
    set_task(a_case(cast), title="Llamar", due_on=today, by=cast.ana)
    a_case(cast)
    asked = "?status=open" if name == "case-list" else "?state=open" if narrowed else ""
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        page.goto(live_server.url + reverse(name) + asked)
        assert not page.locator("p.on-paper").is_visible()
        words, pressed = seen_on_paper(page, live_server.url + reverse(name) + asked)
        cells_out_of_line = page.evaluate(OUT_OF_LINE)
    assert pressed == []
    assert cells_out_of_line == []
    said = " ".join(words.split())
    assert title in said
    told = [cast.cucuta.name, short_date(today), rows, narrowed, f"Impreso por {cast.ana}"]
    assert " · ".join(filter(None, told)) in said


def test_pages_of_paper_are_counted() -> None:
    assert "counter(page)" in stylesheet()
    assert "counter(pages)" in stylesheet()


@pytest.mark.browser
@pytest.mark.long(of="looks")
@pytest.mark.django_db(transaction=True)
def test_no_day_stands_alone_at_the_foot_of_a_sheet(
    translations: None, live_server: Any, cast: Cast
) -> None:
    case, today = a_case(cast), cast.ana.today()
    for number in range(20):
        on = today + datetime.timedelta(days=number)
        set_task(case, title=f"Llamar {number}", due_on=on, by=cast.ana)
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        page.goto(live_server.url + reverse("due-list"))
        # Wherever the foot of a sheet falls: on one of these it falls below a day.
        prints = [page.pdf(width="14cm", height=f"{height}cm") for height in range(15, 21)]
    for printed in prints:
        sheets = [sheet.extract_text() for sheet in PdfReader(BytesIO(printed)).pages]
        assert sum(text.count("Llamar") for text in sheets) == 20
        days = [
            [line for line in text.splitlines() if " 20" in line or "Llamar" in line]
            for text in sheets
        ]
        assert [lines[-1] for lines in days if "Llamar" not in lines[-1]] == []
