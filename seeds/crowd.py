"""Many people at once, for measuring: the rows that the arrival action would have written, in bulk.

An action costs milliseconds a case because it asks, locks and records each time; 100,000 people are
written here in minutes. tests/seeds/test_crowd.py compares these rows with an action's, field by field.
"""

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import AuditEvent, Team, User
from casework.actions.identity_documents import new_identity_document
from casework.actions.individuals import CORRECTABLE, PersonRow, tokens_of
from casework.actions.phones import new_phone
from casework.actions.service_records import new_service
from casework.choices import CaseStatus, Category, EntryMode, Relation
from casework.models import (
    Arrival,
    Case,
    CaseStatusChange,
    CaseTeamChange,
    CrossingPoint,
    FamilyMember,
    IdentityDocument,
    Individual,
    NumberSeries,
    Phone,
    RegionalDirectorate,
    ServiceRecord,
)
from casework.rules.numbers import case_number, individual_number
from seeds.people import Inventor
from vault.keys import issue_keys, remembering

CASES_AT_ONCE = 500
FIRST_DAY = datetime.date(2019, 3, 1)
LAST_DAY = datetime.date(2019, 12, 31)


@dataclass(frozen=True)
class Logged:
    """What a caseworker would have typed for one arrival."""

    team: Team
    by: User
    on: datetime.date
    rows: Sequence[PersonRow]
    crossing: CrossingPoint | None = None
    directorate: RegionalDirectorate | None = None
    entry_mode: str = EntryMode.UNKNOWN


@dataclass
class Batch:
    """Unsaved rows of many arrivals, table by table."""

    cases: list[Case] = field(default_factory=list)
    status_changes: list[CaseStatusChange] = field(default_factory=list)
    team_changes: list[CaseTeamChange] = field(default_factory=list)
    arrivals: list[Arrival] = field(default_factory=list)
    individuals: list[Individual] = field(default_factory=list)
    documents: list[IdentityDocument] = field(default_factory=list)
    phones: list[Phone] = field(default_factory=list)
    services: list[ServiceRecord] = field(default_factory=list)
    members: list[FamilyMember] = field(default_factory=list)
    events: list[AuditEvent] = field(default_factory=list)

    def write(self) -> None:
        """In the order in which the tables lean on each other."""
        tables: tuple[list[Any], ...] = (
            self.cases,
            self.status_changes,
            self.team_changes,
            self.arrivals,
            self.individuals,
            self.documents,
            self.phones,
            self.services,
            self.members,
            self.events,
        )
        for rows in tables:
            if rows:
                type(rows[0])._default_manager.bulk_create(rows, batch_size=1000)


def add_crowd(
    people: int,
    *,
    teams: Sequence[tuple[Team, User]],
    seed: int = 1,
    say: Callable[[str], None] = lambda sentence: None,
) -> int:
    """Adds at least `people` invented people, in the cases of these teams. Returns how many it added."""
    arrivals = _invented(Inventor(seed), teams)
    added = 0
    while added < people:
        batch: list[Logged] = []
        size = 0
        for logged in islice(arrivals, CASES_AT_ONCE):
            batch.append(logged)
            size += len(logged.rows)
            if added + size >= people:
                break
        write_arrivals(batch)
        added += size
        say(f"  {added} people")
    return added


def _invented(inventor: Inventor, teams: Sequence[tuple[Team, User]]) -> Iterator[Logged]:
    directorate = RegionalDirectorate.objects.filter(code="oriente").first()
    crossing = CrossingPoint.objects.filter(code="simon-bolivar").first()
    span = (LAST_DAY - FIRST_DAY).days
    while True:
        team, by = inventor.random.choice(list(teams))
        on = FIRST_DAY + datetime.timedelta(days=inventor.random.randint(0, span))
        soldier = inventor.former_member(on)
        relatives = inventor.random.choice([0, 0, 0, 1, 2, 3])
        rows = [soldier, *(inventor.relatives(soldier, on, relatives) if relatives else [])]
        yield Logged(team, by, on, rows, crossing, directorate, EntryMode.BRIDGE)


