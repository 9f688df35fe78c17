"""Who sees which sites and stays, and what running a site opens."""

import datetime

import pytest

from accounts.access import can
from accounts.permissions import Permission
from casework.register.models.case import Case
from shelters.access import residents_and_waiting
from shelters.kept import is_kept
from shelters.models import Bed, Placement, Posting, Site
from tests.shelters.build import SINCE, a_family, a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)
COORDINATORS_SCOPE = residents_and_waiting.permissions


@pytest.fixture
def world(cast, today):
    """Two sites, one of them Carla's; a resident family at each; one that waits; one of another office."""
    mine, other = a_site(cast.cucuta, run_by=cast.carla), a_site(cast.cucuta)
    far = a_site(cast.arauca)
    families = {
        "mine": a_family(cast.norte),
        "other": a_family(cast.sur),
        "waiting": a_family(cast.sur),
        "far": a_family(cast.rio),
        "far_waiting": a_family(cast.rio),
        "hidden": a_family(cast.norte, is_restricted=True),
    }
    for name, site in {"mine": mine, "other": other, "far": far}.items():
        a_stay(people_of(families[name])[0], site, beds_of(site)[0], by=cast.sonia)
    a_stay(people_of(families["hidden"])[0], mine, beds_of(mine)[1], by=cast.sonia)
    return families


def names(world, cases):
    found = set(cases.values_list("pk", flat=True))
    return {name for name, case in world.items() if case.pk in found}


@pytest.mark.parametrize("permission", sorted(COORDINATORS_SCOPE))
def test_running_a_site_opens_its_residents_and_whoever_waits(cast, world, permission):
    assert names(world, Case.objects.visible_to(cast.carla, permission)) == {"mine", "waiting"}


@pytest.mark.parametrize("kept", [False, True], ids=["derived", "kept"])
def test_looked_up_at_once_are_the_cases_that_are_reached_one_by_one(cast, world, today, kept):
    Placement.objects.filter(case=world["other"]).update(ends_on=today - 8 * DAY)
    assert not kept or is_kept(today)
    for user in cast.users.values():
        alone = Case.objects.filter(residents_and_waiting.reached_by(user))
        at_once = residents_and_waiting.keys_reached_by(user, today if kept else None)
        found = {key for keys in at_once for (key,) in keys.values_list(*keys.query.values_select)}
        assert names(world, Case.objects.filter(pk__in=found)) == names(world, alone), user
        assert bool(found) == (user == cast.carla)


def test_running_a_site_never_opens_a_file(cast, world):
    assert Permission.CASE_READ not in COORDINATORS_SCOPE
    for permission in set(Permission) - COORDINATORS_SCOPE:
        assert names(world, Case.objects.visible_to(cast.carla, permission)) == set()


def test_without_a_posting_today_a_coordinator_sees_nobody(cast, world, today):
    Posting.objects.update(ends_on=today)
    assert not Case.objects.visible_to(cast.carla, Permission.CASE_CARD).exists()
    assert not Placement.objects.visible_to(cast.carla).exists()
    assert not Site.objects.visible_to(cast.carla).exists()


def test_a_resident_who_left_is_seen_for_a_week_and_no_longer(cast, world, today):
    stays = Placement.objects.filter(case=world["mine"])
    Case.objects.filter(pk=world["mine"].pk).update(
        status="closed", closed_on=today, end_reason="onward"
    )
    for days, seen in ((6, True), (8, False)):
        stays.update(ends_on=today - days * DAY)
        cases = Case.objects.visible_to(cast.carla, Permission.CASE_CARD)
        assert cases.contains(world["mine"]) is seen


def test_stays_are_seen_by_team_office_or_site(cast, world):
    seen = {
        name: names(world, Case.objects.filter(placements__in=Placement.objects.visible_to(user)))
        for name, user in cast.users.items()
    }
    assert {name: families for name, families in seen.items() if families} == {
        "ana": {"mine"},
        "bruno": {"other"},
        "carla": {"mine"},
        "sonia": {"mine", "other"},
        "mara": {"far"},
    }


def test_a_resident_who_moves_on_takes_the_next_stay_out_of_sight(cast, world, today):
    stay = Placement.objects.get(case=world["mine"])
    Placement.objects.filter(pk=stay.pk).update(ends_on=today)
    elsewhere = Site.objects.exclude(pk=stay.site_id).filter(office=cast.cucuta).get()
    later = a_stay(
        stay.individual, elsewhere, beds_of(elsewhere)[2], by=cast.sonia, starts_on=today
    )
    assert not Placement.objects.visible_to(cast.carla).contains(later)


def test_sites_are_seen_by_office_and_by_coordinators_when_posted(cast, world):
    counts = {name: Site.objects.visible_to(user).count() for name, user in cast.users.items()}
    assert counts == {
        "ana": 2,
        "bruno": 2,
        "carla": 1,
        "lucia": 0,
        "luis": 0,
        "sonia": 2,
        "adela": 2,
        "aurelio": 0,
        "mara": 1,
    }


@pytest.mark.parametrize(
    ("model", "permission"),
    [
        (Site, Permission.SITE_READ),
        (Site, Permission.PLACEMENT_CHANGE),
        (Bed, Permission.BED_CHANGE),
        (Placement, Permission.PLACEMENT_READ),
        (Placement, Permission.PLACEMENT_CHANGE),
    ],
)
def test_can_says_what_the_list_shows(cast, world, model, permission):
    for user in cast.users.values():
        listed = set(model.objects.visible_to(user, permission).values_list("pk", flat=True))
        for row in model.objects.all():
            shown = row.pk in listed and user.holds(permission)
            assert bool(can(user, permission, about=row)) is shown


def test_a_posting_from_tomorrow_opens_nothing_today(cast, today):
    site = a_site(cast.cucuta)
    Posting.objects.create(user=cast.carla, site=site, starts_on=today + DAY, granted_by=cast.adela)
    assert not Site.objects.visible_to(cast.carla).contains(site)
    assert today > SINCE
