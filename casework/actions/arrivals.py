"""Logging an arrival: people, family and case in one go."""

import datetime
import uuid
from collections.abc import Sequence
from typing import TypedDict, Unpack

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import NotAllowed, require
from accounts.audit import record
from accounts.models import Office, Team, User
from accounts.permissions import Permission
from casework.actions.drafts import forget_draft_of
from casework.actions.individuals import PersonRow, open_record
from casework.actions.refusals import refuse_future
from casework.choices import CaseStatus, Relation
from casework.models import (
    Arrival,
    Case,
    CaseStatusChange,
    CaseTeamChange,
    CrossingPoint,
    FamilyMember,
    NumberSeries,
    Organisation,
    RegionalDirectorate,
)
from casework.querysets.teams import teams_of
from casework.rules.numbers import case_number
from pages.refusals import ActionRefused
from vault.keys import issue_key


class NobodyArrived(ActionRefused):
    """An arrival without people."""


class Event(TypedDict, total=False):
    """Where and how people arrived, and who met them; whatever is not known stays out."""

    at_time: datetime.time | None
    crossing: CrossingPoint | None
    entry_mode: str
    directorate: RegionalDirectorate | None
    received_by: Organisation | None
    is_stamped: bool | None
    first_contact_by: Organisation | None
    first_contact_at: datetime.datetime | None
    circumstances: str


@transaction.atomic
def log_arrival(
    *,
    team: Team,
    rows: Sequence[PersonRow],
    on: datetime.date,
    by: User,
    office: Office | None = None,
    submission: uuid.UUID | None = None,
    **event: Unpack[Event],
) -> Case:
    """Opens a case for the people who arrived together; the first row is the principal.

    `office`, if given, must be the team's. The same `submission` again gives the case that it made
    the first time. Raises NobodyArrived, NotAllowed, or ActionRefused for a day in the future.
    """
    _require_team(by, team, office)
    _refuse_what_is_to_come(on, event, by=by)
    series = _lock_series(on.year)
    if submission and (made := _made_before(submission, by=by)):
        return made
    case = _log_family(
        series, rows, event, team=team, on=on, by=by, submission=submission, group=None
    )
    if submission:
        forget_draft_of(submission, by=by)
    return case


@transaction.atomic
def log_group_arrival(
    *,
    team: Team,
    families: Sequence[Sequence[PersonRow]],
    on: datetime.date,
    by: User,
    office: Office | None = None,
    submission: uuid.UUID | None = None,
    **event: Unpack[Event],
) -> list[Case]:
    """Opens one case per family of a group that arrived together, all of them or none.

    The first row of each family is its principal. The same `submission` again gives the cases that it
    made the first time. Raises what `log_arrival` raises.
    """
    _require_team(by, team, office)
    _refuse_what_is_to_come(on, event, by=by)
    if not families:
        raise NobodyArrived(_("Give at least one person."))
    series = _lock_series(on.year)
    if submission and (made := _group_made_before(submission, by=by)):
        return made
    group = submission or uuid.uuid4()
    cases = [
        # The token is unique: it stands at the first family and, as the group, at all.
        _log_family(
            series,
            rows,
            event,
            team=team,
            on=on,
            by=by,
            submission=None if place else submission,
            group=group,
        )
        for place, rows in enumerate(families)
    ]
    if submission:
        forget_draft_of(submission, by=by)
    return cases


@transaction.atomic
def correct_arrival(arrival: Arrival, *, by: User, **event: Unpack[Event]) -> Arrival:
    """Completes or corrects where and how people arrived; what is left out stays."""
    case = Case.objects.lock(arrival.case)
    require(by, Permission.CASE_CHANGE, about=case)
    arrival = Arrival.objects.select_for_update(of=("self",)).get(pk=arrival.pk)
    _refuse_what_is_to_come(arrival.on, event, by=by)
    changed = sorted(name for name, new in event.items() if getattr(arrival, name) != new)
    if not changed:
        return arrival
    for name in changed:
        setattr(arrival, name, event[name])  # type: ignore[literal-required]
    arrival.save()
    record("arrival.corrected", by=by, about=arrival, case=case, details={"fields": changed})
    return arrival


def _refuse_what_is_to_come(on: datetime.date, event: Event, *, by: User) -> None:
    refuse_future(on, by=by)
    met_at = event.get("first_contact_at")
    if met_at and met_at > timezone.now():
        raise ActionRefused(_("This moment lies in the future."), field="first_contact_at")


def _log_family(
    series: NumberSeries,
    rows: Sequence[PersonRow],
    event: Event,
    *,
    team: Team,
    on: datetime.date,
    by: User,
    submission: uuid.UUID | None,
    group: uuid.UUID | None,
) -> Case:
    if not rows:
        raise NobodyArrived(_("Give at least one person."))
    case = _open_case(series, team=team, on=on, by=by)
    arrival = Arrival.objects.create(
        key_id=case.key_id,
        case=case,
        office_id=team.office_id,
        on=on,
        logged_by=by,
        submission=submission,
        group=group,
        **event,
    )
    _write_people(case, rows, arrival=arrival, by=by)
    summary = {"people": len(rows), "on": on.isoformat()}
    record("arrival.logged", by=by, about=arrival, case=case, details=summary)
    return case


def _require_team(by: User, team: Team, office: Office | None) -> None:
    require(by, Permission.CASE_LOG)
    is_of_office = office is None or office.pk == team.office_id
    if not (is_of_office and teams_of(by, Permission.CASE_LOG).contains(team)):
        raise NotAllowed(_("You do not log arrivals for this team."))


def _lock_series(year: int) -> NumberSeries:
    """The year's series, ours until commit: two arrivals at once never get one number."""
    NumberSeries.objects.bulk_create([NumberSeries(year=year)], ignore_conflicts=True)
    return NumberSeries.objects.select_for_update().get(year=year)


def _made_before(submission: uuid.UUID, *, by: User) -> Case | None:
    arrival = Arrival.objects.filter(submission=submission, logged_by=by).first()
    return arrival.case if arrival else None


def _group_made_before(submission: uuid.UUID, *, by: User) -> list[Case]:
    arrivals = Arrival.objects.filter(group=submission, logged_by=by).select_related("case")
    return [arrival.case for arrival in arrivals.order_by("case__number")]


def _open_case(series: NumberSeries, *, team: Team, on: datetime.date, by: User) -> Case:
    series.last += 1
    series.save(update_fields=["last"])
    case = Case.objects.create(
        key_id=issue_key(),
        number=case_number(series.year, series.last),
        office_id=team.office_id,
        team=team,
        opened_on=on,
        changed_by=by,
    )
    CaseStatusChange.objects.create(case=case, status=CaseStatus.OPEN, on=on, by=by)
    CaseTeamChange.objects.create(case=case, team=team, on=on, by=by)
    return case


def open_further_case(*, team: Team, on: datetime.date, by: User) -> Case:
    """A case without an arrival, with a number of its own; the caller has required the permission."""
    return _open_case(_lock_series(on.year), team=team, on=on, by=by)


def _write_people(case: Case, rows: Sequence[PersonRow], *, arrival: Arrival, by: User) -> None:
    for place, row in enumerate(rows):
        individual = open_record(case, row, arrival=arrival, by=by)
        relation = Relation.PRINCIPAL if place == 0 else row.relation
        FamilyMember.objects.create(
            case=case,
            individual=individual,
            relation_to_principal=relation,
            joined_on=arrival.on,
        )
    case.save(update_fields=["people_numbered"])
