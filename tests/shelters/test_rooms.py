"""Rooms of a site: what lists, board and pages say of them."""

import pytest
from django.urls import reverse

from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_room, a_site, a_stay, beds_of


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("site-list", "Sitios"),
        ("placement-list", "Residentes"),
        ("family-without-bed-list", "Familias sin cama"),
    ],
)
def test_a_list_says_its_title_to_who_listens(cast, site, family, address, title):
    a_stay(family.members.first().individual, site, beds_of(site)[0], by=cast.carla)
    page = page_of(as_(cast.carla).get(reverse(address)))
    [results] = page.root.where("id", "results")
    assert results.attributes["aria-label"] == title
    assert [each.text for each in results.all("caption")] == [title]


def test_board_and_site_say_the_same_of_a_room(cast, today):
    site = a_site(cast.cucuta, beds=(), run_by=cast.carla)
    a_room(site, 2, name="7", floor=3, kind="hall", has_cot=True, has_own_bathroom=True)
    told = as_(cast.carla).get(reverse("site-detail", args=[site.pk]))
    assert page_of(told).says("Piso 3 Cuna Baño propio")
    board = page_of(as_(cast.carla).get(reverse("board"), {"open": str(site.pk)}))
    assert board.says("salón · piso 3 · cuna · baño propio")
