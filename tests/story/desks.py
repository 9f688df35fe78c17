"""Desks of the people of the story: each a browser of its own that notes whatever goes wrong."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, TimeoutError

from tests.browser import log_in_by_hand


class Desk:
    """One person's browser window, in Spanish. `faults` lists errors of any page and any call to a stranger."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.faults: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("request", self._watch)
        page.on("response", self._look)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.faults.append(f"console: {message.text}")

    def _watch(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"another origin: {request.url}")

    def _look(self, answer: Response) -> None:
        if answer.status >= 400:
            self.faults.append(f"{answer.status}: {answer.url}")

    def log_in(self, name: str) -> None:
        """Through the log-in page, with e-mail and password, to Today."""
        log_in_by_hand(self.page, self.address, name, "/")
        self.sees("Hoy")

    def next_page(self) -> AbstractContextManager[object]:
        """Waits for the page to which whatever is done inside leads."""
        return self.page.expect_event("domcontentloaded")

    def opens(self, path: str) -> None:
        self.page.goto(self.address + path)

    def goes_to(self, *links: str) -> None:
        """Follows one link after the other by its words."""
        for link in links:
            wanted = self.page.get_by_role("link", name=link)
            if not wanted.count():
                self.unfolds(link)
            with self.next_page():
                wanted.first.click()

    def unfolds(self, link: str) -> None:
        """Opens the menu of acts, or the part of a file, in which this link is folded."""
        self.page.locator(
            "main details", has=self.page.locator(f"a:text-is('{link}')")
        ).first.evaluate("(folded) => (folded.open = true)")

    def presses(self, button: str) -> None:
        with self.next_page():
            self.page.locator("main").get_by_role("button", name=button).first.click()

    def sees(self, *sentences: str) -> None:
        """Waits until each of these is on the page."""
        for sentence in sentences:
            try:
                shown = self.page.locator("body").get_by_text(sentence).filter(visible=True)
                shown.first.wait_for()
            except TimeoutError:
                text = self.page.locator("main").inner_text()
                raise AssertionError(f"{sentence!r} is not on {self.page.url}:\n{text}") from None

    def does_not_see(self, *sentences: str) -> None:
        text = self.page.locator("main").inner_text()
        assert [sentence for sentence in sentences if sentence in text] == []


@contextmanager
def desk_of(
    browser: Browser, address: str, name: str, *, on_a_phone: bool = False
) -> Iterator[Desk]:
    """`name` sits down and logs in; whatever went wrong by the time they rise fails the test."""
    context = browser.new_context(
        viewport={"width": 360 if on_a_phone else 1280, "height": 800},
        has_touch=on_a_phone,
        locale="es-CO",
        timezone_id="America/Bogota",
    )
    context.set_default_timeout(15_000)
    desk = Desk(context.new_page(), address)
    desk.log_in(name)
    yield desk
    context.close()
    assert desk.faults == [], name
