"""Logs an arrival and opens its case with people and family, and corrects an arrival."""

import datetime
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypedDict, Unpack

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import NotAllowed, lock_for, require
from accounts.audit import record
from accounts.models import Office, Team, User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.arrivals.actions.day import move_day
from casework.arrivals.actions.drafts import delete_draft_of
from casework.arrivals.actions.intake import Intake
from casework.consents.start import LawfulStart
from casework.corrections.actions import in_words, refuse_late_without_reason, save_changes
from casework.identity.actions.individuals import PersonRow
from casework.register.actions import changed_by, refuse_stale, set_changed
from casework.register.choices import EntryMode
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case, NumberSeries
from casework.register.querysets.teams import teams_of
from casework.register.rules import case_number
from pages.questions import PLACEHOLDER, cached_rows
from pages.refusals import ActionRefused
from partners.models import Organisation
from reference.models import CrossingPoint, RegionalDirectorate


class NobodyArrived(ActionRefused):
    """The arrival has no people."""


class ArrivalFacts(TypedDict, total=False):
    """Fields of an Arrival: where and how people arrived, and who met them; unknown ones are left out."""

    at_time: datetime.time | None
    crossing: CrossingPoint | None
    entry_mode: str
    directorate: RegionalDirectorate | None
    received_by: Organisation | None
    is_stamped: bool | None
    first_contact_by: Organisation | None
    first_contact_at: datetime.datetime | None
    circumstances: str


@dataclass(frozen=True)
class Party:
    """People who arrived together and get one case; the first row is its principal.

    The same `submission` again returns the case of the first time. `later` holds family members who came on later days:
    each of these parties gets its own arrival in the same case.
    """

    rows: Sequence[PersonRow]
    on: datetime.date
    submission: uuid.UUID | None = None
    event: ArrivalFacts = field(default_factory=ArrivalFacts)
    start: LawfulStart | None = None
    later: Sequence["Party"] = ()

    @property
    def with_own_start(self) -> "Party":
        """Returns this party with the part of `start` that applies to it; `start` was recorded for several families."""
        if not self.start:
            return self
        rows = [row for part in (self, *self.later) for row in part.rows]
        return replace(self, start=self.start.for_family([row.birth for row in rows], self.on))


@transaction.atomic
def log_arrival(
    *,
    team: Team,
    rows: Sequence[PersonRow],
    on: datetime.date,
    by: User,
    office: Office | None = None,
    submission: uuid.UUID | None = None,
    start: LawfulStart | None = None,
    **event: Unpack[ArrivalFacts],
) -> Case:
    """Opens a case for the people who arrived together; the first row is the principal.

    `office`, if given, must be the team's. The same `submission` again returns the case of the first time. `start` holds
    the privacy notice they were told and the legal basis of their files. Raises NobodyArrived, NotAllowed, or ActionRefused
    for a day in the future.
    """
    _require_team(by, team, office)
    [case_or_refusal] = _log_all([Party(rows, on, submission, event, start)], team=team, by=by)
    if isinstance(case_or_refusal, ActionRefused):
        raise case_or_refusal
    if submission:
        delete_draft_of(submission, by=by)
    return case_or_refusal


@transaction.atomic
def log_parties(parties: Sequence[Party], *, team: Team, by: User) -> list[Case | ActionRefused]:
    """Opens a case for each party. Returns for each, in order, the Case or the ActionRefused; a refusal affects no other.

    For imports: the number of statements does not grow with the number of parties. Raises NotAllowed.
    """
    _require_team(by, team, None)
    return _log_all([party.with_own_start for party in parties], team=team, by=by)


@transaction.atomic
def log_group_arrival(
    *,
    team: Team,
    families: Sequence[Sequence[PersonRow]],
    on: datetime.date,
    by: User,
    office: Office | None = None,
    submission: uuid.UUID | None = None,
    start: LawfulStart | None = None,
    **event: Unpack[ArrivalFacts],
) -> list[Case]:
    """Opens one case per family of a group that arrived together, all of them or none.

    The first row of each family is its principal. The same `submission` again returns the cases of the first time. Raises
    what `log_arrival` raises.
    """
    _require_team(by, team, office)
    if not families:
        raise NobodyArrived(_("Give at least one person."))
    series = _lock_series(on.year)
    if submission and (existing_cases := _cases_of_group(submission, by=by)):
        return existing_cases
    group, intake = submission or uuid.uuid4(), Intake(by)
    for place, rows in enumerate(families):
        # `submission` is unique, so only the first family gets it; its arrival leads to the group.
        party = Party(rows, on, None if place else submission, event, start).with_own_start
        _collect_party(intake, series, party, team=team, group=group)
    intake.write()
    series.save(update_fields=["last"])
    if submission:
        delete_draft_of(submission, by=by)
    return intake.cases


