"""Keys move from row to row, show the list of keys, and do nothing while a user types text."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from casework.tasks.actions import set_task
from tests.browser import at_desk, axe_faults, chromium
from tests.build import a_row, an_arrival, people_of
from tests.cast import Cast
from worklist.scheduler.tick import tick

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long(of="looks"),
    pytest.mark.django_db(transaction=True),
]


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.textContent.trim()"))


@pytest.fixture
def namesakes(cast: Cast) -> None:
    for second in ("José", "Luis", "Antonio"):
        an_arrival(cast, people=[a_row(f"Yorman {second}", "Rodríguez")])


def test_what_was_found_is_gone_through_and_opened_with_keys(
    translations: None, live_server: Any, cast: Cast, namesakes: None
) -> None:
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        page.goto(live_server.url + reverse("case-list"))
        page.keyboard.press("/")
        page.keyboard.type("yorman rodriguez")
        page.keyboard.press("Enter")
        page.get_by_text("Coincide").first.wait_for()
        first = focused(page)
        assert first.startswith("Yorman")
        page.keyboard.press("ArrowDown")
        second = focused(page)
        page.keyboard.press("j")
        third = focused(page)
        assert len({first, second, third}) == 3
        page.keyboard.press("k")
        assert focused(page) == second
        page.keyboard.press("ArrowUp")
        assert focused(page) == first
        page.keyboard.press("Enter")
        page.wait_for_url("**/people/**")


def test_dates_and_notices_are_gone_through_with_keys_although_no_name_leads_on(
    translations: None, live_server: Any, cast: Cast
) -> None:
    for title in ("Llamar", "Firmar"):
        set_task(
            an_arrival(cast),
            title=title,
            due_on=cast.ana.today(),
            assigned_to=cast.ana,
            by=cast.sonia,
        )
    tick()
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        for address, rows, way in (
            (reverse("due-list") + "?kind=task_due", "[data-row-of-list]", "a.act, button.act"),
            (reverse("inbox"), "tbody > tr", "button"),
        ):
            page.goto(live_server.url + address)
            ways = page.locator(f"main {rows}").locator(way).all_text_contents()
            assert len(ways) == 2, address
            for key, place in (("j", 0), ("j", 1), ("k", 0), ("ArrowDown", 1)):
                page.keyboard.press(key)
                here = page.locator(f"main {rows}").nth(place)
                assert here.evaluate("row => row.contains(document.activeElement)"), address
                assert focused(page) == ways[place].strip()


def test_what_was_looked_for_stays_in_its_line(
    translations: None, live_server: Any, cast: Cast, namesakes: None
) -> None:
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        page.goto(live_server.url + reverse("case-list"))
        page.keyboard.press("/")
        page.keyboard.type("yorman rodriguez")
        page.keyboard.press("Enter")
        page.get_by_text("Coincide").first.wait_for()
        assert page.locator("#find").input_value() == "yorman rodriguez"
        page.goto(live_server.url + reverse("case-list"))
        assert page.locator("#find").input_value() == ""


@pytest.mark.parametrize("part", ["people", "papers", "plan"])
def test_the_note_box_is_one_key_away_from_every_page_of_a_file(
    translations: None, live_server: Any, cast: Cast, part: str
) -> None:
    case = an_arrival(cast)
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        page.goto(live_server.url + reverse("case-part", args=[case.number, part]))
        page.keyboard.press("n")
        page.locator(".note-box textarea:focus").wait_for()
        page.keyboard.type("Llamar mañana")
        assert page.locator(".note-box textarea").input_value() == "Llamar mañana"


def test_the_card_of_keys_opens_with_its_key_and_closes_with_escape(
    translations: None, live_server: Any, cast: Cast, namesakes: None
) -> None:
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=360, user=cast.ana) as page,
    ):
        page.goto(live_server.url + reverse("case-list"))
        card = page.locator("#keys")
        page.keyboard.press("?")
        assert card.is_visible()
        assert "lleva a la búsqueda" in card.inner_text()
        assert axe_faults(page) == []
        page.keyboard.press("j")
        assert page.evaluate("document.activeElement.closest('dialog') !== null")
        page.keyboard.press("Escape")
        assert not card.is_visible()
        search = page.locator("#find")
        search.focus()
        page.keyboard.type("?/jk")
        assert search.input_value() == "?/jk"
        assert not card.is_visible()


def test_whoever_switched_them_off_keeps_the_others(
    translations: None, live_server: Any, cast: Cast, namesakes: None
) -> None:
    cast.ana.has_no_letter_keys = True
    cast.ana.save(update_fields=["has_no_letter_keys"])
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        page.goto(live_server.url + reverse("case-list"))
        for key in ("j", "?", "/"):
            page.keyboard.press(key)
        assert page.evaluate("document.activeElement === document.body")
        assert not page.locator("#keys").is_visible()
        page.locator("main tbody th a").first.focus()
        first = focused(page)
        page.keyboard.press("ArrowDown")
        assert focused(page) != first
        page.keyboard.press("Alt+3")
        page.wait_for_url("**/sites/")


def test_a_date_is_said_back_while_it_is_typed(
    translations: None, live_server: Any, cast: Cast
) -> None:
    person = people_of(an_arrival(cast))[0]
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        page.goto(live_server.url + reverse("exit-record", args=[person.number]))
        field, said = page.locator("#id_on"), page.locator("#id_on_said")
        field.fill("ayer")
        assert said.inner_text().endswith(", ayer")
        field.fill("01022019")
        assert said.inner_text().startswith("viernes 1 de febrero de 2019, hace")
        field.fill("31/02/2019")
        assert said.inner_text() == ""
