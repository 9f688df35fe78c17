"""Who reads what is kept of a night reads the same as who counts it anew; `tests/worklist/test_kept.py` holds what is kept."""

import datetime
import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.permissions import Permission
from casework.register.models.case import Case
from shelters import occupied
from shelters.access import waiting_in_sight
from shelters.asleep import doubtful_sleepers, doubtful_sleepers_at
from shelters.kept import is_kept, keepers
from shelters.models import Bed, KeptOccupancy, KeptWaiting, Room, Site
from shelters.occupied import with_occupancy
from shelters.querysets.families import without_bed
from tests.cast import as_
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of
from tests.shelters.test_asleep import with_neighbours
from worklist.projection.models import KeptDue, KeptKind
from worklist.projection.update import NIGHTS, current_kinds, recompute_all

READERS = ("ana", "carla", "lucia", "sonia", "mara")


@pytest.fixture(scope="module", autouse=True)
def night_of_the_file(cast_of_the_file):
    """Some sleep, some against a rule, and some have no bed."""
    cast = cast_of_the_file.anew()
    with_neighbours(cast, random.Random(3))  # noqa: S311
    for _each in range(3):
        a_family(cast.norte, 2)
    night = cast.carla.today()
    current_kinds(night)
    return night


@pytest.fixture
def night(cast, night_of_the_file):
    return night_of_the_file


def test_all_sites_are_as_full_as_each_counted_alone(cast, night, monkeypatch):
    counted = {site.pk: site.occupancy for site in Site.objects.with_occupancy(night)}
    monkeypatch.setattr(occupied, "FEW_SITES", 0)
    with CaptureQueriesContext(connection) as asked:
        read = with_occupancy(Site.objects.all(), night)
    assert {site.pk: site.occupancy for site in read} == counted
    assert any("FROM shelters_keptoccupancy" in each["sql"].replace('"', "") for each in asked)
    with keepers.filled_with(), CaptureQueriesContext(connection) as asked:
        anew = with_occupancy(Site.objects.all(), night)
    assert {site.pk: site.occupancy for site in anew} == counted
    assert not any("shelters_keptoccupancy" in each["sql"] for each in asked)


def test_who_may_sleep_against_a_rule_is_looked_for_only_where_somebody_may(cast, night):
    assert sorted(doubtful_sleepers(night)) == sorted(doubtful_sleepers_at(None, night)) != []
    quiet = a_site(cast.cucuta, beds=[1])
    a_stay(people_of(a_family(cast.norte))[0], quiet, beds_of(quiet)[0], by=cast.carla)
    assert is_kept(night)
    asked = set(KeptOccupancy.objects.exclude(asked_about=[]).values_list("site_id", flat=True))
    assert quiet.pk not in asked != set()
    Room.objects.filter(site=quiet).update(for_whom="women")
    assert quiet.pk in {site for _stay, site, *_rest in doubtful_sleepers(night)}


def test_families_without_a_bed_are_the_same_for_every_reader(cast, night):
    assert is_kept(night)
    seen = 0
    for name in READERS:
        reader = cast.users[name]
        for permission in (Permission.PLACEMENT_READ, Permission.PLACEMENT_CHANGE):
            known = set(waiting_in_sight(reader, permission, kept_night=night))
            visible = Case.objects.visible_to(reader, permission)
            assert known == set(without_bed(visible, reader.today())), (name, permission)
            seen += len(known)
    assert seen > 10


def test_who_gets_a_bed_leaves_the_list_with_the_next_look(cast, night):
    carla, case = as_(cast.carla), a_family(cast.norte)
    assert case.number in carla.get("/families-without-bed/").content.decode()
    assert KeptWaiting.objects.filter(case_id=case.pk).exists()
    site = a_site(cast.cucuta, beds=[1], run_by=cast.carla)
    a_stay(people_of(case)[0], site, beds_of(site)[0], by=cast.carla)
    assert case.number not in carla.get("/families-without-bed/").content.decode()
    assert not KeptWaiting.objects.filter(case_id=case.pk).exists()


def test_a_night_is_kept_only_while_it_is_tonight_at_every_site(cast, night):
    assert is_kept(night)
    assert not is_kept(night + datetime.timedelta(days=1))
    elsewhere = cast.arauca
    # At every moment one of the two has another date than Cúcuta.
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        elsewhere.time_zone = zone
        if elsewhere.today() != night:
            break
    elsewhere.save(update_fields=["time_zone"])
    assert is_kept(night), "nobody sleeps at an office without a site"
    a_site(elsewhere, beds=[1])
    assert not is_kept(night)
    reader = cast.carla
    assert set(waiting_in_sight(reader, Permission.PLACEMENT_READ)) != set()
    assert sorted(doubtful_sleepers(night)) == sorted(doubtful_sleepers_at(None, night))


def test_of_another_night_nothing_is_kept_and_nothing_worked_out(cast, night, monkeypatch):
    monkeypatch.setattr(occupied, "FEW_SITES", 0)
    assert is_kept(night)
    before = list(KeptKind.objects.order_by("pk").values_list("day", "kind"))
    with CaptureQueriesContext(connection) as asked:
        assert not is_kept(night - datetime.timedelta(days=9))
    assert len(asked) == 1
    with_occupancy(Site.objects.all(), night - datetime.timedelta(days=9))
    assert list(KeptKind.objects.order_by("pk").values_list("day", "kind")) == before


def test_a_site_that_opens_today_after_all_counts_its_beds(cast, night, monkeypatch):
    monkeypatch.setattr(occupied, "FEW_SITES", 0)
    late = a_site(cast.cucuta, beds=[3], opened_on=night + datetime.timedelta(days=9))
    Bed.objects.filter(room__site=late).update(opened_on=night)
    [site] = with_occupancy([late], night)
    assert site.occupancy.beds == 0
    Site.objects.filter(pk=late.pk).update(opened_on=night)
    [site] = with_occupancy([late], night)
    assert site.occupancy.beds == 3


def test_rows_that_nobody_knows_of_are_in_nobodys_way(cast, night):
    assert is_kept(night)
    rows = KeptOccupancy.objects.count()
    KeptKind.objects.all().delete()
    assert is_kept(night)
    assert KeptOccupancy.objects.count() == rows > 0
    KeptDue.objects.all().delete()
    recompute_all(night)
    assert KeptKind.objects.filter(day=night, kind=NIGHTS).exists()


def test_a_site_in_another_zone_between_two_midnights_leaves_nothing_for_later(cast, night):
    assert is_kept(night)
    elsewhere = cast.arauca
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        elsewhere.time_zone = zone
        if elsewhere.today() != night:
            break
    elsewhere.save(update_fields=["time_zone"])
    assert is_kept(night)
    a_site(elsewhere, beds=[1])
    assert not is_kept(night)
    current_kinds(night)
    assert not KeptKind.objects.filter(kind=NIGHTS).exists()
