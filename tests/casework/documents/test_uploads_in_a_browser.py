"""Sending files in Chromium: what is said before, while they are under way, and when the line breaks off."""

import os
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route

from casework.documents.models import CaseDocument
from casework.register.models.case import Case
from tests.browser import WIDTHS, at_desk, axe_faults, chromium, overflow
from tests.build import an_arrival
from tests.casework.documents.build import filed
from tests.casework.documents.papers import a_picture
from tests.cast import Cast

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long(of="looks"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("media"),
]

SAVE = "main form .actions button"
NOTES_WHAT_SENDS = """() => {
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) { window.sending = this; send.call(this, body); };
}"""
STATUS = "[data-upload-says]"


def address_of(live_server: Any, case: Case) -> str:
    return live_server.url + reverse("document-file", args=[case.number])


def a_photo(name: str = "foto.jpg", more: int = 0) -> Any:
    return {"name": name, "mimeType": "image/jpeg", "buffer": a_picture() + bytes(more)}


def a_program(name: str) -> Any:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": b"MZ\x90\x00\x03"}


def sparse(folder: Path, name: str, megabytes: int) -> Path:
    """A file of that size that takes no room."""
    path = folder / name
    path.touch()
    os.truncate(path, megabytes * 1024 * 1024)
    return path


def said_below(page: Page) -> list[str]:
    return [text for text in page.locator(STATUS).all_text_contents() if text]


def test_a_picture_alone_is_sent_and_a_refusal_shows_the_page_that_says_why(
    translations: None, live_server: Any, cast: Cast
) -> None:
    case = an_arrival(cast)
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=360, user=cast.ana) as page,
    ):
        page.goto(address_of(live_server, case))
        page.set_input_files("#id_photo", a_photo())
        page.select_option("#id_kind", "photo")
        page.fill("#id_title", "a" * 130)
        page.click(SAVE)
        page.wait_for_selector("[data-error-summary]")
        assert page.evaluate("document.activeElement.hasAttribute('data-error-summary')")
        assert "se conserva" in page.inner_text("main")
        assert overflow(page) == 0
        # The page that took the other's place works as any other.
        page.fill("#id_title", "Foto")
        page.click(SAVE)
        page.wait_for_url("**/part/papers/**")
        assert "Se recibió y se está revisando: Foto" in page.inner_text("main")
    assert CaseDocument.objects.get().title == "Foto"


def test_too_much_and_too_large_are_said_before_anything_is_sent(
    translations: None, live_server: Any, cast: Cast, tmp_path: Path
) -> None:
    case = an_arrival(cast)
    large = sparse(tmp_path, "grande.jpg", 26)
    many = [sparse(tmp_path, f"{place}.jpg", 24) for place in range(5)]
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=360, user=cast.ana) as page,
    ):
        posts: list[str] = []
        page.on(
            "request", lambda request: posts.extend([request.method] * (request.method == "POST"))
        )
        page.goto(address_of(live_server, case))
        page.select_option("#id_kind", "photo")
        for files, words in (
            ([large], "«grande.jpg» tiene 26 MB. Un archivo puede tener 25 MB como máximo."),
            (many, "Estos archivos suman 120 MB. A la vez se reciben 100 MB como máximo"),
        ):
            page.set_input_files("#id_file", files)
            page.wait_for_function("document.querySelector('[data-upload-says]').textContent")
            assert words in said_below(page)[0]
            page.click(SAVE)
            assert posts == []
            assert overflow(page) == 0
            assert axe_faults(page) == []
        page.set_input_files("#id_file", many[:4])
        assert said_below(page) == []
        assert page.evaluate("document.querySelector('#id_file').checkValidity()")


def test_while_files_are_sent_the_page_says_so_and_the_button_stays_dead_until_the_line_breaks(
    translations: None, live_server: Any, cast: Cast
) -> None:
    case, held = an_arrival(cast), list[Route]()

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:
            route.continue_()

    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=360, user=cast.ana) as page,
    ):
        page.goto(address_of(live_server, case))
        page.evaluate(NOTES_WHAT_SENDS)
        page.clock.install()
        page.route("**/documents/**", hold)
        page.set_input_files("#id_file", a_photo())
        page.select_option("#id_kind", "photo")
        page.click(SAVE)
        page.clock.run_for(60_000)
        assert said_below(page)[0].startswith("Subiendo, espere por favor:")
        assert page.get_attribute(SAVE, "aria-disabled") == "true"
        page.click(SAVE, force=True)
        page.wait_for_timeout(200)
        assert len(held) == 1
        break_off(page)
        assert page.get_attribute(SAVE, "aria-disabled") is None
        assert said_below(page) == [
            "Se cortó la conexión y no se guardó nada. Todo sigue aquí: oprima el botón otra vez."
        ]
        assert page.evaluate("document.querySelector('#id_file').files.length") == 1
        held.pop().abort("aborted")
        page.unroute("**/documents/**")
        page.click(SAVE)
        page.wait_for_url("**/part/papers/**")
    assert CaseDocument.objects.count() == 1


def break_off(page: Page) -> None:
    """What the browser says to a request whose line broke off. A real one it writes down, which would fail the desk."""
    page.evaluate("window.sending.dispatchEvent(new ProgressEvent('error'))")


def test_a_long_name_of_a_file_makes_no_page_wider(
    translations: None, live_server: Any, cast: Cast
) -> None:
    case, long = an_arrival(cast), "x" * 216
    papers = live_server.url + reverse("case-part", args=[case.number, "papers"])
    filed(case, name=f"{long}.pdf", content=b"%PDF-1.7 no more", title="Acta", by=cast.ana)
    with chromium() as browser:
        for width in WIDTHS:
            with at_desk(browser, live_server.url, width=width, user=cast.ana) as page:
                photo, program = a_photo(f"{long}.jpg"), a_program(f"{long}.exe")
                for files, place in (
                    ([photo, program], "fieldset.file-row"),
                    ([program, a_program(f"{long}.doc")], "[data-error-summary]"),
                    ([photo], "strong"),
                ):
                    page.goto(address_of(live_server, case))
                    page.set_input_files("#id_file", files)
                    page.evaluate("document.querySelector('#id_kind').required = false")
                    page.click(SAVE)
                    page.wait_for_selector(f"main {place}")
                    assert overflow(page) == 0, (place, width)
                page.goto(papers)
                assert "que usted envió" in page.inner_text("main")
                assert "fue rechazado" in page.inner_text("main")
                assert overflow(page) == 0, width
                page.goto(live_server.url + reverse("document-list"))
                assert overflow(page) == 0, width
