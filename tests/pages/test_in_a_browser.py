"""The frame and all components in Chromium: axe, widths, weight, keys."""

import gzip
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Response

from accounts.audit import record
from tests.browser import at_desk, axe_faults, chromium, overflow
from tests.cast import Cast

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long(of="looks"),
    pytest.mark.django_db(transaction=True),
]


def test_the_first_view_is_light(translations: None, live_server: Any, cast: Cast) -> None:
    answers: list[Response] = []
    with chromium() as browser, at_desk(browser, live_server.url, width=360) as page:
        page.on("response", lambda answer: answers.append(answer))
        page.goto(f"{live_server.url}/account/login/")
        page.wait_for_load_state("networkidle")
        weight = sum(len(gzip.compress(answer.body())) for answer in answers)
        assert len(answers) <= 6
        assert weight <= 100_000
        assert axe_faults(page) == []


def test_errors_get_the_focus_and_ctrl_enter_sends(
    translations: None, live_server: Any, cast: Cast
) -> None:
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.sonia) as page,
    ):
        page.goto(f"{live_server.url}/pages/gallery")
        assert page.evaluate("document.activeElement.hasAttribute('data-error-summary')")
        # A field of this name, as some forms have it, takes the place of the form's own property.
        page.evaluate(
            "document.querySelector('form[data-guard]').append("
            "Object.assign(document.createElement('input'), {name: 'method', type: 'hidden'}))"
        )
        sent = sends_on_ctrl_enter(page)
        assert sent == 1


def sends_on_ctrl_enter(page: Page) -> int:
    """How many requests two hasty Ctrl+Enter make."""
    posts: list[str] = []
    page.on(
        "request", lambda request: posts.append(request.url) if request.method == "POST" else None
    )
    page.route("**/pages/gallery", lambda route: route.fulfill(status=204))
    page.fill("#good_name", "Yorman")
    page.keyboard.press("Control+Enter")
    page.keyboard.press("Control+Enter")
    page.wait_for_timeout(300)
    return len(posts)


def test_the_pages_of_a_list_take_two_lines_on_a_phone_and_one_on_a_laptop(
    translations: None, live_server: Any, cast: Cast
) -> None:
    for _each in range(130):
        record("account.changed", by=cast.ana, about=cast.ana)
    tops = """all => [...new Set(all.map((each) => each.getBoundingClientRect()).map((box) =>
      Math.round(box.top + box.height / 2)))].length"""
    for width, lines in ((1280, 1), (360, 2)):
        with (
            chromium() as browser,
            at_desk(browser, live_server.url, width=width, user=cast.aurelio) as page,
        ):
            page.goto(live_server.url + reverse("audit") + "?page=3")
            ways = page.locator(".pages > *")
            assert ways.count() == 5
            assert ways.evaluate_all(tops) == lines
            assert overflow(page) == 0
            assert axe_faults(page) == []
