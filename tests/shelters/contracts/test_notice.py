"""A notice to leave: said at once, counted down, and nobody is sent there past its day."""

import datetime

from django.urls import reverse

from aid.models import Cover
from shelters.actions import placements, sites
from shelters.contracts import actions
from shelters.contracts.models import SiteNotice
from shelters.models import Placement, StayReason
from shelters.refusals import ReasonNeeded, StillInUse
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of
from worklist.notices.models import Notice
from worklist.scheduler.tick import tick

DAY = datetime.timedelta(days=1)


def give_notice(site, *, leaves_on, by, **facts):
    said = {"given_by": "owner", "cause": "arrears", "received_on": by.today(), **facts}
    notice = actions.record_notice(site, leaves_on=leaves_on, by=by, **said)
    site.refresh_from_db()
    return notice


def offered_sites(case, *, starts_on, planned_end_on=""):
    """The sites that the page of placing offers, through the form."""
    url = reverse("placement-place", args=[case.pk])
    return url, {"starts_on": starts_on, "planned_end_on": planned_end_on}


def test_no_bed_is_offered_past_the_day_of_a_notice(cast, family, today):
    leaving = a_site(cast.cucuta, beds=[4], run_by=cast.carla, name="Hotel que cierra")
    other = a_site(cast.cucuta, beds=[4], run_by=cast.carla, name="Hotel que sigue")
    give_notice(leaving, leaves_on=today + 4 * DAY, by=cast.carla)
    carla = as_(cast.carla)
    names = {}
    for leaves_on in ("", today + 4 * DAY, today + 5 * DAY):
        url, asked = offered_sites(family, starts_on=today, planned_end_on=leaves_on)
        people = [str(person.pk) for person in people_of(family)]
        page = page_of(carla.get(url, {**asked, "people": people}))
        beds = {
            str(bed.pk): bed.room.site.name for site in (leaving, other) for bed in beds_of(site)
        }
        names[leaves_on] = {beds[run.split(",")[0]] for run in page.offered("run")}
    assert names == {
        "": {other.name},
        today + 4 * DAY: {leaving.name, other.name},
        today + 5 * DAY: {other.name},
    }


def test_placing_moving_and_extending_past_the_day_need_a_reason(cast, site, family, today):
    leaving = a_site(cast.cucuta, beds=[4], run_by=cast.carla)
    give_notice(leaving, leaves_on=today + 4 * DAY, by=cast.carla)
    one, two, _three = people_of(family)
    asks = {"field": "reason", "kind": ReasonNeeded}
    with refused("gave notice to leave", **asks):
        placements.place(one, site=leaving, starts_on=today, by=cast.carla)
    stay = placements.place(
        one, site=leaving, starts_on=today, planned_end_on=today + 4 * DAY, by=cast.carla
    )
    with refused("gave notice to leave", **asks):
        placements.extend(stay, planned_end_on=today + 5 * DAY, by=cast.carla)
    elsewhere = placements.place(two, site=site, starts_on=today, by=cast.carla)
    with refused("gave notice to leave", **asks):
        placements.move(elsewhere, site=leaving, bed=beds_of(leaving)[0], on=today, by=cast.carla)
    placements.extend(
        stay, planned_end_on=today + 5 * DAY, reason="El dueño da una noche más.", by=cast.carla
    )
    assert StayReason.objects.get().rules == ["notice_given"]


def test_a_notice_that_is_withdrawn_stands_in_nobodys_way(cast, site, family, today):
    notice = give_notice(site, leaves_on=today + 4 * DAY, by=cast.carla)
    actions.withdraw_notice(notice, on=today, by=cast.carla)
    site.refresh_from_db()
    assert site.must_leave_on is None
    placements.place(people_of(family)[0], site=site, starts_on=today, by=cast.carla)


def test_whoever_answers_for_the_site_is_told_within_a_minute(cast, site, today):
    give_notice(site, leaves_on=today + 60 * DAY, by=cast.carla)
    tick()
    told = Notice.objects.filter(kind="site_notice_given")
    assert {notice.user for notice in told} == {cast.sonia, cast.adela}
    assert {notice.due_on for notice in told} == {today + 60 * DAY}
    Notice.objects.all().delete()
    give_notice(site, leaves_on=today + 50 * DAY, by=cast.sonia)
    tick()
    new = Notice.objects.filter(kind="site_notice_given", due_on=today + 50 * DAY)
    assert {notice.user for notice in new} == {cast.carla, cast.adela}


