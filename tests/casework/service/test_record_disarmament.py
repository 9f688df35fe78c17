"""Disarmament: one row of outcomes for each former member and arrival."""

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from accounts.roles import Role
from casework.register.actions import EditConflict
from casework.register.choices import Category, YesNo
from casework.service.actions import record_disarmament
from casework.service.models import Disarmament
from partners.choices import OrganisationKind
from partners.models import Organisation
from tests.build import a_row, an_arrival, people_of
from tests.cast import hire, log_in
from tests.refusals import refused


def an_authority():
    return Organisation.objects.create(name="Policía", kind=OrganisationKind.STATE)


def test_the_outcome_is_written_once_per_arrival_and_then_corrected(cast):
    soldier = people_of(an_arrival(cast))[0]
    first = record_disarmament(soldier, arms_carried=YesNo.YES, by=cast.ana)
    second = record_disarmament(soldier, arms_surrendered=YesNo.YES, version=1, by=cast.ana)
    assert (first.pk, Disarmament.objects.count(), second.version) == (second.pk, 1, 2)
    assert (second.arms_carried, second.arms_surrendered, second.uniform_handed_over) == (
        YesNo.YES,
        YesNo.YES,
        YesNo.UNKNOWN,
    )
    verbs = AuditEvent.objects.filter(verb__startswith="disarmament").order_by("at")
    assert [event.verb for event in verbs] == ["disarmament.recorded", "disarmament.corrected"]


def test_whoever_saves_second_is_told(cast):
    soldier = people_of(an_arrival(cast))[0]
    berta = hire("Berta", Role.CASEWORKER, cast.cucuta, cast.norte)
    record_disarmament(soldier, by=cast.ana)
    record_disarmament(soldier, version=1, by=berta)
    with pytest.raises(EditConflict):
        record_disarmament(soldier, version=1, by=cast.ana)


def test_a_relative_a_contradiction_and_a_day_to_come_are_refused(cast):
    soldier, wife, *_rest = people_of(an_arrival(cast))
    with refused("Only former members of a force hand something over"):
        record_disarmament(wife, by=cast.ana)
    with refused("Who carried no arms surrendered none"):
        record_disarmament(soldier, arms_carried=YesNo.NO, arms_surrendered=YesNo.YES, by=cast.ana)
    tomorrow = cast.ana.today() + datetime.timedelta(days=1)
    with refused("This day lies in the future"):
        record_disarmament(soldier, on=tomorrow, by=cast.ana)
    assert Disarmament.objects.count() == 0


def test_the_database_holds_the_contradiction_off_too(cast):
    soldier = people_of(an_arrival(cast))[0]
    record_disarmament(soldier, arms_carried=YesNo.NO, by=cast.ana)
    with pytest.raises(IntegrityError), transaction.atomic():
        Disarmament.objects.update(arms_surrendered=YesNo.YES)


@pytest.mark.parametrize("name", ["bruno", "carla", "lucia", "adela"])
def test_who_may_not_write_service_may_not_write_this(cast, name):
    soldier = people_of(an_arrival(cast))[0]
    with pytest.raises(NotAllowed):
        record_disarmament(soldier, by=cast.users[name])
    address = reverse("disarmament-record", args=[soldier.number])
    assert log_in(cast.users[name]).get(address).status_code == 404


def test_the_page_writes_and_the_panel_shows_it(cast):
    case = an_arrival(cast)
    soldier = people_of(case)[0]
    client = log_in(cast.ana)
    people = reverse("case-part", args=[case.number, "people"])
    address = reverse("disarmament-record", args=[soldier.number])
    assert address in client.get(people).content.decode()
    assert client.get(address).status_code == 200
    answer = client.post(
        address,
        {
            "arms_carried": "yes",
            "arms_surrendered": "yes",
            "uniform_handed_over": "no",
            "vehicle_surrendered": "unknown",
            "received_by": str(an_authority().pk),
            "receipt_number": "ACTA-0042",
            "on": "2019-02-23",
        },
    )
    assert answer["Location"] == people
    shown = client.get(people).content.decode()
    assert "ACTA-0042" in shown
    assert "Policía" in shown
    assert "ACTA-0042" in client.get(address).content.decode()
    assert (
        client.get(reverse("disarmament-record", args=[people_of(case)[1].number])).status_code
        == 404
    )


def test_the_panel_asks_as_often_for_four_as_for_one(cast, django_assert_max_num_queries):
    counts = []
    for soldiers in (1, 4):
        rows = [a_row(f"Luis {n}", category=Category.FORMER_MEMBER) for n in range(soldiers)]
        case = an_arrival(cast, people=rows)
        for person in people_of(case):
            record_disarmament(person, by=cast.ana)
        client = log_in(cast.ana)
        address = reverse("case-part", args=[case.number, "people"])
        client.get(address)
        with django_assert_max_num_queries(22) as asked:
            client.get(address)
        counts.append(len(asked))
    assert counts[0] == counts[1]
