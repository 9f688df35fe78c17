"""The day at a site: who is late, comes and leaves stands first, and what is due is done for those who are ticked."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from shelters.models import BedClosure, Placement
from tests.browser import at_desk, axe_faults, chromium, overflow
from tests.cast import as_
from tests.page import page_of
from tests.shelters.acts import NOT_ASKED
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)
MOST_TAPS, MOST_PIXELS = 3, 1_500


@pytest.fixture
def late(cast, site, today):
    """Two people of two families who should have left yesterday."""
    days = {"starts_on": today - 5 * DAY, "planned_end_on": today - DAY}
    people = [people_of(a_family(cast.norte, names=[name]))[0] for name in ("Luz", "Eider")]
    return [
        a_stay(one, site, bed, by=cast.carla, **days)
        for one, bed in zip(people, beds_of(site), strict=False)
    ]


def act(user, site, name, **sent):
    return as_(user).post(reverse("site-act", args=[site.pk, name]), sent)


def day_of(user, site):
    return page_of(as_(user).get(reverse("site-night", args=[site.pk])))


def test_who_is_late_comes_and_leaves_stands_before_the_rooms(cast, site, late, today):
    [one] = people_of(a_family(cast.norte, names=["Yorman"]))
    a_stay(one, site, beds_of(site)[3], by=cast.carla, starts_on=today)
    page = day_of(cast.carla, site)
    order = [page.text.index(words) for words in ("Con retraso", "Llegan hoy", "101")]
    ticks = [
        each for each in page.root.where("name", "stays") if "checkbox" in each.attributes["type"]
    ]
    keys = [each.attributes["value"] for each in ticks]
    assert keys[2:] == [str(one.placements.get().pk)]
    assert {*keys[:2]} == {str(stay.pk) for stay in late}
    assert order[1] < page.source.index('id="beds"')


def test_late_people_of_two_families_are_checked_out_in_one_post(cast, site, late, today):
    keys = [str(stay.pk) for stay in late]
    answer = act(cast.carla, site, "check-out", stays=keys, on=today.isoformat())
    asked = page_of(answer)
    assert asked.says("Adónde", "Por qué")
    assert not asked.says("Este campo es obligatorio")
    sent = {**asked.fields, **NOT_ASKED, "stays": keys}
    answer = as_(cast.carla).post(answer.request["PATH_INFO"], sent)
    assert answer.status_code == 302
    assert {stay.ends_on for stay in Placement.objects.all()} == {today}
    assert len(day_of(cast.carla, site).messages) in (0, 2)


def test_late_people_are_extended_from_the_list(cast, site, late, today):
    until = today + 3 * DAY
    sent = {"stays": [str(stay.pk) for stay in late], "planned_end_on": until.strftime("%d/%m/%Y")}
    assert act(cast.carla, site, "extend", **sent).status_code == 302
    assert {stay.planned_end_on for stay in Placement.objects.all()} == {until}


def test_what_the_list_did_not_say_is_asked_with_the_same_people_ticked(cast, site, late):
    keys = [str(stay.pk) for stay in late]
    page = page_of(act(cast.carla, site, "extend", stays=keys))
    assert {*page.offered("stays")} == {*keys}
    assert page.refusals
    assert page.offered("has_no_day")


def test_who_arrives_is_checked_in_from_the_list(cast, site, today):
    [one] = people_of(a_family(cast.norte))
    stay = a_stay(one, site, beds_of(site)[0], by=cast.carla, starts_on=today)
    assert act(cast.carla, site, "check-in", stays=[str(stay.pk)]).status_code == 302
    assert Placement.objects.get().has_arrived


def test_nobody_is_acted_for_who_is_of_another_site_or_in_another_state(cast, site, late, today):
    other = a_site(cast.cucuta, run_by=cast.carla)
    for where, name in ((other, "check-out"), (site, "check-in")):
        keys = [str(stay.pk) for stay in late]
        answer = act(cast.carla, where, name, stays=[*keys, "no-key"], on=today.isoformat())
        assert answer.status_code == 302
    assert not Placement.objects.exclude(ends_on=None).exists()
    assert act(cast.carla, site, "fly-away").status_code == 404
    assert act(cast.bruno, site, "check-out", stays=keys).status_code == 404


def test_empty_rooms_that_follow_each_other_are_one_line(cast, today):
    hotel = a_site(cast.cucuta, beds=[4] * 9, run_by=cast.carla)
    [one] = people_of(a_family(cast.norte))
    a_stay(one, hotel, beds_of(hotel)[4], by=cast.carla)
    page = day_of(cast.carla, hotel)
    folded = [next(each.all("summary")).text for each in page.root.all("details")]
    assert [line for line in folded if "libres" in line] == [
        "101 · 4 libres",
        "103–109 · 28 libres",
    ]


def test_the_list_of_sites_says_who_comes_leaves_and_is_late(cast, site, late, today):
    [one] = people_of(a_family(cast.norte))
    a_stay(one, site, beds_of(site)[3], by=cast.carla, starts_on=today)
    BedClosure.objects.create(
        bed=beds_of(site)[4], starts_on=today, reason="repair", closed_by=cast.carla
    )
    site.paid_until = today + 4 * DAY
    site.save()
    page = page_of(as_(cast.carla).get(reverse("site-list")))
    night = reverse("site-night", args=[site.pk])
    said = {address: words for address, words in page.links.items() if night in address}
    assert said[f"{night}#arriving"] == "1 entran"
    assert said[f"{night}#leaving"] == "0 salen"
    assert said[f"{night}#late"] == "2 con retraso"
    assert page.says("1 cama cerrada", "(4 días)")


def test_the_list_of_sites_asks_the_same_for_one_and_for_four(cast, site, late):
    def cost():
        as_(cast.carla).get(reverse("site-list"))
        with CaptureQueriesContext(connection) as asked:
            as_(cast.carla).get(reverse("site-list"))
        return len(asked)

    one = cost()
    for _each in range(3):
        a_site(cast.cucuta, beds=[3], run_by=cast.carla)
    assert cost() == one


@pytest.mark.browser
@pytest.mark.long(of="looks")
@pytest.mark.django_db(transaction=True)
def test_somebody_is_checked_in_extended_and_moved_in_three_taps_and_the_day_is_short(
    translations, live_server, cast, today
):
    hotel = a_site(cast.cucuta, beds=[4] * 9, run_by=cast.carla, name="Hotel Puente")
    beds = iter(beds_of(hotel))
    for _each in range(6):
        for person in people_of(a_family(cast.norte, 2)):
            a_stay(person, hotel, next(beds), by=cast.carla)
    [coming] = people_of(a_family(cast.norte, names=["Yorman"]))
    a_stay(coming, hotel, next(beds), by=cast.carla, starts_on=today)
    [staying] = people_of(a_family(cast.norte, names=["Luz"]))
    days = {"starts_on": today - 3 * DAY, "planned_end_on": today - DAY}
    a_stay(staying, hotel, next(beds), by=cast.carla, checked_in_at=timezone.now(), **days)
    [moving] = people_of(a_family(cast.norte, names=["Nora"]))
    a_stay(moving, hotel, next(beds), by=cast.carla, checked_in_at=timezone.now(), **days)
    elsewhere = a_site(cast.cucuta, beds=[4], run_by=cast.carla, name="Hotel Zulia")
    until = (today + DAY).strftime("%d/%m/%Y")
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.carla) as page,
    ):
        taps = 0

        def tap(target):
            nonlocal taps
            target.click()
            taps += 1

        page.goto(live_server.url + "/")
        night = reverse("site-night", args=[hotel.pk])
        tap(page.locator(f"a[href='{night}']").first)
        page.wait_for_url(f"**{night}")
        assert (axe_faults(page), overflow(page)) == ([], 0)
        assert page.evaluate("document.documentElement.scrollHeight") <= MOST_PIXELS
        tap(page.get_by_role("checkbox", name="Yorman"))
        tap(page.locator("#arriving").get_by_role("button"))
        assert taps <= MOST_TAPS
        taps = 1
        tap(page.get_by_role("checkbox", name="Luz"))
        page.locator("#late [name=planned_end_on]").fill(until)
        tap(page.locator("#late").get_by_role("button", name="Prolongar"))
        assert taps <= MOST_TAPS
        taps = 1
        tap(page.get_by_role("link", name="Trasladar Nora"))
        tap(page.get_by_role("button", name="Trasladar", exact=True).first)
        page.wait_for_url(f"**{reverse('site-night', args=[elsewhere.pk])}")
        assert taps <= MOST_TAPS
    assert Placement.objects.get(individual=moving, site=elsewhere).previous.site == hotel
    assert Placement.objects.get(individual=coming).has_arrived
    assert Placement.objects.get(individual=staying).planned_end_on == today + DAY