@transaction.atomic
def write_arrivals(arrivals: Sequence[Logged]) -> list[Case]:
    """Writes these arrivals as the action would, a statement or so per table."""
    with remembering():
        keys = iter(issue_keys(sum(1 + len(logged.rows) for logged in arrivals)))
        serials = _reserve_serials(arrivals)
        batch = Batch()
        for logged in arrivals:
            _add_arrival(batch, logged, next(serials[logged.on.year]), keys)
        batch.write()
    return batch.cases


def _reserve_serials(arrivals: Sequence[Logged]) -> dict[int, Iterator[int]]:
    reserved = {}
    for year in {logged.on.year for logged in arrivals}:
        NumberSeries.objects.bulk_create([NumberSeries(year=year)], ignore_conflicts=True)
        series = NumberSeries.objects.select_for_update().get(year=year)
        wanted = sum(logged.on.year == year for logged in arrivals)
        reserved[year] = iter(range(series.last + 1, series.last + wanted + 1))
        series.last += wanted
        series.save(update_fields=["last"])
    return reserved


def _add_arrival(batch: Batch, logged: Logged, serial: int, keys: Iterator[UUID]) -> None:
    case = Case(
        key_id=next(keys),
        number=case_number(logged.on.year, serial),
        office_id=logged.team.office_id,
        team=logged.team,
        opened_on=logged.on,
        changed_by=logged.by,
        people_numbered=len(logged.rows),
    )
    arrival = Arrival(
        key_id=case.key_id,
        case=case,
        office_id=logged.team.office_id,
        on=logged.on,
        crossing=logged.crossing,
        entry_mode=logged.entry_mode,
        directorate=logged.directorate,
        logged_by=logged.by,
    )
    facts = {"case": case, "on": logged.on, "by": logged.by}
    batch.cases.append(case)
    batch.arrivals.append(arrival)
    batch.status_changes.append(CaseStatusChange(status=CaseStatus.OPEN, **facts))
    batch.team_changes.append(CaseTeamChange(team=logged.team, **facts))
    batch.events.append(
        AuditEvent(
            actor=logged.by,
            office_id=logged.by.office_id,
            verb="arrival.logged",
            about_type=arrival._meta.label_lower,
            about_id=str(arrival.pk),
            case_id=case.pk,
            details={"people": len(logged.rows), "on": logged.on.isoformat()},
        )
    )
    for place, row in enumerate(logged.rows):
        _add_person(batch, logged, case, arrival, row, place, next(keys))


def _add_person(
    batch: Batch,
    logged: Logged,
    case: Case,
    arrival: Arrival,
    row: PersonRow,
    place: int,
    key_id: UUID,
) -> None:
    individual = Individual(
        key_id=key_id,
        number=individual_number(case.number, place + 1),
        office_id=case.office_id,
        category=Category.FORMER_MEMBER if row.is_former_member else Category.RELATIVE,
        born_on=row.birth.born_on,
        birth_year=row.birth.year,
        birth_precision=row.birth.precision,
        arrival=arrival,
        changed_by=logged.by,
        **{name: getattr(row, name) for name in CORRECTABLE},
    )
    individual.name_tokens = tokens_of(individual)
    batch.individuals.append(individual)
    batch.members.append(
        FamilyMember(
            case=case,
            individual=individual,
            relation_to_principal=Relation.PRINCIPAL if place == 0 else row.relation,
            joined_on=logged.on,
        )
    )
    _add_papers(batch, logged, individual, row)


def _add_papers(batch: Batch, logged: Logged, individual: Individual, row: PersonRow) -> None:
    if row.document:
        batch.documents.append(
            new_identity_document(individual, row.document, type=row.document_type)
        )
    if row.phone:
        batch.phones.append(
            new_phone(individual, row.phone, may_be_called=row.is_safe_to_call, by=logged.by)
        )
    if row.is_former_member:
        service = new_service(
            individual,
            force=row.force,
            rank=row.rank,
            unit=row.unit,
            years_of_service=row.years_of_service,
            by=logged.by,
        )
        batch.services.append(service)
