"""The board in a browser: keys, taps, dragging, and how it looks on a phone, at night and on paper."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, Route, expect

from casework.register.models.individual import Individual
from shelters.models import Placement
from tests.browser import at_desk, axe_faults, chromium, overflow
from tests.cast import Cast
from tests.shelters.build import a_family, a_room, a_site, a_stay, beds_of, people_of
from tests.story.desks import desk_of
from tests.story.keys import Taps

pytestmark = [
    pytest.mark.usefixtures("translations"),
    pytest.mark.browser,
    pytest.mark.long(of="looks"),
    pytest.mark.django_db(transaction=True),
]
BOARD = reverse("board")
# Two fifths of the 740 px of a small phone.
MOST_OF_A_PHONE = 296
# Milliseconds until a key has its effect.
AT_ONCE = 50


@pytest.fixture
def sites(cast: Cast) -> Any:
    """Two hotels; in the first, a family in 101, one person in 102; a family of five waits."""
    today = cast.carla.today()
    site = a_site(cast.cucuta, beds=[2, 4], run_by=cast.carla, name="Hotel Puente")
    a_site(cast.cucuta, beds=[6, 5], run_by=cast.carla, name="Hotel Caney")
    a_room(site, 6, name="201", floor=2)
    mine = people_of(a_family(cast.norte, 2, names=["Rosa", "Mirta"]))
    [other] = people_of(a_family(cast.norte, 1, names=["Zulay"]))
    for person, bed in zip([*mine, other], beds_of(site), strict=False):
        a_stay(person, site, bed, by=cast.carla, starts_on=today)
    a_family(cast.norte, 5, names=["Torrealba", "Yubiri", "Keila", "Ian", "Leonel"])
    return site


def called(name: str) -> Individual:
    return next(each for each in Individual.objects.all() if each.given_names == name)


def picked(page: Page, url: str, person: Any, **asked: str) -> None:
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    page.goto(f"{url}{BOARD}?pick={person.number}&open=all&{query}")


def test_two_are_swapped_with_four_taps_from_today(
    live_server: Any, cast: Cast, sites: Any
) -> None:
    with chromium() as browser, desk_of(browser, live_server.url, "carla", on_a_phone=True) as desk:
        taps = Taps(desk.page)
        for words in ("Tablero", "Rosa", "Zulay"):
            link = desk.page.locator("main").locator("a, button").filter(has_text=words)
            with desk.next_page():
                taps.tap(link.filter(visible=True).last)
        with desk.next_page():
            taps.tap(desk.page.get_by_role("button", name="Intercambiar"))
        desk.sees("Camas cambiadas.")
    assert taps.tapped <= 4
    now = Placement.objects.filter(ends_on=None, bed__isnull=False)
    rooms = {stay.individual.given_names: stay.bed.room.name for stay in now if stay.bed}
    assert (rooms["Rosa"], rooms["Zulay"]) == ("102", "101")


def test_the_bar_of_a_pick_takes_two_fifths_of_a_phone_at_most(
    live_server: Any, cast: Cast, sites: Any
) -> None:
    url = live_server.url
    with chromium() as browser, at_desk(browser, url, width=360, user=cast.carla) as page:
        page.set_viewport_size({"width": 360, "height": 740})
        for person in (called("Torrealba"), called("Rosa")):
            picked(page, url, person)
            box = page.locator("[data-bar]").bounding_box()
            assert box is not None
            assert box["height"] <= MOST_OF_A_PHONE
            # It is there all the time, and every act of it can be reached.
            assert box["y"] + box["height"] <= 740
            page.get_by_role("link", name="Soltar").click(trial=True)
            assert overflow(page) == 0


def test_a_digit_typed_while_another_board_loads_books_nothing(
    live_server: Any, cast: Cast, sites: Any
) -> None:
    """Four of five are judged anew: the old numbers are on the screen, and the new ones are not those."""
    url, slow = live_server.url, list[Route]()
    with chromium() as browser, at_desk(browser, url, width=1280, user=cast.carla) as page:
        picked(page, url, called("Torrealba"))
        page.route("**/board/?*", lambda route: slow.append(route))
        page.locator("[data-bar] input[type=checkbox]").first.evaluate("box => box.click()")
        for key in ("2", "Enter", "1", "Enter"):
            page.keyboard.press(key)
        page.wait_for_timeout(200)
        assert len(slow) == 1
        slow[0].continue_()
        page.unroute("**/board/?*")
        page.wait_for_url("**who=*")
        assert page.url.startswith(f"{url}{BOARD}?")
        assert page.locator("[data-bar] input:checked").count() == 4
        page.keyboard.press("1")
        page.wait_for_url("**/board/place/*")
    assert not called("Yubiri").placements.exists()


def test_keys_change_the_nights_the_week_and_the_pick(
    live_server: Any, cast: Cast, sites: Any
) -> None:
    url = live_server.url
    with chromium() as browser, at_desk(browser, url, width=1280, user=cast.carla) as page:
        picked(page, url, called("Torrealba"), until=(cast.carla.today()).isoformat())

        def press(key: str) -> None:
            with page.expect_navigation():
                page.keyboard.press(key)

        starts, until = page.locator("[name=starts]"), page.locator("[name=until]")
        before = (starts.input_value(), until.input_value())
        press("+")
        longer = until.input_value()
        press("+")
        assert until.input_value() != longer
        press("-")
        assert until.input_value() == longer
        press("Shift+ArrowRight")
        assert starts.input_value() != before[0]
        press("Shift+ArrowLeft")
        assert (starts.input_value(), until.input_value()) == (before[0], longer)
        page.keyboard.press("b")
        assert page.evaluate("document.activeElement.closest('.tray') !== null")
        press("Escape")
        assert not page.locator("[data-bar]").count()


def test_s_asks_to_swap_with_the_run_that_has_the_focus(
    live_server: Any, cast: Cast, sites: Any
) -> None:
    url = live_server.url
    with chromium() as browser, at_desk(browser, url, width=1280, user=cast.carla) as page:
        picked(page, url, called("Rosa"))
        page.locator("td button[name=with]", has_text="Zulay").focus()
        with page.expect_navigation():
            page.keyboard.press("s")
        expect(page.get_by_role("button", name="Intercambiar")).to_be_visible()


def test_a_key_answers_at_once(live_server: Any, cast: Cast, sites: Any) -> None:
    url = live_server.url
    for _ in range(4):
        a_site(cast.cucuta, beds=[4] * 20, run_by=cast.carla)
    with chromium() as browser, at_desk(browser, url, width=1280, user=cast.carla) as page:
        picked(page, url, called("Torrealba"), days="30")
        page.locator("td button").first.focus()
        took = page.evaluate(
            """async () => {
                const times = [];
                for (let each = 0; each < 20; each++) {
                    const before = document.activeElement;
                    const start = performance.now();
                    const event = { key: "ArrowDown", bubbles: true, cancelable: true };
                    before.dispatchEvent(new KeyboardEvent("keydown", event));
                    await new Promise(requestAnimationFrame);
                    times.push(performance.now() - start);
                    if (document.activeElement === before) throw new Error("the focus stays");
                }
                return times.sort((a, b) => a - b)[10];
            }"""
        )
    assert took <= AT_ONCE


def drag(page: Page, one: Locator, other: Locator) -> None:
    one.hover()
    page.mouse.down()
    other.hover()
    page.mouse.up()


def test_dragging_a_run_chooses_what_a_press_chooses(
    live_server: Any, cast: Cast, sites: Any
) -> None:
    url = live_server.url
    with chromium() as browser, at_desk(browser, url, width=1280, user=cast.carla) as page:
        page.goto(f"{url}{BOARD}?open=all")
        rosa = page.locator("td button", has_text="Rosa")
        with page.expect_navigation():
            drag(page, rosa, page.locator("td button", has_text="Zulay"))
        assert page.locator("td.picked").count() == 2
        with page.expect_navigation():
            drag(
                page,
                page.locator("td.picked button").first,
                page.locator("td button", has_text="Zulay"),
            )
        assert "/board/exchange/" in page.url
    assert Placement.objects.count() == 3


@pytest.mark.parametrize(
    ("width", "scheme"), [(1280, "light"), (1280, "dark"), (360, "dark"), (320, "light")]
)
def test_axe_finds_no_fault_on_a_judged_board_and_an_exchange(
    live_server: Any, cast: Cast, sites: Any, width: int, scheme: Any
) -> None:
    """320 px are a laptop of 1280 px at 400 %."""
    url = live_server.url
    rosa, zulay = (called(name) for name in ("Rosa", "Zulay"))
    with chromium() as browser, at_desk(browser, url, width=width, user=cast.carla) as page:
        page.emulate_media(color_scheme=scheme)
        for person in (called("Torrealba"), rosa):
            picked(page, url, person)
            assert axe_faults(page) == []
            assert overflow(page) == 0
        page.goto(f"{url}{reverse('board-exchange')}?pick={rosa.number}&with={zulay.number}")
        assert axe_faults(page) == []
        assert overflow(page) == 0


def test_on_paper_stands_the_table_and_no_tray(live_server: Any, cast: Cast, sites: Any) -> None:
    url = live_server.url
    with chromium() as browser, at_desk(browser, url, width=1280, user=cast.carla) as page:
        picked(page, url, called("Torrealba"))
        page.emulate_media(media="print")
        expect(page.locator(".by-night table")).to_be_visible()
        expect(page.locator(".tray")).to_be_hidden()
        expect(page.locator("[data-bar]")).to_be_hidden()
        expect(page.locator("td button", has_text="Rosa")).to_be_visible()
