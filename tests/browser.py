"""A real browser for tests: Debian's Chromium, driven by Playwright, with axe's rules."""

import json
import mimetypes
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.staticfiles import finders
from playwright.sync_api import Browser, Page, Route, sync_playwright

from accounts.models import User
from tests import runner
from tests.cast import PASSWORD, log_in

CHROMIUM = runner.chromium() or ""
OPTIONS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# A laptop by day and a phone at night: of two looks the one has what the other lacks.
Look = tuple[int, Literal["light", "dark"]]
LOOKS: tuple[Look, ...] = ((1280, "light"), (360, "dark"))
WIDTHS = tuple(width for width, _ in LOOKS)
# Where a browser finds the application of the test itself; no request leaves for it.
HERE = "http://amparo.test"
# Text beside a decoration of CSS is judged too, where axe by itself would look for the decoration's size
# (half of its time) and then leave the text to people.
OWN_AXE = {"checks": [{"id": "color-contrast", "options": {"ignorePseudo": True}}]}
AXE = f"{Axe().axe_script}; axe.configure({json.dumps(OWN_AXE)})"
# Nothing is fetched beforehand: that is for a rule about turned screens, which axe leaves out by itself.
RUN_AXE = """
    axe.run(document, {resultTypes: ['violations'], preload: false}).then(found => found.violations)
"""


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    """Chromium without a window, with these options. Skips the test where there is none, unless CI says that there must be."""
    if not CHROMIUM and os.environ.get("CI") != "true":
        pytest.skip("no Chromium on this machine")
    # Its sandbox refuses to run as root, which containers usually are.
    options = [*OPTIONS, *more, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        # Playwright keeps an event loop in this thread; Django would refuse the database because of it.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        try:
            yield browser
        finally:
            os.environ.pop("DJANGO_ALLOW_ASYNC_UNSAFE")
            browser.close()


@contextmanager
def at_desk(
    browser: Browser, address: str, *, width: int, user: User | None = None
) -> Iterator[Page]:
    """A page of that width in Spanish, logged in as `user`; console errors and failed requests fail the test.

    The dialogue to print does not open: `window.dialogues` counts how often the page asked for it.
    """
    context = browser.new_context(viewport={"width": width, "height": 800}, locale="es-CO")
    if user is not None:
        client = log_in(user)
        context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}]
        )
    page = context.new_page()
    # With a print service on the machine the dialogue opens, waits for a person, and nothing else prints meanwhile.
    page.add_init_script("window.dialogues = 0; window.print = () => { window.dialogues += 1; };")
    errors: list[str] = []
    page.on(
        "console", lambda message: errors.append(message.text) if message.type == "error" else None
    )
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors, f"the browser says: {errors}"


@contextmanager
def showing(browser: Browser, pages: dict[str, str]) -> Iterator[Page]:
    """A page like `at_desk`, for answers that a test holds already, by their address at HERE; no server is asked.

    While a browser runs, Django gives another connection, which sees nothing that the test has not committed.
    """
    with at_desk(browser, HERE, width=1280) as page:
        page.route("**/*", partial(_show, pages))
        page.add_init_script(AXE)
        yield page


def _show(pages: dict[str, str], route: Route) -> None:
    path = route.request.url.removeprefix(HERE)
    if path.startswith(settings.STATIC_URL):
        content, kind = _static(path.removeprefix(settings.STATIC_URL).split("?")[0])
        route.fulfill(body=content, content_type=kind)
    elif path in pages:
        route.fulfill(body=pages[path], content_type="text/html; charset=utf-8")
    else:
        route.fulfill(status=204)


@cache
def _static(name: str) -> tuple[bytes, str]:
    return Path(finders.find(name)).read_bytes(), mimetypes.guess_type(name)[0] or ""


def log_in_by_hand(page: Page, address: str, name: str, then: str) -> None:
    """Types the address and the password of `name` of the cast, and waits for the page `then`."""
    page.goto(f"{address}/account/login/?next={then}")
    page.get_by_label("Correo electrónico").fill(f"{name}@amparo.example")
    page.get_by_label("Contraseña").fill(PASSWORD)
    page.get_by_role("button", name="Iniciar sesión").click()
    page.wait_for_url(f"{address}{then}")


def axe_faults(page: Page) -> list[str]:
    """What axe finds wrong on the page as it stands, one line per rule and place."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE)
    return [
        f"{rule['id']}: {node['target']} {node.get('failureSummary', '')}"
        for rule in page.evaluate(RUN_AXE)
        for node in rule["nodes"]
    ]


def faults_in_each_look(page: Page) -> list[str]:
    """What is wrong with the open page on a laptop or on a phone, in light or dark."""
    return [fault for look in LOOKS for fault in faults_in(page, look)]


def faults_in(page: Page, look: Look) -> list[str]:
    """What is wrong with the open page in this look: axe's faults, and what is too wide."""
    width, scheme = look
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    found = [f"{width} px, {scheme}: {fault}" for fault in axe_faults(page)]
    if wider := overflow(page):
        found.append(f"{width} px: {wider} px too wide")
    return found


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the window; 0 is right."""
    return int(page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)"))
