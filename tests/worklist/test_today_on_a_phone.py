"""The many counts of a supervisor in a browser: on a phone trouble first, and the others behind one word."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import at_desk, chromium
from tests.cast import Cast
from tests.worklist.test_counts_of_today import fill_arrivals, fill_stays


def counts_in_sight(page: Page) -> list[tuple[bool, bool]]:
    """Of each count whether it is in sight, and whether it is trouble or soon."""
    return [
        (count.is_visible(), count.locator(".late, .soon").count() > 0)
        for count in page.locator("#counts > li").all()
    ]


@pytest.mark.browser
@pytest.mark.long(of="looks")
def test_of_many_counts_a_phone_shows_the_first_and_trouble_until_the_others_are_asked_for(
    translations: None, live_server: Any, cast: Cast
) -> None:
    today = cast.ana.today()
    fill_arrivals(cast, today)
    fill_stays(cast, today)
    with chromium() as browser:
        with at_desk(browser, live_server.url, width=360, user=cast.sonia) as page:
            page.goto(live_server.url)
            counts = counts_in_sight(page)
            assert len(counts) > 11
            assert [seen for seen, _ in counts] == [
                place == 0 or is_trouble for place, (_, is_trouble) in enumerate(counts)
            ]
            assert {seen for seen, _ in counts} == {True, False}
            page.get_by_text("Más fechas y cifras").click()
            assert {seen for seen, _ in counts_in_sight(page)} == {True}
        with at_desk(browser, live_server.url, width=1280, user=cast.sonia) as page:
            page.goto(live_server.url)
            assert {seen for seen, _ in counts_in_sight(page)} == {True}
