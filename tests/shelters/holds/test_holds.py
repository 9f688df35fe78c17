"""Places for people who have no file: found by number, sex and age, and held for two hours."""

import datetime

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEvent
from casework.register.choices import Sex
from shelters.actions import placements
from shelters.holds.actions import hold_beds
from shelters.holds.models import BedHold
from shelters.models import Placement
from shelters.refusals import BedTaken
from tests.browser import at_desk, axe_faults, chromium, overflow
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import (
    a_family,
    a_municipality,
    a_room,
    a_site,
    a_stay,
    beds_of,
    people_of,
)

DAY, HOUR = datetime.timedelta(days=1), datetime.timedelta(hours=1)
MOST_TAPS = 5


def search(user, **asked):
    return page_of(as_(user).get(reverse("place-search"), asked))


def hold(user, page_asked, **sent):
    """Holds the first offer of the search."""
    page = search(user, **page_asked)
    address = f"{reverse('place-search')}?" + "&".join(f"{k}={v}" for k, v in page_asked.items())
    return as_(user).post(address, {**page.fields, "run": page.offered("run")[0], **sent})


def held(user, beds, today, **more):
    """The minute until which the beds are held for tonight."""
    holds = hold_beds(beds, starts_on=today, ends_on=today + DAY, by=user, **more)
    return f"{timezone.localtime(holds[0].lapses_at):%H:%M}"


def offered_beds(user, **asked):
    return {bed for run in search(user, **asked).offered("run") for bed in run.split(",")}


def test_each_site_offers_its_best_two_places_for_people_without_a_file(cast, today):
    near = a_site(cast.cucuta, beds=[6, 6, 6], run_by=cast.carla)
    rosario = a_municipality("54874", "Villa del Rosario")
    far = a_site(cast.cucuta, beds=[6], run_by=cast.carla, municipality=rosario)
    a_site(cast.cucuta, beds=[4], run_by=cast.carla)
    asked = {"women": 2, "men": 2, "small_girls": 2, "night": (today + 3 * DAY).isoformat()}
    runs = search(cast.carla, **asked).offered("run")
    assert [len(run.split(",")) for run in runs] == [6, 6, 6]
    only_far = offered_beds(cast.carla, **asked, municipality=rosario.pk)
    assert only_far == {str(bed.pk) for bed in beds_of(far)}
    assert near.name in search(cast.carla, **asked).text


def test_who_says_nothing_of_how_many_is_asked(cast):
    assert search(cast.carla, women="").says("Diga cuántas personas buscan cupo.")


def test_the_rules_hold_for_people_of_whom_only_sex_and_age_are_known(cast):
    site = a_site(cast.cucuta, beds=[], run_by=cast.carla)
    a_room(site, 3, name="Mujeres", for_whom="women")
    assert search(cast.carla, women=2).offered("run")
    assert not search(cast.carla, men=2).offered("run")
    [stranger] = people_of(a_family(cast.norte))
    a_stay(stranger, site, beds_of(site)[0], by=cast.carla)
    assert not search(cast.carla, girls=1).offered("run")


def test_what_they_need_of_a_room_is_asked_of_it(cast):
    site = a_site(cast.cucuta, beds=[], run_by=cast.carla)
    a_room(site, 2, name="201", floor=2)
    assert search(cast.carla, women=2, needs="ground_floor").says("Pide un motivo")
    a_room(site, 2, name="1", floor=0)
    page = search(cast.carla, women=2, needs="ground_floor")
    assert page.text.index("Planta baja") < page.text.index("Pide un motivo")


def test_a_bed_that_is_still_to_be_cleaned_is_said_to_be(cast, today):
    site = a_site(cast.cucuta, beds=[1], run_by=cast.carla, cleaning_nights=2)
    [guest] = people_of(a_family(cast.norte))
    days = {"starts_on": today - DAY, "ends_on": today}
    a_stay(guest, site, beds_of(site)[0], by=cast.carla, **days)
    assert search(cast.carla, women=1).says("Pide un motivo", "para limpieza")


def test_held_beds_are_offered_to_nobody_else_and_lapse_by_themselves(cast, client, today):
    site = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    assert hold(cast.carla, {"women": 2}, note="Llamada del puente").status_code == 302
    assert BedHold.objects.count() == 2
    assert not offered_beds(cast.sonia, women=2)
    family = reverse("placement-place", args=[a_family(cast.norte, 2).pk])
    assert not page_of(as_(cast.sonia).get(family)).offered("run")
    page = search(cast.sonia)
    assert page.says("Llamada del puente", site.name, cast.carla.full_name)
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=1.9)):
        assert not offered_beds(cast.sonia, women=2)
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=2.1)):
        assert offered_beds(cast.sonia, women=2)
        assert not search(cast.sonia).says("Llamada del puente")


def test_a_hold_is_for_its_nights_alone(cast, today):
    a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    nights = {"night": (today + 2 * DAY).isoformat(), "ends_on": (today + 4 * DAY).isoformat()}
    hold(cast.carla, {"women": 2, **nights})
    assert offered_beds(cast.sonia, women=2, ends_on=(today + 2 * DAY).isoformat())
    assert not offered_beds(cast.sonia, women=2, ends_on=(today + 3 * DAY).isoformat())


def test_nobody_gives_a_bed_that_somebody_else_holds(cast, today):
    site = a_site(cast.cucuta, beds=[1], run_by=cast.carla)
    hold(cast.carla, {"men": 1})
    [one] = people_of(a_family(cast.norte))
    with pytest.raises(BedTaken, match=cast.carla.full_name):
        placements.place(one, site=site, bed=beds_of(site)[0], starts_on=today, by=cast.sonia)
    assert not Placement.objects.exists()


