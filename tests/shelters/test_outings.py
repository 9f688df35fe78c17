"""Who went out and came back: the rule of the site that counted then, and flags for its coordinators alone."""

import datetime

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.corrections.models import Correction
from casework.rights.extract import extract_of
from shelters.door.actions import set_door_rule
from shelters.models import Placement
from shelters.outings.actions import come_back, go_out
from shelters.outings.models import Outing
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_family, a_stay, beds_of, people_of
from tests.shelters.door_builds import who_sleeps_here

TWO_HOURS = 120
MOST_QUERIES = 16
LATE = "Fuera de hora"


def log(user, site):
    answer = as_(user).get(reverse("outing-log", args=[site.pk]))
    return page_of(answer) if answer.status_code == 200 else answer.status_code


def late_on_today(user):
    return page_of(as_(user).get(reverse("today"))).says("1 persona no ha vuelto a tiempo")


def test_f51_an_outing_of_more_than_two_hours_is_flagged_to_the_coordinator_alone(cast, site):
    [one] = who_sleeps_here(cast, site, "Luz")
    set_door_rule(site, longest_out_minutes=TWO_HOURS, by=cast.carla)
    start = timezone.now()
    as_(cast.carla).post(reverse("outing-begin", args=[one.pk]))
    outing = Outing.objects.get()
    assert outing.due_back_at - outing.out_at == datetime.timedelta(hours=2)
    assert not log(cast.carla, site).says(LATE)
    with time_machine.travel(start + datetime.timedelta(hours=1, minutes=55)):
        assert not late_on_today(cast.carla)
    with time_machine.travel(start + datetime.timedelta(hours=2, minutes=5)):
        assert log(cast.carla, site).says(LATE)
        assert late_on_today(cast.carla)
        listed = page_of(as_(cast.carla).get(reverse("outing-list"), {"state": "late"}))
        assert [row["Quién"].split()[0] for row in listed.rows] == ["Luz"]
        # Who answers for the office sees the outing and no flag; the caseworker sees neither.
        assert log(cast.sonia, site).says("Luz")
        assert not log(cast.sonia, site).says(LATE)
        assert not late_on_today(cast.sonia)
        assert log(cast.ana, site) == 404
        assert not late_on_today(cast.ana)
        assert not Outing.objects.visible_to(cast.ana).exists()
        as_(cast.carla).post(reverse("outing-end", args=[outing.pk]))
        assert log(cast.carla, site).says(LATE)
        assert not late_on_today(cast.carla)
    # Nothing follows for the place.
    assert Placement.objects.get(pk=one.pk).ends_on is None


def test_who_leaves_the_site_while_out_is_late_no_longer(cast, site, today):
    [one] = who_sleeps_here(cast, site, "Luz")
    set_door_rule(site, longest_out_minutes=1, by=cast.carla)
    go_out(one, by=cast.carla)
    with time_machine.travel(timezone.now() + datetime.timedelta(hours=1)):
        assert late_on_today(cast.carla)
        Placement.objects.filter(pk=one.pk).update(ends_on=today)
        assert not late_on_today(cast.carla)
        assert log(cast.carla, site).says("Luz")
        assert not log(cast.carla, site).says(LATE)
        assert page_of(as_(cast.carla).get(reverse("outing-list"), {"state": "out"})).rows == []


def test_without_a_rule_nobody_is_late(cast, site):
    [one] = who_sleeps_here(cast, site, "Luz")
    outing = go_out(one, by=cast.carla)
    assert outing.due_back_at is None
    with time_machine.travel(timezone.now() + datetime.timedelta(days=1)):
        assert not log(cast.carla, site).says(LATE)


def test_a_later_rule_changes_no_outing(cast, site):
    [one] = who_sleeps_here(cast, site, "Luz")
    set_door_rule(site, longest_out_minutes=TWO_HOURS, by=cast.carla)
    outing = go_out(one, by=cast.carla)
    before = outing.due_back_at
    set_door_rule(site, longest_out_minutes=1, by=cast.carla)
    outing.refresh_from_db()
    assert outing.due_back_at == before


def test_nobody_goes_out_twice_or_without_being_here(cast, site, today):
    [one] = who_sleeps_here(cast, site, "Luz")
    outing = go_out(one, by=cast.carla)
    with refused("is out already"):
        go_out(one, by=cast.carla)
    come_back(outing, by=cast.carla)
    with refused("is back already"):
        come_back(outing, by=cast.carla)
    [expected] = people_of(a_family(cast.norte))
    stay = a_stay(expected, site, beds_of(site)[4], by=cast.carla, starts_on=today)
    with refused("does not stay here now"):
        go_out(stay, by=cast.carla)
    with pytest.raises(NotAllowed):
        go_out(one, by=cast.ana)
    assert Outing.objects.count() == 1


def test_times_are_corrected_and_the_earlier_ones_stay(cast, site):
    [one] = who_sleeps_here(cast, site, "Luz")
    set_door_rule(site, longest_out_minutes=TWO_HOURS, by=cast.carla)
    outing = go_out(one, by=cast.carla)
    address = reverse("outing-correct", args=[outing.pk])
    began = timezone.localtime() - datetime.timedelta(hours=3)
    said = {"out_at": f"{began:%d/%m/%Y %H:%M}", "back_at": ""}
    assert as_(cast.carla).post(address, said).status_code == 302
    outing.refresh_from_db()
    assert outing.due_back_at - outing.out_at == datetime.timedelta(hours=2)
    assert log(cast.carla, site).says(LATE)
    assert Correction.objects.of(outing).count() == 1
    later = timezone.localtime() + datetime.timedelta(hours=3)
    refused = as_(cast.carla).post(address, said | {"back_at": f"{later:%d/%m/%Y %H:%M}"})
    assert page_of(refused).refusals
    mistake = as_(cast.carla).post(address, said | {"is_mistake": "on"})
    assert mistake.status_code == 302
    assert not Outing.objects.standing().exists()
    assert AuditEvent.objects.filter(verb="outing.corrected").count() == 2


def test_a_persons_extract_shows_their_outings(cast, site):
    [one] = who_sleeps_here(cast, site, "Luz")
    go_out(one, by=cast.carla)
    titles = [str(each.title) for each in extract_of(one.individual, by=cast.sonia).sections]
    assert "Salidas del sitio" in titles


@pytest.mark.parametrize("name", ["outing-log", "outing-list"])
def test_outings_cost_the_same_for_one_and_for_four(cast, site, name):
    def queries():
        client = as_(cast.carla)
        address = reverse(name, args=[site.pk] if name == "outing-log" else [])
        client.get(address)
        with CaptureQueriesContext(connection) as found:
            assert client.get(address).status_code == 200
        return [each["sql"] for each in found.captured_queries if "SAVEPOINT" not in each["sql"]]

    # One stays here, so that both parts of the page have a row.
    go_out(who_sleeps_here(cast, site, "Luz", "Queda")[0], by=cast.carla)
    one = queries()
    for stay in who_sleeps_here(cast, site, "Eider", "Yorman", "Ana"):
        go_out(stay, by=cast.carla)
    many = queries()
    assert len(one) == len(many) <= MOST_QUERIES, "\n".join(many)
