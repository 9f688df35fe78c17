"""Logging an arrival: one case, numbered people, once."""

import datetime
import uuid

import pytest

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.arrivals.actions.arrivals import NobodyArrived, log_arrival
from casework.register.choices import Category, Relation
from casework.register.models.case import Case, CaseStatusChange, CaseTeamChange
from casework.register.models.individual import Individual
from casework.service.models import ServiceRecord
from tests.build import a_family, a_row, an_arrival, people_of, reference
from tests.refusals import refused
from vault.search import exact_token

D = datetime.date


def test_a_family_gets_one_case_and_numbers_in_the_order_of_the_grid(cast):
    case = an_arrival(cast)
    assert (case.number, case.team, case.office, case.opened_on) == (
        "A-2019-000001",
        cast.norte,
        cast.cucuta,
        D(2019, 2, 23),
    )
    assert [(person.number, person.full_name, person.category) for person in people_of(case)] == [
        ("A-2019-000001-01", "Yorman José Rodríguez Peña", Category.FORMER_MEMBER),
        ("A-2019-000001-02", "Marleny Suárez Contreras", Category.RELATIVE),
        ("A-2019-000001-03", "Ángel David Rodríguez Suárez", Category.RELATIVE),
        ("A-2019-000001-04", "Wilmer Suárez Contreras", Category.RELATIVE),
    ]
    assert list(
        case.members.order_by("pk").values_list("relation_to_principal", "joined_on", "left_on")
    ) == [
        (relation, D(2019, 2, 23), None)
        for relation in (Relation.PRINCIPAL, Relation.SPOUSE, Relation.SON, Relation.IN_LAW)
    ]
    assert case.people_numbered == 4


def test_numbers_run_on_within_the_year_of_arrival(cast):
    numbers = [
        an_arrival(cast, people=[a_row()], on=day).number
        for day in (D(2019, 2, 23), D(2020, 1, 2), D(2019, 3, 1))
    ]
    assert numbers == ["A-2019-000001", "A-2020-000001", "A-2019-000002"]


def test_the_arrival_papers_service_and_histories_are_written_with_it(cast):
    given = reference()
    case = an_arrival(
        cast,
        people=[a_row(force=given["force"], rank=given["rank"], document="V-19.345.678")],
        crossing=given["crossing"],
    )
    person = people_of(case)[0]
    service = ServiceRecord.objects.get(individual=person)
    assert (person.category, service.force, service.rank, service.rank_band) == (
        Category.FORMER_MEMBER,
        given["force"],
        "sargento-2",
        "professional",
    )
    assert [(paper.number, paper.number_token) for paper in person.identity_documents.all()] == [
        ("V-19.345.678", exact_token("19345678", purpose="document"))
    ]
    assert person.arrival.crossing == given["crossing"]
    assert list(CaseStatusChange.objects.values_list("case", "status", "by")) == [
        (case.pk, "open", cast.ana.pk)
    ]
    assert list(CaseTeamChange.objects.values_list("case", "team")) == [(case.pk, cast.norte.pk)]
    event = AuditEvent.objects.get(verb="arrival.logged")
    assert (event.actor, event.case_id, event.details) == (
        cast.ana,
        case.pk,
        {"people": 1, "on": "2019-02-23"},
    )


def test_a_double_click_makes_one_case(cast):
    token = uuid.uuid4()
    first = an_arrival(cast, submission=token)
    assert an_arrival(cast, submission=token) == first
    assert (Case.objects.count(), Individual.objects.count()) == (1, 4)


def test_nobody_logs_for_a_team_that_is_not_theirs(cast):
    with pytest.raises(NotAllowed):
        an_arrival(cast, by=cast.ana, team=cast.sur)
    with pytest.raises(NotAllowed):
        an_arrival(cast, by=cast.carla, team=cast.norte)
    assert an_arrival(cast, by=cast.sonia, team=cast.sur).team == cast.sur


def test_an_arrival_lies_in_the_past_and_has_people(cast):
    tomorrow = cast.ana.today() + datetime.timedelta(days=1)
    with refused("This day lies in the future"):
        log_arrival(team=cast.norte, rows=a_family(), on=tomorrow, by=cast.ana)
    with pytest.raises(NobodyArrived):
        log_arrival(team=cast.norte, rows=[], on=D(2019, 2, 23), by=cast.ana)
