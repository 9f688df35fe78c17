"""A real browser for tests: Debian's Chromium, driven by Playwright, with axe's rules."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from accounts.models import User
from tests.cast import log_in

CHROMIUM = next(
    filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), ""
)
OPTIONS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WIDTHS = (1280, 360)
AXE = Axe().axe_script
# Nothing is fetched beforehand: that is for a rule about turned screens, which axe leaves out by itself.
RUN_AXE = "axe.run(document, {resultTypes: ['violations'], preload: false})"


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium without a window. Skips the test where there is none, unless CI says that there must be."""
    if not CHROMIUM and os.environ.get("CI") != "true":
        pytest.skip("no Chromium on this machine")
    # Its sandbox refuses to run as root, which containers usually are.
    options = [*OPTIONS, "--no-sandbox"] if os.geteuid() == 0 else OPTIONS
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
    """A page of that width in Spanish, logged in as `user`; console errors and failed requests fail the test."""
    context = browser.new_context(viewport={"width": width, "height": 800}, locale="es-CO")
    if user is not None:
        client = log_in(user)
        context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}]
        )
    page = context.new_page()
    errors: list[str] = []
    page.on(
        "console", lambda message: errors.append(message.text) if message.type == "error" else None
    )
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def axe_faults(page: Page) -> list[str]:
    """What axe finds wrong on the page as it stands, one line per rule and place."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE)
    return [
        f"{rule['id']}: {node['target']} {node.get('failureSummary', '')}"
        for rule in page.evaluate(RUN_AXE)["violations"]
        for node in rule["nodes"]
    ]


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the window; 0 is right."""
    return int(page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)"))
