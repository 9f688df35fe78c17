"""The night of a site in a browser, as narrow as a phone."""

from typing import Any

from shelters.actions import placements
from tests.browser import at_desk, chromium, overflow
from tests.cast import Cast
from tests.shelters.build import a_family, a_site


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