@transaction.atomic
def correct_arrival(
    arrival: Arrival,
    *,
    by: User,
    version: int | None = None,
    on: datetime.date | None = None,
    is_sure: bool = True,
    reason: str = "",
    **event: Unpack[ArrivalFacts],
) -> Arrival:
    """Completes or corrects day, place and circumstances of an arrival; arguments that are left out change nothing.

    Old and new values stay readable. Replacing a fact more than a day after it was logged needs a `reason`; adding an
    unknown fact does not. Memberships and terms that begin on the day of arrival move with it. Raises EditConflict if
    somebody saved after `version` was opened, and ActionRefused for a day that contradicts the file. Without `is_sure`
    it also raises ActionRefused with the terms that would move.
    """
    case = lock_for(arrival.case, Permission.CASE_CHANGE, by=by)
    arrival = Arrival.objects.lock(arrival)
    refuse_stale(arrival, version=version, by=by)
    old_day = arrival.on
    facts: dict[str, Any] = {**event, "on": on or old_day}
    replaced_facts = [
        name for name, fact in facts.items() if _replaces(getattr(arrival, name), fact)
    ]
    old_values = {name: in_words(arrival, name) for name in facts}
    refuse_future_arrival(facts["on"], event, by=by)
    if facts["on"] != old_day:
        move_day(arrival, case, on=facts["on"], by=by, is_sure=is_sure, reason=reason)
    changed = set_changed(arrival, facts)
    if not changed:
        return arrival
    if replaced_facts:
        refuse_late_without_reason(arrival.logged_at, reason)
    changed_by(arrival, by)
    arrival.save()
    save_changes(arrival, {name: old_values[name] for name in changed}, reason=reason, by=by)
    details = {"fields": changed} | (
        {"was_on": old_day.isoformat()} if old_day != arrival.on else {}
    )
    record("arrival.corrected", by=by, about=arrival, case=case, details=details)
    return arrival


def _replaces(old: Any, new: Any) -> bool:
    """Whether the new value replaces a known one, rather than filling an unknown one."""
    return old not in (None, "", EntryMode.UNKNOWN) and old != new


def refuse_future_arrival(on: datetime.date, event: ArrivalFacts, *, by: User) -> None:
    """Raises ActionRefused for a day, an hour of today or a first contact in the future."""
    refuse_future(on, by=by)
    at_time = event.get("at_time")
    if at_time and on == by.today() and at_time > by.local_time().time():
        raise ActionRefused(_("This hour of today is still to come."), field="at_time")
    met_at = event.get("first_contact_at")
    if met_at and met_at > timezone.now():
        raise ActionRefused(_("This moment lies in the future."), field="first_contact_at")


def _log_all(parties: Sequence[Party], *, team: Team, by: User) -> list[Case | ActionRefused]:
    series = {year: _lock_series(year) for year in sorted({party.on.year for party in parties})}
    existing_cases = cases_by_submission([party.submission for party in parties], by=by)
    all_rows, results = Intake(by), list[Case | ActionRefused]()
    for party in parties:
        if party.submission in existing_cases:
            results.append(existing_cases[party.submission])
            continue
        intake = Intake(by)
        try:
            results.append(
                _collect_party(intake, series[party.on.year], party, team=team, group=None)
            )
        except ActionRefused as refusal:
            results.append(refusal)
        else:
            all_rows.add_all(intake)
    all_rows.write()
    for year_series in series.values():
        year_series.save(update_fields=["last"])
    return results


def _collect_party(
    intake: Intake, series: NumberSeries, party: Party, *, team: Team, group: uuid.UUID | None
) -> Case:
    """Adds the rows of one party to `intake` and returns the case. A refusal leaves the number series unchanged."""
    refuse_future_arrival(party.on, party.event, by=intake.by)
    if party.start:
        party.start.refuse_partial_answers()
    if not party.rows:
        raise NobodyArrived(_("Give at least one person."))
    with _next_number(series) as number:
        case = intake.open_case(number, team=team, on=party.on)
        intake.add_arrival(
            case,
            party.rows,
            submission=party.submission,
            group=group,
            start=party.start,
            **party.event,
        )
        for part in party.later:
            refuse_future_arrival(part.on, part.event, by=intake.by)
            intake.add_later_people(
                case,
                part.rows,
                on=part.on,
                submission=part.submission,
                start=party.start,
                **part.event,
            )
    return case


def _require_team(by: User, team: Team, office: Office | None) -> None:
    require(by, Permission.CASE_LOG)
    is_of_office = office is None or office.pk == team.office_id
    if not (is_of_office and teams_of(by, Permission.CASE_LOG).contains(team)):
        raise NotAllowed(_("You do not log arrivals for this team."))


def _lock_series(year: int) -> NumberSeries:
    """Locks the year's number series until commit, so that two cases never get the same number."""
    series = NumberSeries.objects.select_for_update().filter(year=year)
    if existing := series.first():
        return existing
    # The first case of a year; another transaction may be inserting the same row.
    NumberSeries.objects.bulk_create([NumberSeries(year=year)], ignore_conflicts=True)
    return series.get()


@contextmanager
def _next_number(series: NumberSeries) -> Iterator[str]:
    """Yields the next case number; if the block raises an exception, the number is used again."""
    yield case_number(series.year, series.last + 1)
    series.last += 1


def cases_by_submission(
    submissions: Sequence[uuid.UUID | None], *, by: User
) -> dict[uuid.UUID | None, Case]:
    """Returns cases by `submission` of the form of this user that created or extended them."""
    if not any(submissions):
        return {}
    tokens = [each for each in submissions if each]
    arrivals = cached_rows(_arrivals_by_submission, by, values={PLACEHOLDER: tokens})
    return {arrival.submission: arrival.case for arrival in arrivals}


def _arrivals_by_submission(by: User) -> Any:
    arrivals = Arrival.objects.filter(submission__in=[PLACEHOLDER], logged_by=by)
    return arrivals.select_related("case")


def _cases_of_group(submission: uuid.UUID, *, by: User) -> list[Case]:
    arrivals = Arrival.objects.filter(group=submission, logged_by=by).select_related("case")
    return [arrival.case for arrival in arrivals.order_by("case__number")]


def open_further_case(*, team: Team, on: datetime.date, by: User) -> Case:
    """Opens a case without an arrival and returns it; the caller has checked the permission."""
    series, intake = _lock_series(on.year), Intake(by)
    with _next_number(series) as number:
        case = intake.open_case(number, team=team, on=on)
    intake.write()
    series.save(update_fields=["last"])
    return case
