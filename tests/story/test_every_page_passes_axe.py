"""Every page that the two worlds hold, as the people who open it see it: on a laptop and on a phone."""

import gzip
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, Response

from accounts.models import User
from asylum.models import LegalDeadline
from casework.actions.cases import close_case
from casework.choices import EndReason
from casework.reference.loading import load_reference
from tests.browser import WIDTHS, at_desk, axe_faults, chromium, overflow
from tests.build import ARRIVED_ON, an_arrival
from tests.cast import Cast, log_in
from tests.test_two_worlds import LEAVES, START, links, name_of
from tests.world import Worlds, build_worlds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# The administrator and the auditor last: their pages resemble those of the others least.
PEOPLE = ["ana", "carla", "lucia", "sonia", "adela", "aurelio"]
# Pages with another set of blocks for each role; of all others one example is enough.
DIFFERENT_FOR_EACH = {"today", "case-detail", "case-card", "figures", "site-detail"}
OF_EACH = 2
LEAST_PAGES = 95
MUST_BE_OPENED = {"search-results", "placement-place", "user-invite", "retention-list"}


@pytest.fixture
def worlds(cast: Cast, settings: Any, tmp_path: Any) -> Worlds:
    """The two worlds, a family that waits for a bed, and one whose file was kept long enough."""
    settings.MEDIA_ROOT = tmp_path
    load_reference()
    worlds = build_worlds(cast)
    an_arrival(cast, on=cast.cucuta.today())
    close_case(an_arrival(cast), reason=EndReason.ONWARD, on=ARRIVED_ON, by=cast.ana)
    return worlds


@pytest.fixture
def rare(cast: Cast, worlds: Worlds) -> list[str]:
    """Pages of states that seldom are: a closed case, a restricted one, a legal term."""
    today = cast.cucuta.today()
    closed = an_arrival(cast, on=today)
    close_case(closed, reason=EndReason.ONWARD, on=today, by=cast.ana)
    term = LegalDeadline.objects.first()
    assert term is not None
    return [
        reverse("case-reopen", args=[closed.number]),
        reverse("case-unrestrict", args=[worlds.restricted.case.number]),
        reverse("deadline-settle", args=[term.pk]),
    ]


def some_pages(user: User, start: list[str]) -> dict[str, str]:
    """What the user reaches by following links: of every URL name the first few pages, and their text."""
    client = log_in(user)
    seen: dict[str, str] = {}
    met: Counter[str] = Counter()
    found = client.post("/search/", {"q": "zoraida"}).headers.get("Location", "")
    waiting = deque(filter(None, [*START, *start, found]))
    while waiting:
        path = waiting.popleft()
        name = name_of(path)
        if path in seen or name in LEAVES or met[name] >= (1 if "?" in path else OF_EACH):
            continue
        met[name] += 1
        answer = client.get(path)
        is_page = answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
        seen[path] = answer.content.decode() if is_page else ""
        waiting.extend(links(seen[path]))
        if location := answer.headers.get("Location", ""):
            waiting.append(location)
    return {path: text for path, text in seen.items() if text}


def examples(pages: dict[str, dict[str, str]]) -> dict[str, list[str]]:
    """Who opens which addresses: of every URL name the fullest page, and those that differ by role."""
    fullest: dict[tuple[str, str], tuple[int, str, str]] = {}
    for person, seen in pages.items():
        for path, text in seen.items():
            name = name_of(path)
            key = (name, person if name in DIFFERENT_FOR_EACH else "")
            fullest[key] = max(fullest.get(key, (0, "", "")), (len(text), person, path))
    found: dict[str, list[str]] = {person: [] for person in pages}
    for _, person, path in fullest.values():
        found[person].append(path)
    return found


@contextmanager
def weighed(page: Page) -> Iterator[list[int]]:
    """The compressed weights of the answers that arrive meanwhile."""
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    weights: list[int] = []
    yield weights
    page.wait_for_load_state("networkidle")
    weights += [len(gzip.compress(answer.body())) for answer in answers if answer.ok]


def faults(page: Page) -> list[str]:
    """What is wrong with the open page at any width."""
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        found += [f"{width} px: {fault}" for fault in axe_faults(page)]
        if wider := overflow(page):
            found.append(f"{width} px: {wider} px too wide")
    return found


def test_axe_finds_nothing_on_any_page_and_none_is_wider_than_a_phone(
    live_server: Any, cast: Cast, worlds: Worlds, rare: list[str]
) -> None:
    users = {person: cast.users[person] for person in PEOPLE}
    chosen = examples({person: some_pages(user, rare) for person, user in users.items()})
    paths = [path for mine in chosen.values() for path in mine]
    assert len(paths) >= LEAST_PAGES
    opened = {name_of(path) for path in paths}
    assert opened >= {*MUST_BE_OPENED, *map(name_of, rare)}
    found = {}
    with chromium() as browser:
        for person, mine in chosen.items():
            with at_desk(browser, live_server.url, width=1280, user=users[person]) as page:
                for path in mine:
                    answer = page.goto(live_server.url + path)
                    assert answer
                    assert answer.status == 200, (person, path)
                    if wrong := faults(page):
                        found[f"{person} {path}"] = wrong
    assert found == {}


def test_log_in_and_today_are_light_at_first_sight(
    live_server: Any, cast: Cast, worlds: Worlds
) -> None:
    with chromium() as browser:
        with (
            at_desk(browser, live_server.url, width=360) as page,
            weighed(page) as log_in,
        ):
            page.goto(f"{live_server.url}/account/login/")
        assert 0 < len(log_in) <= 6
        assert 0 < sum(log_in) <= 100_000
        for person in PEOPLE:
            today = weights_of_today(browser, live_server.url, cast.users[person])
            assert 0 < len(today) <= 6, person
            assert 0 < sum(today) <= 100_000, person


def weights_of_today(browser: Browser, address: str, user: User) -> list[int]:
    """What a browser that was never here fetches to show Today."""
    with at_desk(browser, address, width=360, user=user) as page, weighed(page) as today:
        page.goto(f"{address}/")
    return today
