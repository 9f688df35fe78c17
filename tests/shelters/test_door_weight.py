"""The pages of the door on a slow phone: 400 kbit/s are 50 KB a second."""

import re
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse

from shelters.outings.actions import go_out
from tests.cast import as_
from tests.shelters.build import a_site
from tests.shelters.door_builds import who_sleeps_here

# A page of a hotel of forty with everything that it loads but its fonts: less than a second on the way.
MOST_BYTES = 30 * 1024
LOADED = re.compile(r'<(?:link rel="stylesheet" href|script src)="/static/([^"?]+)')


@pytest.fixture
def hotel(cast):
    hotel = a_site(cast.cucuta, beds=[4] * 10, run_by=cast.carla, name="Hotel Puente")
    for family in range(10):
        for stay in who_sleeps_here(cast, hotel, *(f"Persona {family}{n}" for n in range(4))):
            if family < 3:
                go_out(stay, by=cast.carla)
    return hotel


@pytest.mark.parametrize(
    "name", ["door-list", "roll-call", "outing-log", "meals-day", "meals-sheet"]
)
def test_a_page_of_the_door_is_light_for_a_hotel_of_forty(cast, hotel, name):
    answer = as_(cast.carla).get(
        reverse(name, args=[hotel.pk]), headers={"accept-encoding": "gzip"}
    )
    assert answer.headers["Content-Encoding"] == "gzip"
    page = as_(cast.carla).get(reverse(name, args=[hotel.pk])).content.decode()
    files = LOADED.findall(page)
    assert {"pages/amparo.css", "pages/amparo.js"} <= set(files)
    assert len(answer.content) + sum(len(_sent(each)) for each in files) <= MOST_BYTES


def _sent(file: str) -> bytes:
    """What travels of a static file: WhiteNoise sends it as brotli."""
    return brotli.compress(Path(finders.find(file)).read_bytes())
