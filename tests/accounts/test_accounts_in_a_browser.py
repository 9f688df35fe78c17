"""Log-in and the pages of accounts, as a browser shows them on a laptop and on a phone."""

import pytest
from playwright.sync_api import Page

from tests.browser import WIDTHS, at_desk, axe_faults, chromium, overflow
from tests.cast import PASSWORD, Cast

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def log_in_by_hand(page: Page, address: str, name: str, then: str) -> None:
    page.goto(f"{address}/account/login/?next={then}")
    page.get_by_label("Correo electrónico").fill(f"{name}@amparo.example")
    page.get_by_label("Contraseña").fill(PASSWORD)
    page.get_by_role("button", name="Iniciar sesión").click()
    page.wait_for_url(f"{address}{then}")


def faults(page: Page, address: str, paths: list[str]) -> dict[str, object]:
    found: dict[str, object] = {}
    for path in paths:
        answer = page.goto(address + path)
        assert answer
        assert answer.status == 200, path
        assert page.url == address + path
        if wrong := axe_faults(page) or overflow(page):
            found[path] = wrong
    return found


@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(
    transactional_db: None, live_server: object, cast: Cast, width: int
) -> None:
    address = live_server.url  # type: ignore[attr-defined]
    ana = f"/users/{cast.ana.pk}/"
    pages = {
        "adela": [
            "/account/",
            "/account/tokens/",
            "/account/password/change/",
            "/account/second-factor/",
            "/account/second-factor/set-up/",
            "/users/",
            "/users/invite/",
            ana,
            f"{ana}roles/give/",
            "/roles/",
            "/offices/",
            "/offices/open/",
            "/audit/accounts/",
        ],
        "aurelio": ["/audit/"],
        "sonia": ["/grants/", "/audit/office/"],
    }
    found = {}
    with chromium() as browser:
        with at_desk(browser, address, width=width) as page:
            strangers = ["/account/login/", "/account/password/reset/", "/quick-exit/"]
            found["stranger"] = faults(page, address, strangers)
        for name, paths in pages.items():
            with at_desk(browser, address, width=width) as page:
                log_in_by_hand(page, address, name, "/account/")
                found[name] = faults(page, address, paths)
    assert found == {who: {} for who in ["stranger", *pages]}
