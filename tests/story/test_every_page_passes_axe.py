"""Every page that the two worlds hold, as the people who open it see it: on a laptop and on a phone."""

import gzip
import itertools
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.urls import reverse, reverse_lazy
from playwright.sync_api import Browser, Page, Response

from accounts.models import User
from casework.cases.actions import close_case
from casework.register.choices import EndReason
from partners.loading import load_reference
from tests.browser import AXE, at_desk, chromium, faults_in_each_look
from tests.build import ARRIVED_ON, an_arrival
from tests.cast import Cast, log_in
from tests.crawl import LEAVES, START, everybody, kind_of, links, name_of
from tests.story.seldom import seldom_seen
from tests.test_url_permissions import addresses
from tests.world import Worlds, build_worlds

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long(of="looks"),
    pytest.mark.django_db(transaction=True),
]

# The administrator and the auditor last: their pages resemble those of the others least.
PEOPLE = ["ana", "carla", "lucia", "sonia", "adela", "aurelio", "elvira"]
# Pages with another set of blocks for each role; of all others one example is enough.
DIFFERENT_FOR_EACH = {"today", "case-detail", "case-card", "figures", "site-detail"}
OF_EACH = 2
# Whoever is not logged in sees these.
OF_STRANGERS = [
    reverse_lazy("account_login"),
    reverse_lazy("account_reset_password"),
    reverse_lazy("account_reset_password_done"),
    reverse_lazy("account_reset_password_from_key_done"),
    reverse_lazy("quick-exit"),
    reverse_lazy("slip-check", args=["never"]),
    reverse_lazy("letter-check"),
    reverse_lazy("letter-checked", args=["never"]),
]
# Addresses without a page to look at: what only takes a form, a file, a picture, a part of a page, a
# check of health; and what the log-in shows in the midst of its own steps.
NO_PAGE = {
    "call-release",
    "site-act",
    "application-move-undo",
    "permit-cancel-undo",
    "account-keys",
    "account-language",
    "account-title",
    "account_logout",
    "account_reset_password_from_key",
    "arrival-duplicates",
    "audit-accounts-file",
    "audit-file",
    "audit-office-file",
    "bed-night-sheet",
    "bed-reopen",
    "cases-assign-undo",
    "deadline-hand-over-undo",
    "deadline-settle-undo",
    "document-again",
    "document-download",
    "document-checks",
    "document-preview",
    "document-view",
    "due-decision-undo",
    "first-step-say",
    "first-step-take-back",
    "mail-test",
    "outing-begin",
    "outing-end",
    "move-plan-drop",
    "move-plan-look",
    "move-plan-solve",
    "roll-slip",
    "room-bring-back",
    "room-reopen",
    "rooms-sheet-blank",
    "rooms-take-back",
    "draft-save",
    "family-undo",
    "first-start",
    "grant-approve",
    "healthz",
    "import-accept",
    "import-blank",
    "import-check",
    "import-commit",
    "import-doubt",
    "import-faults",
    "import-row-accept",
    "import-row-doubt",
    "import-row-drop",
    "import-row-restore",
    "import-sheet",
    "letter-file",
    "letter-preview-page",
    "logo-picture",
    "mfa_authenticate",
    "mfa_deactivate_totp",
    "mfa_download_recovery_codes",
    "mfa_generate_recovery_codes",
    "mfa_reauthenticate",
    "mfa_view_recovery_codes",
    "named-list-file",
    "notice-open",
    "notice-read-all",
    "readyz",
    "report-file",
    "screening-paper-download",
    "screening-paper-preview",
    "screening-paper-view",
    "second-factor-image",
    "session-end-others",
    "session-extend",
    "slip-image",
    "stand-in-end",
    "task-settle-several",
    "token-create",
    "token-revoke",
    "user-disable",
    "user-enable",
    "user-reset-password",
    "user-reset-second-factor",
    "view-forget",
    "view-save",
    "warning-days-reset",
}


@pytest.fixture
def worlds(cast: Cast, settings: Any, tmp_path: Any) -> Worlds:
    """The two worlds, a family that waits for a bed, and one whose file was kept long enough."""
    settings.MEDIA_ROOT = tmp_path
    load_reference()
    worlds = build_worlds(cast)
    an_arrival(cast, on=cast.cucuta.today())
    close_case(an_arrival(cast), reason=EndReason.ONWARD, on=ARRIVED_ON, by=cast.ana)
    return worlds


def some_pages(user: User, start: list[str]) -> dict[str, str]:
    """What the user reaches by following links: of every kind the first few pages, and their text."""
    client = log_in(user)
    seen: dict[str, str] = {}
    met: Counter[str] = Counter()
    found = client.post("/search/", {"q": "zoraida"}).headers.get("Location", "")
    waiting = deque(filter(None, [*START, reverse("account_reauthenticate"), *start, found]))
    while waiting:
        path = waiting.popleft()
        kind = kind_of(path)
        if path in seen or kind in LEAVES or met[kind] >= (1 if "?" in path else OF_EACH):
            continue
        met[kind] += 1
        answer = client.get(path)
        is_page = answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
        seen[path] = answer.content.decode() if is_page else ""
        waiting.extend(links(seen[path]))
        if location := answer.headers.get("Location", ""):
            waiting.append(location)
    return {path: text for path, text in seen.items() if text}


def examples(pages: dict[str, dict[str, str]]) -> dict[str, list[str]]:
    """Who opens which addresses: of every kind the fullest page, and those that differ by role."""
    fullest: dict[tuple[str, str], tuple[int, str, str]] = {}
    for person, seen in pages.items():
        for path, text in seen.items():
            kind = kind_of(path)
            key = (kind, person if kind in DIFFERENT_FOR_EACH else "")
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


def test_axe_finds_nothing_on_any_page_and_none_is_wider_than_a_phone(
    live_server: Any, cast: Cast, worlds: Worlds
) -> None:
    seldom = seldom_seen(cast, worlds)
    users = {person: everybody(cast)[person] for person in PEOPLE}
    chosen = examples({person: some_pages(user, seldom) for person, user in users.items()})
    opened = {name_of(path) for path in itertools.chain(OF_STRANGERS, *chosen.values())}
    named = {pattern.name for route, pattern in addresses() if not route.startswith("api/")}
    assert named - {None} - NO_PAGE - opened == set()
    assert opened & NO_PAGE == set()
    found = {}
    with chromium() as browser:
        with at_desk(browser, live_server.url, width=1280) as page:
            for path in OF_STRANGERS:
                page.goto(f"{live_server.url}{path}")
                if wrong := faults_in_each_look(page):
                    found[f"stranger {path}"] = wrong
        for person, mine in chosen.items():
            with at_desk(browser, live_server.url, width=1280, user=users[person]) as page:
                page.add_init_script(AXE)
                for path in mine:
                    answer = page.goto(live_server.url + path)
                    assert answer
                    assert answer.status == 200, (person, path)
                    if wrong := faults_in_each_look(page):
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
            today = weights_of_today(browser, live_server.url, everybody(cast)[person])
            assert 0 < len(today) <= 6, person
            assert 0 < sum(today) <= 100_000, person


def weights_of_today(browser: Browser, address: str, user: User) -> list[int]:
    """What a browser that was never here fetches to show Today."""
    with at_desk(browser, address, width=360, user=user) as page, weighed(page) as today:
        page.goto(f"{address}/")
    return today
