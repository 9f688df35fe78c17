"""A bed put out of service or back into it, and a change of a site, are taken back within a day, to what they were."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEvent, User
from shelters.actions import placements
from shelters.actions.beds import correct_closure
from shelters.actions.sites import change_site
from shelters.actions.undo_places import undo_bed, undo_site
from shelters.models import Bed, BedClosure, Site
from shelters.refusals import NothingToUndo, StillInUse
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import beds_of, people_of

DAY = datetime.timedelta(days=1)
NOTHING = "nothing to take back"


@pytest.fixture
def bed(site):
    return beds_of(site)[0]


@pytest.fixture
def sonia(cast):
    return as_(cast.sonia)


def close(browser, bed, first, until=""):
    sent = {"starts_on": first, "ends_on": until, "reason": "repair"}
    return page_of(browser.post(reverse("bed-close", args=[bed.pk]), sent, follow=True))


def taken_back(browser, row, name="bed-undo"):
    """The page that asks, and what is said after its button."""
    address = reverse(name, args=[row.pk])
    asked = page_of(browser.get(address))
    return asked, page_of(browser.post(address, asked.fields, follow=True))


def in_service(bed, night):
    return Bed.objects.in_service_on(night).filter(pk=bed.pk).exists()


def test_a_closed_bed_is_in_service_again_and_the_page_says_what_it_was(sonia, bed, today):
    after = close(sonia, bed, today, today + 3 * DAY)
    assert after.links[reverse("bed-undo", args=[bed.pk])] == "Deshacer"
    assert not in_service(bed, today)
    asked, done = taken_back(sonia, bed)
    assert asked.says("101 · 1", "Después, de nuevo: en servicio")
    assert done.says("Todo está como antes")
    assert in_service(bed, today)
    assert reverse("bed-undo", args=[bed.pk]) not in done.links
    event = AuditEvent.objects.get(verb="bed.undone")
    assert event.details == {"act": "bed.closed"}


@pytest.mark.parametrize("is_back_again", [False, True])
def test_a_whole_room_closed_or_reopened_in_one_act_is_taken_back_in_one(
    sonia, site, today, is_back_again
):
    room = beds_of(site)[0].room
    first, *_others, bed = beds = list(room.beds.in_order())
    in_use = Bed.objects.in_service_on
    own = {"starts_on": today + DAY, "ends_on": today + 2 * DAY, "reason": "pest"}
    sonia.post(reverse("bed-close", args=[first.pk]), own)
    sent = {"starts_on": today, "ends_on": today + 4 * DAY, "reason": "repair"}
    after = page_of(sonia.post(reverse("room-close", args=[room.pk]), sent, follow=True))
    if is_back_again:
        closure = BedClosure.objects.filter(reason="repair").exclude(bed=first).first()
        after = page_of(sonia.post(reverse("room-reopen", args=[closure.pk]), follow=True))
    undo = [link for link in after.links if link.endswith("/undo/")]
    assert len(undo) == (2 if is_back_again else 1)
    assert in_use(today + DAY).filter(room=room).exists() == is_back_again
    asked, _done = taken_back(sonia, bed)
    assert asked.says(f"{room.name} · {bed.name}", "Después, de nuevo:")
    assert in_use(today).filter(room=room).count() == (0 if is_back_again else len(beds))
    # What was closed before, for another reason, stays so.
    assert BedClosure.objects.get(reason="pest").ends_on == today + 2 * DAY
    with refused(NOTHING, kind=NothingToUndo):
        undo_bed(bed, by=User.objects.get(pk=AuditEvent.objects.latest("at").actor_id))


@pytest.mark.parametrize("end", [None, 5])
def test_a_bed_put_back_into_service_is_out_of_it_again_until_the_same_day(sonia, bed, today, end):
    until = today + end * DAY if end else None
    close(sonia, bed, today, until or "")
    closure = BedClosure.objects.get()
    sonia.post(reverse("bed-reopen", args=[closure.pk]))
    assert in_service(bed, today)
    taken_back(sonia, bed)
    closure.refresh_from_db()
    assert (closure.starts_on, closure.ends_on) == (today, until)


def test_who_got_the_bed_meanwhile_keeps_it(cast, sonia, site, family, bed, today):
    close(sonia, bed, today)
    sonia.post(reverse("bed-reopen", args=[BedClosure.objects.get().pk]))
    [person, *_others] = people_of(family)
    placements.place(person, site=site, bed=bed, starts_on=today, by=cast.carla)
    with pytest.raises(StillInUse):
        undo_bed(bed, by=cast.sonia)
    _asked, answer = taken_back(sonia, bed)
    assert answer.says("Alguien tiene esta cama")
    assert in_service(bed, today)


def test_after_a_day_or_a_correction_nothing_is_taken_back(cast, sonia, bed, today):
    close(sonia, bed, today)
    later = time_machine.travel(timezone.now() + 25 * datetime.timedelta(hours=1), tick=True)
    with later, refused(NOTHING, kind=NothingToUndo):
        undo_bed(bed, by=cast.sonia)
    closure = BedClosure.objects.get()
    days = {"starts_on": today, "ends_on": today + 2 * DAY, "why_closed": "pest"}
    correct_closure(closure, **days, by=cast.sonia)
    with refused(NOTHING, kind=NothingToUndo):
        undo_bed(bed, by=cast.sonia)


def test_a_changed_site_has_each_of_its_former_facts_again(cast, sonia, site):
    before = Site.objects.values().get(pk=site.pk)
    page = page_of(sonia.get(reverse("site-change", args=[site.pk])))
    typed = page.fields | {"name": "Hotel Frontera", "usable_area_m2": "120.5", "kind": "tents"}
    after = page_of(sonia.post(reverse("site-change", args=[site.pk]), typed, follow=True))
    assert after.links[reverse("site-undo", args=[site.pk])] == "Deshacer"
    asked, _done = taken_back(sonia, site, "site-undo")
    assert asked.says("Ahora: Hotel Frontera. Después, de nuevo: Hotel Puente")
    now = Site.objects.values().get(pk=site.pk)
    assert now | {"version": 0} == before | {"version": 0}
    assert now["version"] == before["version"] + 2
    with refused(NOTHING, kind=NothingToUndo):
        undo_site(site, by=cast.sonia)


def test_a_site_that_was_changed_again_elsewhere_is_not_taken_back(cast, site):
    change_site(site, name="Hotel Frontera", by=cast.sonia)
    Site.objects.filter(pk=site.pk).update(name="Hotel Cúcuta")
    with refused(NOTHING, kind=NothingToUndo):
        undo_site(site, by=cast.sonia)


def test_who_runs_the_site_takes_back_what_became_of_a_bed_and_not_of_the_site(
    cast, sonia, site, bed, today
):
    change_site(site, name="Hotel Frontera", by=cast.sonia)
    close(sonia, bed, today)
    page = page_of(as_(cast.carla).get(reverse("site-detail", args=[site.pk])))
    assert reverse("bed-undo", args=[bed.pk]) in page.links
    assert reverse("site-undo", args=[site.pk]) not in page.links
    assert as_(cast.carla).get(reverse("site-undo", args=[site.pk])).status_code == 404
    assert as_(cast.ana).get(reverse("bed-undo", args=[bed.pk])).status_code == 404