def test_a_coordinator_of_other_sites_is_not_told(cast, today):
    give_notice(a_site(cast.cucuta), leaves_on=today + 60 * DAY, by=cast.sonia)
    tick()
    told = Notice.objects.filter(kind="site_notice_given")
    assert {notice.user for notice in told} == {cast.adela}


def test_today_counts_down_by_site_people_and_families(cast, site, family, today):
    beds = beds_of(site)
    for person, bed in zip(people_of(family), beds, strict=False):
        a_stay(person, site, bed, by=cast.carla)
    [alone] = people_of(a_family(cast.norte))
    a_stay(alone, site, beds[3], by=cast.carla)
    give_notice(site, leaves_on=today + 12 * DAY, by=cast.carla)
    page = page_of(as_(cast.carla).get(reverse("today")))
    assert page.says("4 personas en Hotel Puente", "en 12 días", "2 familias")
    listed = page_of(as_(cast.carla).get(reverse("placement-list"), {"site": site.pk}))
    assert listed.says("aviso de desalojo: la noche del")


def test_a_site_closes_with_people_inside_after_a_notice_or_with_a_reason(
    cast, site, family, today
):
    stay = a_stay(people_of(family)[0], site, beds_of(site)[0], by=cast.carla)
    with refused("say why it closes", field="why", kind=StillInUse):
        sites.close_site(site, on=today, by=cast.sonia)
    url = reverse("site-close", args=[site.pk])
    sonia = as_(cast.sonia)
    assert sonia.post(url, {"on": today.isoformat()}).status_code == 200
    assert sonia.post(url, {"on": today.isoformat(), "why": "order"}).status_code == 302
    site.refresh_from_db()
    notice = SiteNotice.objects.get()
    assert (site.closed_on, site.must_leave_on) == (today, today)
    assert (notice.given_by, notice.cause, notice.leaves_on) == ("office", "order", today)
    assert Placement.objects.get(pk=stay.pk).ends_on is None
    assert page_of(as_(cast.carla).get(reverse("today"))).says("1 persona en Hotel Puente")
    detail = page_of(sonia.get(reverse("site-detail", args=[site.pk])))
    assert detail.says("1 persona todavía tiene cupo aquí")


def test_after_a_notice_by_that_day_it_closes_without_another_reason(cast, site, family, today):
    a_stay(people_of(family)[0], site, beds_of(site)[0], by=cast.carla)
    give_notice(site, leaves_on=today + 4 * DAY, by=cast.carla)
    with refused("say why it closes", field="why", kind=StillInUse):
        sites.close_site(site, on=today + 3 * DAY, by=cast.sonia)
    closed = sites.close_site(site, on=today + 4 * DAY, by=cast.sonia)
    assert closed.closed_on == today + 4 * DAY
    assert SiteNotice.objects.count() == 1


def covered(person):
    rows = Cover.objects.filter(individual=person, kind="lodging").order_by("starts_on")
    return list(rows.values_list("starts_on", "until"))


def test_lodging_ends_with_a_notice_and_is_missing_between_two_contracts(cast, site, family, today):
    person = people_of(family)[0]
    a_stay(person, site, beds_of(site)[0], by=cast.carla, starts_on=today - DAY)
    actions.record_contract(site, starts_on=today - 9 * DAY, ends_on=today + 5 * DAY, by=cast.sonia)
    assert covered(person) == [(today - DAY, today + 5 * DAY)]
    actions.record_contract(site, starts_on=today + 9 * DAY, by=cast.sonia)
    assert covered(person) == [(today - DAY, today + 5 * DAY), (today + 9 * DAY, None)]
    give_notice(site, leaves_on=today + 12 * DAY, by=cast.carla)
    assert covered(person) == [
        (today - DAY, today + 5 * DAY),
        (today + 9 * DAY, today + 12 * DAY),
    ]
    give_notice(site, leaves_on=today + 7 * DAY, by=cast.carla)
    assert covered(person) == [(today - DAY, today + 5 * DAY)]
