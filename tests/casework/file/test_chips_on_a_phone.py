"""The head of a file and the page of a group can be read at any width."""

from typing import Any

import pytest
from django.urls import reverse

from casework.cases.actions import refer_to_legal
from casework.home.actions import record_detention, record_relative
from casework.register.choices import Relation
from tests.asylum.build import an_application
from tests.browser import at_desk, chromium, overflow
from tests.build import a_row, an_arrival, people_of
from tests.cast import Cast

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long(of="looks"),
    pytest.mark.django_db(transaction=True),
]

# For each chip: the part outside of its container, and its width.
CHIPS = """() => [...document.querySelectorAll('.file-head li')].map(chip => {
    const box = chip.getBoundingClientRect();
    return [Math.round(box.right - chip.parentElement.getBoundingClientRect().right), Math.round(box.width)];
})"""
NOTE_LINES = """() => {
    const note = document.querySelectorAll('.people .said')[1];
    return note.getBoundingClientRect().height / parseFloat(getComputedStyle(note).lineHeight);
}"""


def test_no_chip_of_a_file_is_cut_off_on_a_phone(
    translations: None, live_server: Any, cast: Cast
) -> None:
    case = an_arrival(cast, people=[a_row(given_names="Edixon José"), a_row()])
    person = people_of(case)[0]
    refer_to_legal(case, by=cast.ana)
    mother = record_relative(person, relation=Relation.MOTHER, by=cast.ana)
    record_detention(mother, by=cast.ana)
    an_application(cast, person)
    with chromium() as browser, at_desk(browser, live_server.url, width=360, user=cast.ana) as page:
        page.goto(live_server.url + reverse("case-detail", args=[case.number]))
        chips = page.evaluate(CHIPS)
        assert len(chips) == 4
        assert [chip for chip in chips if chip[0] > 0 or chip[1] < 60] == []
        assert page.evaluate("document.querySelector('.file-head').offsetHeight") <= 140
        assert overflow(page) == 0


def test_the_note_of_a_family_stands_on_one_line(
    translations: None, live_server: Any, cast: Cast
) -> None:
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        page.goto(live_server.url + reverse("arrival-log") + "?group=1")
        page.locator("[data-add-row]").click()
        families = page.locator("[name$='-family']")
        for place, (name, letter) in enumerate([("Rosalba", "A"), ("Yeferson", "A")]):
            families.nth(place).fill(letter)
            page.locator("[name$='-given_names']").nth(place).fill(f"{name} Contreras Villamizar")
        page.keyboard.press("Tab")
        page.wait_for_function(
            "document.querySelectorAll('.people .said')[1]?.textContent.includes('Rosalba')"
        )
        assert page.evaluate(NOTE_LINES) < 1.5
        assert overflow(page) == 0
