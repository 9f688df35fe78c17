"""The quick-log by keyboard, and every page of casework in Chromium."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from asylum.pathways.choices import ApplicationStatus
from casework.register.models.case import Case
from casework.tasks.actions import set_task
from tests.asylum.build import an_application
from tests.browser import WIDTHS, at_desk, axe_faults, chromium, overflow
from tests.build import an_arrival, people_of, reference
from tests.cast import Cast

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long(of="looks"),
    pytest.mark.django_db(transaction=True),
]

BUDGET = 42
# Playwright sometimes misses the load event after a form, so the test waits for the content.


class Keys:
    """A keyboard that counts every key except the typed letters and digits."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed = 0

    def write(self, text: str) -> None:
        """Fills a text cell and goes to the next one."""
        self.page.keyboard.type(text)
        self.press("Tab")

    def choose(self, letter: str) -> None:
        """Picks an option of a select by its first letter, and goes to the next cell."""
        self.press(letter)
        self.press("Tab")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += len(key.split("+")) if len(key) > 1 else 1


def test_an_arrival_with_three_relatives_takes_no_more_keys_than_the_budget(
    translations: None, live_server: Any, cast: Cast
) -> None:
    reference()
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.ana) as page,
    ):
        page.goto(live_server.url + reverse("arrival-log"))
        keys = Keys(page)
        keys.write("Yorman José")
        keys.write("Rodríguez Peña")
        keys.choose("m")
        keys.write("27")
        keys.write("V-19345678")
        keys.choose("g")
        keys.choose("s")
        for place, (given, sex, birth, relation) in enumerate(
            [("Marleny", "f", "12/4/94", "c"), ("Ángel", "m", "1", "h"), ("Wilmer", "m", "22", "o")]
        ):
            keys.write(given)
            keys.press("Tab")
            keys.choose(sex)
            keys.write(birth)
            keys.press("Tab")
            keys.press(relation)
            if place < 2:
                keys.press("Tab")
        keys.press("Control+Enter")
        page.locator("ul.family > li").last.wait_for()
        assert page.locator("ul.family > li > p > a").all_inner_texts() == [
            "Yorman José Rodríguez Peña",
            "Marleny Rodríguez Peña",
            "Ángel Rodríguez Peña",
            "Wilmer Rodríguez Peña",
        ]
    case = Case.objects.get()
    assert [(person.sex, person.birth_precision) for person in people_of(case)] == [
        ("m", "age"),
        ("f", "day"),
        ("m", "age"),
        ("m", "age"),
    ]
    assert keys.pressed <= BUDGET


@pytest.mark.parametrize("width", WIDTHS)
def test_a_slash_leads_to_the_search_which_axe_finds_nothing_wrong_with(
    translations: None, live_server: Any, cast: Cast, width: int
) -> None:
    person = people_of(an_arrival(cast))[0]
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=width, user=cast.sonia) as page,
    ):
        # The cursor is in the first field of a form, where "/" is text, even if the field is empty.
        page.goto(live_server.url + reverse("individual-correct", args=[person.number]))
        field = page.locator("#id_given_names")
        field.fill("")
        field.press("/")
        assert field.input_value() == "/"
        page.goto(live_server.url + reverse("case-list"))
        page.keyboard.press("/")
        page.keyboard.type("jorman rodriges")
        page.keyboard.press("Enter")
        page.get_by_role("link", name="Yorman José Rodríguez Peña").wait_for()
        assert "/search/" in page.url
        assert (axe_faults(page), overflow(page)) == ([], 0)


CUT_OFF = """() => [...document.querySelectorAll(".file-head a")]
  .filter((each) => each.scrollWidth > each.clientWidth || getComputedStyle(each).textOverflow === "ellipsis")
  .map((each) => each.innerText)"""


def test_what_the_head_says_is_never_cut_off_and_stays_low_on_a_phone(
    translations: None, live_server: Any, cast: Cast
) -> None:
    claim = an_application(cast, status=ApplicationStatus.ADMITTED)
    case, name = claim.case, claim.individual.display_name
    title = "Preguntar por cupo en el colegio de la niña"
    set_task(case, title=title, due_on=cast.ana.today(), by=cast.ana)
    address = live_server.url + reverse("case-part", args=[case.number, "law"])
    # On a phone all facts are visible in two lines.
    for width, most in zip(WIDTHS, (110, 130), strict=True):
        with (
            chromium() as browser,
            at_desk(browser, live_server.url, width=width, user=cast.lucia) as page,
        ):
            page.goto(address)
            said = page.locator(".file-head").inner_text()
            assert (name in said, case.number in said, title in said) == (True,) * 3
            assert page.evaluate(CUT_OFF) == []
            assert page.evaluate("document.querySelector('.file-head').offsetHeight") <= most
            assert overflow(page) == 0


def test_the_last_day_of_a_term_stands_in_one_line_where_there_is_room(
    translations: None, live_server: Any, cast: Cast
) -> None:
    claim = an_application(cast, status=ApplicationStatus.SUMMONED)
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.lucia) as page,
    ):
        page.goto(live_server.url + claim.get_absolute_url())
        lines = page.locator("td > time").evaluate_all(
            "all => all.map((each) => new Set([...each.getClientRects()].map((box) => box.top)).size)"
        )
    assert lines
    assert set(lines) == {1}
