"""The night of a site, and where a family may sleep, in a browser: as narrow as a phone."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from casework.arrivals.actions.arrivals import log_group_arrival
from shelters.actions import placements
from shelters.views.families import MOST_SITES
from tests.browser import WIDTHS, at_desk, axe_faults, chromium, overflow
from tests.build import a_row
from tests.cast import Cast
from tests.shelters.build import a_family, a_site


@pytest.mark.browser
@pytest.mark.long(of="looks")
def test_a_family_that_arrives_fits_on_a_phone(
    translations: None, live_server: Any, cast: Cast
) -> None:
    site = a_site(cast.cucuta, beds=[2, 4], run_by=cast.carla, name="Hotel Puente")
    family = a_family(cast.norte, 3, names=["Yorman Alejandro", "Luz", "Eider"])
    today = cast.carla.today()
    placements.place_family(family, site=site, starts_on=today, by=cast.carla)
    url = live_server.url
    with chromium() as browser, at_desk(browser, url, width=360, user=cast.carla) as page:
        page.goto(f"{url}/sites/{site.pk}/night/")
        button = page.get_by_role("link", name="Registrar llegada de toda la familia (3)")
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert overflow(page) == 0


@pytest.mark.browser
@pytest.mark.long(of="looks")
@pytest.mark.parametrize("width", WIDTHS)
def test_beds_are_given_without_scrolling_past_every_proposal(
    translations: None, live_server: Any, cast: Cast, width: int
) -> None:
    for name in ("Hotel Puente", "Hotel Caney", "Hotel Bolívar", "Hospedaje Luz"):
        a_site(cast.cucuta, beds=[3, 3], run_by=cast.carla, name=name)
    family = a_family(cast.norte, 3, names=["Yorman Alejandro", "Luz", "Eider"])
    url = live_server.url
    with chromium() as browser, at_desk(browser, url, width=width, user=cast.carla) as page:
        page.goto(url + reverse("placement-place", args=[family.pk]))
        last = page.locator("[name=run]").last
        assert last.bounding_box()["y"] > 800  # type: ignore[index]
        give = page.get_by_role("button", name="Asignar un cupo")
        # Neither below the window nor behind the menu of a phone.
        give.click(trial=True, timeout=2000)
        at = give.bounding_box()
        assert at is not None
        assert at["y"] + at["height"] <= 800
        # Nor does it hide the proposal that somebody goes to with the keyboard.
        last.focus()
        chosen, give_at = last.bounding_box(), give.bounding_box()
        assert chosen is not None
        assert give_at is not None
        assert chosen["y"] + chosen["height"] <= give_at["y"]
        assert axe_faults(page) == []


@pytest.mark.browser
@pytest.mark.long(of="looks")
@pytest.mark.parametrize("width", WIDTHS)
def test_going_back_from_beds_that_were_looked_for_asks_nothing(
    translations: None, live_server: Any, cast: Cast, width: int
) -> None:
    for size in range(2, MOST_SITES + 4):
        a_site(cast.cucuta, beds=[size], run_by=cast.carla)
    family = a_family(cast.norte, 2, names=["Luz", "Eider"])
    url = live_server.url
    with chromium() as browser, at_desk(browser, url, width=width, user=cast.carla) as page:
        first = page.goto(url + reverse("placement-place", args=[family.pk]))
        assert first is not None
        assert page.locator(".by-key").is_visible() is (width > 700)
        page.get_by_role("button", name="Mostrar todos los sitios").click()
        # The list has grown where somebody looks: at the sites that were not there.
        further = page.get_by_text("Desde aquí, 2 sitios más")
        expect(further).to_be_in_viewport()
        assert not {"csrfmiddlewaretoken", "reason"} & {*parse_qs(urlsplit(page.url).query)}
        assert overflow(page) == 0
        assert axe_faults(page) == []
        every = page.url
        page.get_by_role("link", name="Familias sin cama").first.click()
        page.go_back()
        assert page.url == every
        expect(page.get_by_text("Desde aquí, 2 sitios más")).to_be_visible()
        page.go_back()
        assert page.url == first.url
        expect(page.get_by_role("button", name="Mostrar todos los sitios")).to_be_visible()


@pytest.mark.browser
@pytest.mark.long(of="looks")
@pytest.mark.parametrize("width", WIDTHS)
def test_beds_for_all_of_a_bus_are_changed_and_given_on_one_page(
    translations: None, live_server: Any, cast: Cast, width: int
) -> None:
    for name in ("Hotel Puente", "Hospedaje Luz"):
        a_site(cast.cucuta, beds=[3, 3, 1], run_by=cast.carla, name=name)
    families = [
        [a_row("Yorman Alejandro", "Mora"), a_row("Luz", "Mora")],
        [a_row("Wilmer", "Páez")],
    ]
    today = cast.sonia.today()
    [one, other] = log_group_arrival(team=cast.norte, families=families, on=today, by=cast.ana)
    url, group = live_server.url, one.arrivals.get().group
    with chromium() as browser, at_desk(browser, url, width=width, user=cast.sonia) as page:
        page.goto(url + reverse("arrival-group", args=[group]))
        page.get_by_role("link", name="Dar cama a todas").click()
        assert overflow(page) == 0
        assert axe_faults(page) == []
        family = page.get_by_role("group").filter(has_text="Wilmer")
        family.get_by_text("Dejar para después").click()
        page.get_by_text("Otros cupos").first.click()
        page.get_by_role("button", name="Dar estas camas").click()
        expect(page.get_by_text("1 sin cama")).to_be_visible()
    assert one.placements.count() == 2
    assert other.placements.count() == 0
