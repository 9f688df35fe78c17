"""The pages of shelters: who opens them, what stands on them, how many queries they cost."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEvent
from casework.register.models.individual import Individual
from shelters.choices import BedKind
from shelters.models import Bed, Placement, Room, Site
from shelters.nights import nights_paid
from tests.page import page_of
from tests.shelters.acts import NOT_ASKED
from tests.shelters.build import a_family, a_room, a_site, a_stay, beds_of, people_of

MOST_QUERIES = 15
DAY = datetime.timedelta(days=1)


@pytest.fixture
def page(client):
    """Opens a page as somebody; the page, or the status where there is none."""

    def open_(user, name, *args, **query):
        client.force_login(user)
        answer = client.get(reverse(name, args=args), query)
        return page_of(answer) if answer.status_code == 200 else answer.status_code

    return open_


def queries_of(client, user, name, *args, **asked):
    client.force_login(user)
    client.get(reverse(name, args=args), asked)
    with CaptureQueriesContext(connection) as found:
        assert client.get(reverse(name, args=args), asked).status_code == 200
    return [
        query["sql"]
        for query in found.captured_queries
        if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))
    ]


def test_the_list_of_sites_costs_the_same_for_one_and_for_four(cast, client, site):
    one = queries_of(client, cast.carla, "site-list")
    for _ in range(3):
        a_site(cast.cucuta, beds=[3], run_by=cast.carla)
    many = queries_of(client, cast.carla, "site-list")
    assert len(one) == len(many) <= MOST_QUERIES, "\n".join(many)


def test_the_list_of_families_costs_the_same_for_one_and_for_four(cast, client, site):
    a_family(cast.norte, 2)
    one = queries_of(client, cast.carla, "family-without-bed-list")
    for _ in range(3):
        a_family(cast.norte, 2)
    many = queries_of(client, cast.carla, "family-without-bed-list")
    assert len(one) == len(many) <= MOST_QUERIES, "\n".join(many)


def test_a_night_costs_the_same_for_one_sleeper_and_for_four(cast, client, today):
    hall = a_site(cast.cucuta, beds=[40], run_by=cast.carla)
    free = iter(beds_of(hall))
    a_stay(people_of(a_family(cast.norte))[0], hall, next(free), by=cast.carla)
    one = queries_of(client, cast.carla, "site-night", hall.pk)
    for _ in range(3):
        a_stay(people_of(a_family(cast.norte))[0], hall, next(free), by=cast.carla)
    many = queries_of(client, cast.carla, "site-night", hall.pk)
    # The beds that are held for a call are one of them.
    assert len(one) == len(many) <= 11, "\n".join(many)


def test_the_church_shelter_says_40_of_10_and_what_it_divided_by(cast, page, today):
    church = a_site(cast.cucuta, beds=[10], run_by=cast.carla, name="Parroquia")
    hall = church.rooms.get()
    Bed.objects.bulk_create(
        Bed(
            room=hall,
            name=f"C{each}",
            position=10 + each,
            kind=BedKind.SURGE,
            opened_on=church.opened_on,
            approved_by=cast.sonia,
            reason="peak",
            review_on=today,
        )
        for each in range(30)
    )
    places = iter(beds_of(church))
    for _ in range(8):
        for person in people_of(a_family(cast.norte, 5)):
            a_stay(person, church, next(places), by=cast.carla)
    night = page(cast.carla, "site-night", church.pk)
    assert night.says("40 de 10", "400 %", "30 por encima de la capacidad")


def test_a_night_names_residents_to_the_coordinator_and_the_own_caseworker_only(
    cast, page, site, today
):
    a_stay(
        people_of(a_family(cast.norte, names=["Canaria"]))[0], site, beds_of(site)[0], by=cast.carla
    )
    named = {
        name
        for name, user in cast.users.items()
        if (seen := page(user, "site-night", site.pk)) != 404 and seen.holds("Canaria")
    }
    assert named == {"ana", "carla", "sonia"}
    assert page(cast.adela, "site-night", site.pk) == 404
    assert page(cast.mara, "site-night", site.pk) == 404


def test_a_restricted_resident_takes_a_bed_and_has_no_name(cast, page, site):
    hidden = a_family(cast.norte, names=["Canaria"], is_restricted=True)
    a_stay(people_of(hidden)[0], site, beds_of(site)[0], by=cast.sonia)
    night = page(cast.carla, "site-night", site.pk)
    assert not night.holds("Canaria")
    assert night.says("Ocupada por alguien cuyo caso usted no ve")


def test_the_night_of_another_day_does_not_speak_of_today(cast, page, site, today):
    tomorrow = today + DAY
    beds = beds_of(site)
    [leaving], [arriving] = (people_of(a_family(cast.norte)) for _ in range(2))
    here = {"planned_end_on": tomorrow, "checked_in_at": timezone.now()}
    a_stay(leaving, site, beds[0], by=cast.carla, **here)
    a_stay(arriving, site, beds[1], by=cast.carla, starts_on=tomorrow)
    tonight = page(cast.carla, "site-night", site.pk)
    assert not tonight.says("ese día")
    night = page(cast.carla, "site-night", site.pk, on=tomorrow.isoformat())
    assert night.says("Sale ese día", "Llega ese día")
    assert night.says("1 llegada ese día", "1 salida prevista ese día")
    assert not night.says("hoy")
    # Of a night that is over nobody knows that it went as it was planned.
    gone = {
        "starts_on": today - 2 * DAY,
        "planned_end_on": today - DAY,
        "checked_in_at": timezone.now(),
    }
    [late] = people_of(a_family(cast.norte))
    a_stay(late, site, beds[2], by=cast.carla, **gone)
    yesterday = page(cast.carla, "site-night", site.pk, on=(today - DAY).isoformat())
    assert yesterday.says("Debía salir ese día")
    assert not yesterday.says("Sale ese día")


def test_a_coordinator_without_a_posting_sees_no_site_and_nobody(cast, page, today):
    elsewhere = a_site(cast.cucuta)
    a_family(cast.norte, names=["Canaria"])
    assert page(cast.carla, "site-night", elsewhere.pk) == 404
    assert not page(cast.carla, "family-without-bed-list").holds("Canaria")


def test_the_look_is_on_record_before_the_page_is_shown(cast, page, site):
    page(cast.carla, "site-night", site.pk)
    event = AuditEvent.objects.get(verb="site.night_read")
    assert (event.actor, event.is_read, event.about_id) == (cast.carla, True, str(site.pk))


def test_a_family_is_placed_with_one_press(cast, client, page, site, today):
    family = a_family(cast.norte, 4, names=["Yorman"])
    assert page(cast.carla, "family-without-bed-list").says("Yorman")
    [run, *_others] = page(cast.carla, "placement-place", family.pk).offered("run")
    answer = client.post(
        reverse("placement-place", args=[family.pk]),
        {"people": [each.pk for each in people_of(family)], "starts_on": today, "run": run},
        follow=True,
    )
    assert people_of(family)[0].display_name in page_of(answer).messages[0]
    assert Placement.objects.filter(case=family).count() == 4
    assert not page(cast.carla, "family-without-bed-list").holds("Yorman")


def test_whoever_is_late_is_told_on_the_same_page_and_offered_what_is_left(
    cast, client, page, site, today
):
    family, quicker = a_family(cast.norte, 2), a_family(cast.sur, 1, names=["Rápida"])
    [run, *_others] = page(cast.carla, "placement-place", family.pk).offered("run")
    taken = Bed.objects.get(pk=run.split(",")[0])
    a_stay(people_of(quicker)[0], site, taken, by=cast.carla)
    answer = client.post(
        reverse("placement-place", args=[family.pk]),
        {"people": [each.pk for each in people_of(family)], "starts_on": today, "run": run},
    )
    told = page_of(answer)
    assert told.says("Rápida")
    assert told.offered("run")
    assert not Placement.objects.filter(case=family).exists()


def test_a_family_stays_at_a_site_before_it_has_beds(cast, client, site, today):
    family = a_family(cast.norte, 2)
    client.force_login(cast.carla)
    people = [each.pk for each in people_of(family)]
    asked = {"people": people, "starts_on": today, "without_bed": "1"}
    url = reverse("placement-place", args=[family.pk])
    elsewhere = a_site(cast.cucuta)
    assert client.post(url, {**asked, "site": elsewhere.pk}).status_code == 200
    assert client.post(url, {**asked, "site": site.pk}).status_code == 302
    stays = Placement.objects.filter(case=family)
    assert [(stay.site, stay.bed) for stay in stays] == [(site, None)] * 2


def test_beds_of_others_cannot_be_posted(cast, client, site, today):
    family, elsewhere = a_family(cast.norte), a_site(cast.cucuta)
    client.force_login(cast.carla)
    answer = client.post(
        reverse("placement-place", args=[family.pk]),
        {
            "people": [people_of(family)[0].pk],
            "starts_on": today,
            "run": beds_of(elsewhere)[0].pk,
        },
    )
    assert answer.status_code == 200
    assert not Placement.objects.exists()


def test_a_stay_is_checked_in_moved_and_checked_out_from_its_pages(cast, client, site, today):
    stay = a_stay(
        people_of(a_family(cast.norte))[0], site, beds_of(site)[0], by=cast.carla, starts_on=today
    )
    client.force_login(cast.carla)
    assert client.get(reverse("placement-detail", args=[stay.pk])).status_code == 200
    client.post(reverse("placement-check-in", args=[stay.pk]), {"stays": [stay.pk]})
    move = reverse("placement-move", args=[stay.pk])
    [run, *_others] = page_of(client.get(move)).offered("run")
    client.post(move, {"people": [stay.individual_id], "starts_on": today, "run": run})
    moved = Placement.objects.get(previous=stay)
    assert str(moved.bed_id) == run
    leaves = {"on": today, "stays": [moved.pk], **NOT_ASKED}
    client.post(reverse("placement-check-out", args=[moved.pk]), leaves)
    moved.refresh_from_db()
    assert moved.ends_on == today


def test_a_stay_that_has_not_begun_is_extended_and_cancelled(cast, client, site, today):
    stay = a_stay(
        people_of(a_family(cast.norte))[0], site, beds_of(site)[0], by=cast.carla, starts_on=today
    )
    later = today + datetime.timedelta(days=9)
    client.force_login(cast.carla)
    asked = {"planned_end_on": later, "stays": [stay.pk]}
    client.post(reverse("placement-extend", args=[stay.pk]), asked)
    sent = {"reason": "no_show", "stays": stay.pk}
    client.post(reverse("placement-cancel", args=[stay.pk]), sent)
    stay.refresh_from_db()
    assert (stay.planned_end_on, stay.cancel_reason) == (later, "no_show")
    assert page_of(client.get(reverse("placement-detail", args=[stay.pk]))).says(
        "Por qué se canceló No llegó"
    )
    card = page_of(client.get(reverse("case-card", args=[stay.case.number])))
    assert card.says("1 estadía cancelada")
    assert not card.says("estadía anterior")


def test_the_places_of_a_site_are_offered_with_their_department(cast, client, site):
    client.force_login(cast.adela)
    place = site.municipality
    offered = client.get(reverse("site-open")).context["form"].fields["municipality"].choices
    assert (place.pk, f"{place.name}, {place.department.name}") in [
        (getattr(key, "value", key), label) for key, label in offered
    ]


def test_an_administrator_opens_a_site_and_the_coordinator_posted_there_sets_up_its_beds(
    cast, client, site, today
):
    client.force_login(cast.adela)
    client.post(
        reverse("site-open"),
        {
            "office": cast.cucuta.pk,
            "name": "Hotel Nuevo",
            "kind": "hotel",
            "accommodation_type": "C",
            "municipality": site.municipality_id,
            "opened_on": today,
        },
    )
    new = Site.objects.get(name="Hotel Nuevo")
    client.post(
        reverse("posting-grant", args=[new.pk]), {"user": cast.carla.pk, "starts_on": today}
    )
    client.force_login(cast.carla)
    client.post(
        reverse("room-add", args=[new.pk]),
        {"name": "101", "kind": "room", "beds": 3, "bed_kind": "bunk", "floor": 0},
    )
    room = Room.objects.get(site=new)
    assert [bed.kind for bed in room.beds.all()] == ["bunk"] * 3
    client.post(
        reverse("surge-add", args=[new.pk]),
        {
            "room": room.pk,
            "number": 2,
            "reason": "peak",
            "approved_by": cast.sonia.pk,
            "review_on": today + datetime.timedelta(days=7),
        },
    )
    assert room.beds.surge().count() == 2
    bed = room.beds.first()
    client.post(reverse("bed-close", args=[bed.pk]), {"starts_on": today, "reason": "damp"})
    closure = bed.closures.get()
    assert client.get(reverse("site-detail", args=[new.pk])).status_code == 200
    client.post(reverse("bed-reopen", args=[closure.pk]))
    closure.refresh_from_db()
    assert closure.ends_on == today


def test_two_who_change_a_site_do_not_overwrite_each_other(cast, client, site):
    client.force_login(cast.adela)
    page = client.get(reverse("site-change", args=[site.pk])).context["form"]
    fields = {
        "name": "Otro",
        "kind": "hotel",
        "accommodation_type": "C",
        "municipality": site.municipality_id,
        "opened_on": site.opened_on,
        "version": page["version"].value(),
    }
    assert client.post(reverse("site-change", args=[site.pk]), fields).status_code == 302
    fields["name"] = "Tercero"
    assert client.post(reverse("site-change", args=[site.pk]), fields).status_code == 200
    site.refresh_from_db()
    assert site.name == "Otro"


def test_a_site_closes_only_when_nobody_sleeps_there(cast, client, site, today):
    stay = a_stay(people_of(a_family(cast.norte))[0], site, by=cast.carla)
    client.force_login(cast.adela)
    close = reverse("site-close", args=[site.pk])
    assert client.post(close, {"on": today}).status_code == 200
    Placement.objects.filter(pk=stay.pk).update(ends_on=today)
    assert client.post(close, {"on": today}).status_code == 302


def test_women_only_rooms_are_offered_to_women(cast, page, today):
    house = a_site(cast.cucuta, beds=[], run_by=cast.carla)
    a_room(house, 2, name="Ala norte", for_whom="women")
    women, men = a_family(cast.norte), a_family(cast.norte)
    people = people_of(women)
    people[0].sex = "f"
    people[0].save()
    assert page(cast.carla, "placement-place", women.pk).says("Ala norte")
    for_men = page(cast.carla, "placement-place", men.pk)
    assert not for_men.offered("run")
    assert for_men.says("Ala norte es solo para mujeres")


@pytest.mark.parametrize("state", ["", "arriving", "not_arrived", "leaving", "overdue"])
def test_the_list_of_stays_costs_the_same_for_one_and_for_four(cast, client, today, state):
    hall = a_site(cast.cucuta, beds=[40], run_by=cast.carla)
    free = iter(beds_of(hall))
    of_state = {
        "": {},
        "arriving": {"starts_on": today},
        "not_arrived": {"starts_on": today - DAY, "checked_in_at": None},
        "leaving": {"planned_end_on": today, "checked_in_at": timezone.now()},
        "overdue": {"planned_end_on": today - DAY, "checked_in_at": timezone.now()},
    }[state]

    def one_more():
        [person] = people_of(a_family(cast.norte))
        return a_stay(person, hall, next(free), by=cast.carla, **of_state)

    one_more()
    one = queries_of(client, cast.carla, "placement-list", state=state)
    for _ in range(3):
        one_more()
    many = queries_of(client, cast.carla, "placement-list", state=state)
    listed = client.get(reverse("placement-list"), {"state": state})
    assert listed.context["total"] == 4
    assert len(one) == len(many) <= MOST_QUERIES, "\n".join(many)


def test_the_residents_of_one_site_stand_under_until_when_it_is_paid(cast, page, today):
    site = a_site(cast.cucuta, run_by=cast.carla, paid_until=today + 4 * DAY)
    [person] = people_of(a_family(cast.norte))
    a_stay(person, site, by=cast.carla)
    said = nights_paid(today + 4 * DAY)
    assert page(cast.carla, "placement-list", site=site.pk).says(said)
    assert not page(cast.carla, "placement-list").holds(said)
    assert page(cast.carla, "placement-list", site="nothing").holds("Residentes")


def test_children_alone_are_marked_and_stand_first(cast, page, site, today):
    waiting = a_family(cast.norte, 2, names=["Primera"], since=today - 9 * DAY)
    alone = a_family(cast.norte, names=["Niña"], since=today)
    Individual.objects.filter(memberships__case=alone).update(birth_year=today.year - 11)
    seen = page(cast.carla, "family-without-bed-list")
    assert seen.text.index(alone.number) < seen.text.index(waiting.number)
    assert seen.text.count("Niña o niño sin adulto de su familia") == 1
    assert seen.says("Niña (≈ 11)")


def test_the_counts_of_a_site_lead_to_what_they_count(cast, page, site, today):
    free = beds_of(site)
    for bed, days in zip(free, ({"starts_on": today}, {"planned_end_on": today}), strict=False):
        a_stay(people_of(a_family(cast.norte))[0], site, bed, by=cast.carla, **days)
    night = page(cast.carla, "site-night", site.pk)
    for part in ("arriving", "leaving", "beds"):
        assert f"#{part}" in night.links
        assert f'id="{part}"' in night.source
    overview = page(cast.carla, "site-detail", site.pk)
    assert {"#rooms", reverse("site-night", args=[site.pk])} <= set(overview.links)
    assert 'id="rooms"' in overview.source
