"""The block of free beds on Today, for whoever looks after more sites than one reads."""

import pytest
from django.urls import reverse

from tests.cast import Cast, as_
from tests.page import page_of
from tests.shelters.build import a_site
from worklist.today.blocks import beds


def test_of_many_sites_those_with_most_free_beds_stand_on_today(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    large = a_site(cast.cucuta, beds=[5], run_by=cast.carla)
    addresses = [reverse("site-night", args=[site.pk]) for site in (small, large)]

    both = page_of(as_(cast.carla).get("/"))
    assert set(addresses) <= set(both.links)

    monkeypatch.setattr(beds, "SITES_SHOWN", 1)
    page = page_of(as_(cast.carla).get("/"))
    assert addresses[1] in page.links
    assert addresses[0] not in page.links
    assert page.says("Los 2 sitios")
    # The sums are those of all sites all the same.
    assert page.says("7 camas libres")
