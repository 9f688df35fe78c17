"""The sites of 2019 as facts tell them: how many hotels on which day, in which town, and a church for ten with forty in it."""

import datetime

import pytest
from django.urls import reverse

from reporting.figures.sheltered import by_municipality
from shelters.actions import presence
from shelters.actions.placements import place_family
from shelters.models import Site
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_family, a_municipality, beds_of, people_of

BEGAN, MONTHS_LATER = datetime.date(2019, 2, 25), datetime.date(2019, 5, 1)
CUCUTA, VILLA = "54001", "54874"


@pytest.fixture
def adela(cast):
    a_municipality()
    a_municipality(VILLA, "Villa del Rosario")
    return as_(cast.adela)


def opened(browser, cast, name, on, *, town=CUCUTA, kind="hotel"):
    """A site, opened through the form and run by the coordinator."""
    asked = {
        "office": cast.cucuta.pk,
        "name": name,
        "kind": kind,
        "accommodation_type": "C",
        "municipality": town,
        "opened_on": on.isoformat(),
    }
    answer = browser.post(reverse("site-open"), asked)
    assert answer.status_code == 302, page_of(answer).refusals
    site = Site.objects.get(name=name)
    browser.post(
        reverse("posting-grant", args=[site.pk]),
        {"user": cast.carla.pk, "starts_on": cast.carla.today()},
    )
    return site


def with_room(browser, site, beds, kind="room"):
    browser.post(
        reverse("room-add", args=[site.pk]),
        {"name": "101", "kind": kind, "beds": beds, "bed_kind": "mattress", "floor": 0},
    )
    return site.rooms.get()


def sleeping(site, families, *, by):
    beds = iter(beds_of(site))
    for family in families:
        chosen, why = {person: next(beds) for person in people_of(family)}, "No hay otro techo."
        stays = place_family(
            family, site=site, assignments=chosen, starts_on=by.today(), reason=why, by=by
        )
        presence.check_in_all(stays, reason=why, by=by)


def listed(browser, **filters):
    return browser.get(reverse("site-list"), filters).context["total"]


def test_f45_three_hotels_in_february_and_seven_in_may_are_counted_on_their_days(cast, adela):
    for number in range(3):
        opened(adela, cast, f"Hotel {number}", BEGAN)
    for number in range(3, 8):
        opened(adela, cast, f"Hotel {number}", datetime.date(2019, 4, 1 + number))
    opened(adela, cast, "Parroquia", BEGAN, kind="church_shelter")
    closed = Site.objects.get(name="Hotel 0")
    answer = adela.post(reverse("site-close", args=[closed.pk]), {"on": "2019-04-30"})
    assert answer.status_code == 302, page_of(answer).refusals
    assert listed(adela, kind="hotel", open_on=BEGAN.isoformat()) == 3
    assert listed(adela, kind="hotel", open_on=MONTHS_LATER.isoformat()) == 7
    assert listed(adela, open_on=(BEGAN - datetime.timedelta(days=1)).isoformat()) == 0
    assert listed(adela, kind="hotel") == 7


def test_f46_who_sleeps_in_cucuta_and_in_villa_del_rosario_is_totalled_apart(cast, adela):
    carla = as_(cast.carla)
    for name, town, sizes in (("Hotel A", CUCUTA, [3, 2]), ("Hotel B", VILLA, [4])):
        site = opened(adela, cast, name, BEGAN, town=town)
        with_room(carla, site, sum(sizes))
        sleeping(site, [a_family(cast.norte, size) for size in sizes], by=cast.carla)
        assert listed(adela, municipality=town) == 1
    split = by_municipality({cast.cucuta.pk}, cast.carla.today())
    assert {code: people.count() for code, people in split.items()} == {CUCUTA: 5, VILLA: 4}


def test_f47_a_church_for_10_with_40_inside_shows_400_per_cent_and_30_over_capacity(cast, adela):
    carla, today = as_(cast.carla), cast.carla.today()
    church = opened(adela, cast, "Parroquia", BEGAN, kind="church_shelter")
    hall = with_room(carla, church, 10, kind="hall")
    answer = carla.post(
        reverse("surge-add", args=[church.pk]),
        {
            "room": hall.pk,
            "number": 30,
            "reason": "peak",
            "review_on": (today + datetime.timedelta(days=7)).isoformat(),
            "approved_by": cast.sonia.pk,
            "opened_on": today.isoformat(),
        },
    )
    assert answer.status_code == 302, page_of(answer).refusals
    sleeping(church, [a_family(cast.norte, 5) for _each in range(8)], by=cast.carla)
    for name in ("site-night", "site-detail"):
        page = page_of(carla.get(reverse(name, args=[church.pk])))
        assert page.says("40 de 10", "400 %", "30 por encima de la capacidad")
