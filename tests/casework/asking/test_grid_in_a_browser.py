"""The grid of a family is filled in on a laptop and on a phone: nothing of it is too narrow to write in."""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from casework.consents.actions import record_consent
from casework.consents.choices import Purpose
from tests.browser import HERE, axe_faults, chromium, overflow, showing
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_

pytestmark = pytest.mark.browser

WRITABLE = 150


@pytest.fixture
def grid(cast) -> Iterator[Page]:
    people = [a_row("Oriana", born=1985), a_row("Nina", born=2015)]
    case = an_arrival(cast, people=people)
    for purpose in Purpose.values:
        record_consent(
            people_of(case)[0], purpose=purpose, status="given", on=cast.ana.today(), by=cast.ana
        )
    address = reverse("family-ask", args=[case.number])
    shown = as_(cast.ana).get(address).content.decode()
    with chromium() as browser, showing(browser, {address: shown}) as page:
        page.goto(HERE + address)
        yield page


@pytest.mark.parametrize("width", [1280, 1024, 360])
def test_who_answers_for_a_child_has_room_to_be_written(grid, width):
    grid.set_viewport_size({"width": width, "height": 800})
    box = grid.locator("input[name$='-voice']").bounding_box()
    assert box is not None
    assert box["width"] >= WRITABLE
    assert box["x"] + box["width"] <= width
    table = grid.locator(".consent-grid").bounding_box()
    assert table is not None
    assert table["x"] + table["width"] <= width
    assert overflow(grid) == 0
    assert axe_faults(grid) == []
