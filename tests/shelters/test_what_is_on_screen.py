"""What is saved is what is on the screen when a place is given, whatever the offers were made for."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from pages.dates import short_date
from shelters.models import Bed, Placement
from shelters.nights import nights_paid
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)
CHANGED = "Cambió los datos: vea otra vez las camas."


@pytest.fixture
def give(cast):
    """Sends the page that gives a family beds as a browser does after somebody changed these fields of it."""

    def give_(name, about, follow=True, **changed):
        address = reverse(name, args=[about.pk])
        page = page_of(as_(cast.carla).get(address))
        sent = {**page.fields, "people": page.offered("people"), "run": page.offered("run")[0]}
        return page_of(as_(cast.carla).post(address, {**sent, **changed}, follow=follow))

    return give_


def test_the_page_has_one_form_so_that_no_field_is_sent_twice(cast, site, family):
    page = page_of(as_(cast.carla).get(reverse("placement-place", args=[family.pk])))
    [form] = [each for each in page.root.all("form") if list(each.where("name", "run"))]
    for name in ("people", "starts_on", "planned_end_on", "only_site", "only_municipality"):
        fields = list(page.root.where("name", name))
        assert fields == list(form.where("name", name))
        assert len(fields) == (3 if name == "people" else 1)
        assert not any(each.attributes.get("type") == "hidden" for each in fields)


def test_a_day_of_leaving_typed_after_the_offers_is_saved_and_said(site, family, give, today):
    leaves = today + 2 * DAY
    after = give("placement-place", family, planned_end_on=leaves.strftime("%d/%m/%Y"))
    assert {stay.planned_end_on for stay in Placement.objects.all()} == {leaves}
    who = people_of(family)[0].display_name
    assert after.messages == [
        f"{who} y 2 más duermen en Hotel Puente, 102, hasta el {short_date(leaves)}, día de salida."
        " Deshacer"
    ]


def test_who_is_unticked_after_the_offers_is_not_placed_and_the_beds_are_shown_anew(
    cast, site, family, give
):
    *two, unticked = people_of(family)
    asked = give("placement-place", family, people=[person.pk for person in two])
    assert asked.refusals == [CHANGED]
    assert not Placement.objects.exists()
    assert {len(run.split(",")) for run in asked.offered("run")} == {2}
    ticked = [
        each.attributes["value"]
        for each in asked.root.where("name", "people")
        if "checked" in each.attributes
    ]
    assert ticked == [str(person.pk) for person in two]
    sent = {**asked.fields, "people": ticked, "run": asked.offered("run")[0]}
    as_(cast.carla).post(reverse("placement-place", args=[family.pk]), sent)
    assert not Placement.objects.filter(individual=unticked).exists()
    assert Placement.objects.count() == 2


def test_beds_that_others_have_on_the_nights_asked_for_now_are_refused(cast, give, today):
    house = a_site(cast.cucuta, beds=[1, 1], run_by=cast.carla)
    first, other = beds_of(house)
    [later] = people_of(a_family(cast.norte, names=["Rápida"]))
    a_stay(later, house, first, by=cast.carla, starts_on=today + 3 * DAY)
    case = a_family(cast.norte)
    address = reverse("placement-place", args=[case.pk])
    short = {
        "people": people_of(case)[0].pk,
        "starts_on": today.isoformat(),
        "planned_end_on": (today + DAY).isoformat(),
    }
    page = page_of(as_(cast.carla).get(address, short))
    assert str(first.pk) in page.offered("run")
    longer = {**page.fields, "run": str(first.pk), "planned_end_on": (today + 5 * DAY).isoformat()}
    asked = page_of(as_(cast.carla).post(address, longer))
    assert asked.refusals == [CHANGED]
    assert asked.offered("run") == [str(other.pk)]
    assert not Placement.objects.filter(case=case).exists()


def test_another_first_night_is_saved(site, family, give, today):
    tomorrow = today + DAY
    after = give("placement-place", family, starts_on=tomorrow.isoformat())
    assert {stay.starts_on for stay in Placement.objects.all()} == {tomorrow}
    assert f"desde el {short_date(tomorrow)}, sin día de salida" in after.messages[0]


@pytest.mark.parametrize("nights", [None, 5, 9])
def test_until_when_the_nights_are_paid_is_said_to_whoever_gave_a_place(
    site, family, give, today, nights
):
    type(site).objects.filter(pk=site.pk).update(paid_until=today + 9 * DAY)
    until = {"planned_end_on": (today + nights * DAY).isoformat()} if nights else {}
    after = give("placement-place", family, **until)
    assert Placement.objects.exists()
    assert f"; {nights_paid(today + 9 * DAY)}." in after.messages[0]


def test_a_site_asked_for_after_the_offers_is_where_they_are_looked_for(cast, site, family, give):
    other = a_site(cast.cucuta, beds=[1, 2], run_by=cast.carla)
    asked = give("placement-place", family, only_site=other.pk)
    assert asked.refusals == [CHANGED]
    assert not Placement.objects.exists()
    assert {Bed.objects.get(pk=run.split(",")[0]).room.site for run in asked.offered("run")} == {
        other
    }


def test_to_look_again_saves_nothing_and_keeps_what_was_written(site, family, give, today):
    leaves = (today + 2 * DAY).strftime("%d/%m/%Y")
    told = {"look": "1", "planned_end_on": leaves, "reason": "Vienen juntos."}
    looked = give("placement-place", family, **told)
    assert not Placement.objects.exists()
    assert looked.fields["planned_end_on"] == leaves
    assert looked.fields["reason"] == "Vienen juntos."
    assert looked.refusals == []


def test_a_place_without_a_bed_takes_what_is_on_the_screen_too(site, family, give, today):
    [one, *_others] = people_of(family)
    leaves = today + 4 * DAY
    after = give(
        "placement-place",
        family,
        people=[one.pk],
        planned_end_on=leaves.isoformat(),
        site=site.pk,
        without_bed="1",
    )
    stay = Placement.objects.get()
    assert (stay.individual, stay.planned_end_on, stay.bed) == (one, leaves, None)
    assert after.messages[0].startswith(
        f"{one.display_name} duerme en Hotel Puente, aún sin cama, hasta el"
    )


def test_a_move_takes_the_night_on_the_screen_and_refuses_another_number_of_people(
    cast, site, family, give, today
):
    stays = [
        a_stay(person, site, bed, by=cast.carla, checked_in_at=timezone.now())
        for person, bed in zip(people_of(family), beds_of(site)[2:], strict=False)
    ]
    a_site(cast.cucuta, beds=[4], run_by=cast.carla)
    alone = [stays[0].individual_id]
    assert give("placement-move", stays[0], people=alone).refusals == [CHANGED]
    assert not Placement.objects.filter(previous__isnull=False).exists()
    give("placement-move", stays[0], starts_on=(today + DAY).isoformat())
    moved = Placement.objects.filter(previous__isnull=False)
    assert {stay.starts_on for stay in moved} == {today + DAY}
    assert moved.count() == 3


def test_who_waits_at_a_site_for_a_bed_leaves_on_the_day_on_the_screen(
    cast, site, family, give, today
):
    planned, later = today + 3 * DAY, today + 5 * DAY
    for person in people_of(family):
        a_stay(person, site, by=cast.carla, starts_on=today, planned_end_on=planned)
    page = page_of(as_(cast.carla).get(reverse("placement-place", args=[family.pk])))
    assert page.fields["planned_end_on"] == planned.strftime("%d/%m/%Y")
    give("placement-place", family, planned_end_on=later.isoformat())
    assert {stay.planned_end_on for stay in Placement.objects.exclude(bed=None)} == {later}