def test_who_holds_the_beds_gives_them_to_the_family_once_it_has_a_file(cast, today):
    site = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    hold(cast.carla, {"men": 2})
    case = a_family(cast.norte, 2)
    address = reverse("placement-place", args=[case.pk])
    page = page_of(as_(cast.carla).get(address))
    assert page.says("Usted la tiene apartada para una llamada")
    sent = {
        "people": [person.pk for person in people_of(case)],
        "starts_on": today.isoformat(),
        "run": page.offered("run")[0],
    }
    assert as_(cast.carla).post(address, sent).status_code == 302
    assert {stay.site for stay in Placement.objects.filter(case=case)} == {site}
    assert not BedHold.objects.active().exists()
    assert AuditEvent.objects.filter(verb="beds.hold_used").exists()


def test_held_beds_are_released_by_hand(cast):
    a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    hold(cast.carla, {"women": 2})
    call = BedHold.objects.all()[0].call
    release = reverse("call-release", args=[call])
    assert as_(cast.bruno).post(release).status_code == 404
    assert as_(cast.sonia).post(release).status_code == 302
    assert offered_beds(cast.sonia, women=2)
    assert AuditEvent.objects.filter(verb="beds.hold_released", actor=cast.sonia).exists()
    assert page_of(as_(cast.sonia).post(release, follow=True)).says("ya no están apartadas")


def test_beds_taken_in_the_meantime_are_not_held(cast, today):
    site = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    page = search(cast.carla, women=2)
    [one] = people_of(a_family(cast.norte))
    one.sex = Sex.FEMALE
    one.save()
    a_stay(one, site, beds_of(site)[0], by=cast.carla)
    sent = {**page.fields, "run": page.offered("run")[0]}
    answer = page_of(as_(cast.carla).post(f"{reverse('place-search')}?women=2", sent))
    assert "ya no está libre" in answer.refusals[0]
    assert not BedHold.objects.exists()


def test_a_search_asks_the_same_for_one_site_and_for_four(cast):
    def cost(sites):
        for _each in range(sites):
            a_site(cast.cucuta, beds=[2], run_by=cast.carla)
        search(cast.carla, women=2)
        with CaptureQueriesContext(connection) as asked:
            search(cast.carla, women=2)
        return len(asked)

    assert cost(1) == cost(3)


@pytest.mark.browser
@pytest.mark.long(of="looks")
@pytest.mark.django_db(transaction=True)
def test_six_people_have_beds_on_friday_in_five_taps(translations, live_server, cast, today):
    a_site(cast.cucuta, beds=[6], run_by=cast.carla, name="Hotel Puente")
    friday = today + (4 - today.weekday()) % 7 * DAY
    for width in (1280, 360):
        BedHold.objects.all().delete()
        taps = 0
        with (
            chromium() as browser,
            at_desk(browser, live_server.url, width=width, user=cast.carla) as page,
        ):

            def tap(target):
                nonlocal taps
                target.click()
                taps += 1

            page.goto(live_server.url + "/")
            tap(page.get_by_role("link", name="Camas", exact=True).first)
            tap(page.get_by_role("link", name="Cupos para una llamada").first)
            assert (axe_faults(page), overflow(page)) == ([], 0)
            page.keyboard.type("6")
            tap(page.locator(f"label:has(input[value='{friday.isoformat()}'])"))
            tap(page.get_by_role("button", name="Buscar", exact=True).last)
            assert (axe_faults(page), overflow(page)) == ([], 0)
            tap(page.get_by_role("button", name="Apartar por dos horas"))
            assert page.get_by_text("Apartadas para usted hasta las").count()
        assert taps <= MOST_TAPS
        assert {hold.starts_on for hold in BedHold.objects.all()} == {friday}
        assert BedHold.objects.count() == 6


def test_a_held_bed_stands_on_the_board_with_who_holds_it_and_is_not_free(cast, today):
    site = a_site(cast.cucuta, beds=[3], run_by=cast.carla)
    lapse = held(cast.carla, beds_of(site)[:2], today, note="Puente")
    board = page_of(as_(cast.sonia).get(reverse("board"), {"open": "all"}))
    assert board.says(f"☎ hasta las {lapse}, {cast.carla.full_name}, apartada para una llamada")
    assert board.says("2 apartada para una llamada")
    assert board.says("1 libre")
    later = page_of(as_(cast.sonia).get(reverse("board"), {"from": (today + 2 * DAY).isoformat()}))
    assert later.says("3 libres")
    tonight = page_of(as_(cast.sonia).get(reverse("site-night", args=[site.pk])))
    assert tonight.says(f"2 apartadas para una llamada hasta las {lapse}, {cast.carla.full_name}")
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + 3 * HOUR, tick=False):
        assert not page_of(as_(cast.sonia).get(reverse("board"), {"open": "all"})).says("☎ hasta")


def test_only_who_holds_a_bed_may_give_it_from_the_board(cast, today):
    site = a_site(cast.cucuta, beds=[1], run_by=cast.carla)
    held(cast.carla, beds_of(site), today)
    [person] = people_of(a_family(cast.norte))
    asked = {"pick": person.number, "open": "all", "until": (today + DAY).isoformat()}
    assert page_of(as_(cast.carla).get(reverse("board"), asked)).offered("at")
    assert not page_of(as_(cast.sonia).get(reverse("board"), asked)).offered("at")
