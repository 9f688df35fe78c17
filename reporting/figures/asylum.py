"""Figures about claims, papers and renunciations (I11 to I17). Periods include `since` and `until`.

A step (a change of status) counts on its day, or on the corrected one; steps recorded by mistake count nowhere.
"""

import datetime
import statistics
import uuid
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Greatest
from django.utils import timezone

from accounts.models import Grant
from accounts.permissions import Permission
from accounts.roles import ROLES
from asylum.letters.choices import LetterKind
from asylum.letters.models import Letter
from asylum.papers.choices import AWAITING_VERIFICATION, RenunciationStatus, Signature, Wording
from asylum.papers.models.permit import Permit
from asylum.papers.models.renunciation import Renunciation, RenunciationStatusChange
from asylum.pathways.choices import GRANTS, OPEN_APPLICATION, ApplicationStatus, DeadlineKind
from asylum.pathways.rules import FILING_RULE
from asylum.permits.querysets import may_stay, stay_papers_valid_on
from asylum.procedure.models.application import ApplicationStatusChange, AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from casework.register.querysets.individual import IndividualQuerySet
from casework.tasks.choices import TaskKind, TaskStatus
from casework.tasks.models import CaseTask
from casework.work.choices import RightsTopic
from casework.work.models import InformationGiven
from reference.models import TermDay
from reporting.figures.rights import Share

S = ApplicationStatus
# Topics that count as legal information.
LEGAL_TOPICS = (RightsTopic.ASYLUM, RightsTopic.PAPERS, RightsTopic.WORK)
# How a claim can end at first instance, in the order of the table. Reasons of refusals are sealed and not counted.
FIRST_INSTANCE = (S.RECOGNISED, S.PROTECTED, S.REFUSED, S.INADMITTED, S.WITHDRAWN, S.CLOSED)
BY_THE_AUTHORITY = GRANTS | {S.REFUSED, S.INADMITTED}
EXPIRING_WITHIN = datetime.timedelta(days=30)
# Status changes of claims, sorted, each with its `day`; see `steps_of`.
Steps = list[Any]


@dataclass(frozen=True)
class LegalHelp:
    """How many people were informed, counselled and represented in the period; a person may be in all three."""

    informed: int
    counselled: int
    represented: int


@dataclass(frozen=True)
class Filed:
    """Claims lodged in the period, and of those with a known day of entry, how many within the term to apply."""

    number: int
    in_time: Share


@dataclass(frozen=True)
class PapersHeld:
    """People with an open claim who hold a valid paper on a day, and how many of them hold none 30 days later."""

    valid: Share
    expiring: int


@dataclass(frozen=True)
class DaysTaken:
    """How long something took, in calendar days. Mean and median are None if nothing was counted."""

    number: int
    mean: float | None
    median: float | None


def legal_help(
    people: IndividualQuerySet, *, since: datetime.date, until: datetime.date
) -> LegalHelp:
    """People who were informed, counselled, and represented (I11).

    Counselled: an appointment that was kept, with somebody who does legal work. Represented: a signed power of attorney on
    some day of the period; one revoked on the day of its signature does not count.
    """
    days = (since, until)
    informed_of = InformationGiven.objects.standing().filter(topic__in=LEGAL_TOPICS, on__range=days)
    legal_roles = [
        role for role, each in ROLES.items() if Permission.APPLICATION_CHANGE in each.permissions
    ]
    officers = Grant.objects.filter(role__in=legal_roles).values("user")
    appointments = CaseTask.objects.filter(
        kind=TaskKind.APPOINTMENT,
        status=TaskStatus.DONE,
        due_on__range=days,
        assigned_to__in=officers,
    )
    powers = Letter.objects.filter(kind=LetterKind.POWER, signed_on__lte=until).filter(
        Q(revoked_on=None) | Q(revoked_on__gt=Greatest(Value(since), F("signed_on"))),
        Q(valid_until=None) | Q(valid_until__gte=since),
    )
    informed, counselled, represented = (
        people.filter(pk__in=rows.values("individual")).count()
        for rows in (informed_of, appointments, powers)
    )
    return LegalHelp(informed, counselled, represented)


def claims_filed(
    people: IndividualQuerySet, *, since: datetime.date, until: datetime.date
) -> Filed:
    """Claims lodged in the period, and the share lodged within the term from the entry (I12)."""
    lodged = AsylumApplication.objects.made().filter(
        individual__in=people, lodged_on__range=(since, until)
    )
    last_days = TermDay.objects.filter(
        country=OuterRef("country"), code=FILING_RULE, starts_on=OuterRef("entered_on")
    )
    with_last_day = lodged.annotate(last_day=Subquery(last_days.values("last_on")[:1]))
    with_term = with_last_day.exclude(last_day=None)
    in_time = with_term.filter(lodged_on__lte=F("last_day"))
    return Filed(lodged.count(), Share(in_time.count(), with_term.count()))


def papers_held(people: IndividualQuerySet, *, on: datetime.date) -> PapersHeld:
    """People with a claim open on that day: who held a valid paper, and whose paper ends soon (I13)."""
    claimants = people.filter(pk__in=open_claims(on).values("individual"))
    later_permits = Permit.objects.held_on(on + EXPIRING_WITHIN).filter(issued_on__lte=on)
    later_papers = stay_papers_valid_on(on).exclude(valid_until__lt=on + EXPIRING_WITHIN)
    valid = claimants.filter(may_stay(on))
    expiring = valid.exclude(pk__in=later_permits.values("individual"))
    expiring = expiring.exclude(pk__in=later_papers.values("individual"))
    return PapersHeld(Share(valid.count(), claimants.count()), expiring.count())


def open_claims(on: datetime.date) -> Any:
    """Claims lodged by the end of that day and open then."""
    states = _states_on(ApplicationStatusChange, "application", on)
    open_then = [claim for claim, state in states.items() if state in OPEN_APPLICATION]
    return AsylumApplication.objects.made().filter(pk__in=open_then, lodged_on__lte=on)


def decisions(steps: Steps, *, since: datetime.date, until: datetime.date) -> list[tuple[str, int]]:
    """Claims that ended at first instance in the period, by outcome; results of appeals are not counted (I14)."""
    ended = Counter(step.status for step in _first_ends(steps) if since <= step.day <= until)
    return [(str(outcome.label), ended[outcome]) for outcome in FIRST_INSTANCE]


def processing_time(steps: Steps, *, since: datetime.date, until: datetime.date) -> DaysTaken:
    """Days from lodging a claim to the notification of the authority's first decision, if notified in the period (I15)."""
    durations = [
        (step.day - step.application.lodged_on).days
        for step in _first_ends(steps)
        if since <= step.day <= until
        and step.status in BY_THE_AUTHORITY
        and step.application.lodged_on
    ]
    return _days_taken(durations)


def appeals_in_time(steps: Steps, *, since: datetime.date, until: datetime.date) -> Share:
    """Appeals lodged within their term, of the refusals notified in the period whose term is over (I16)."""
    refusals = [step for step in steps if step.status == S.REFUSED]
    notified = {step.application_id for step in refusals if since <= step.day <= until}
    terms = LegalDeadline.objects.filter(application__in=notified, kind=DeadlineKind.APPEAL)
    met = terms.filter(was_met=True, ended_on__lte=F("due_on"))
    in_time = set(met.values_list("application", flat=True))
    still_running = terms.running().filter(due_on__gte=timezone.localdate())
    over = notified - set(still_running.values_list("application", flat=True))
    return Share(len(in_time), len(over | in_time))


def renunciation_pipeline(
    people: IndividualQuerySet, *, on: datetime.date
) -> tuple[list[tuple[str, int]], DaysTaken]:
    """Declarations by state on that day and refusals to sign, and the days from declaration to verification (I17)."""
    renunciations = _renunciations(people, on)
    rows = renunciations.exclude(signature=Signature.REFUSED)
    signed_days = dict(rows.values_list("pk", "signed_on"))
    states = _states_on(RenunciationStatusChange, "renunciation", on)
    number_by_state = Counter(states[paper] for paper in signed_days if paper in states)
    verified = RenunciationStatusChange.objects.standing().filter(
        renunciation__in=signed_days, status=RenunciationStatus.VERIFIED
    )
    durations = [
        (step.day - signed_days[step.renunciation_id]).days
        for step in verified.with_day()
        if step.day <= on
    ]
    counted = [state for state in RenunciationStatus if state != RenunciationStatus.MISTAKEN]
    rows_by_state = [(str(state.label), number_by_state[state]) for state in counted]
    refused = renunciations.filter(signature=Signature.REFUSED).count()
    return [*rows_by_state, (str(Signature.REFUSED.label), refused)], _days_taken(durations)


def waiting_for_a_verifier(people: IndividualQuerySet, *, on: datetime.date) -> int:
    """How many signed papers with the permanent wording waited at the authority at the end of that day."""
    states = _states_on(RenunciationStatusChange, "renunciation", on)
    signed = _renunciations(people, on).filter(wording=Wording.PERMANENT, signature=Signature.YES)
    return sum(
        states.get(paper) in AWAITING_VERIFICATION for paper in signed.values_list("pk", flat=True)
    )


def _renunciations(people: IndividualQuerySet, on: datetime.date) -> Any:
    rows = Renunciation.objects.filter(individual__in=people, signed_on__lte=on)
    return rows.exclude(status=RenunciationStatus.MISTAKEN).order_by()


def steps_of(people: IndividualQuerySet) -> Steps:
    """All steps of these people's claims, without mistakes, in order, each with its `day`."""
    rows = ApplicationStatusChange.objects.standing().filter(application__individual__in=people)
    counted = rows.exclude(application__status=S.MISTAKEN).select_related("application")
    return sorted(counted.with_day(), key=lambda step: (step.day, step.at))


def _first_ends(steps: Steps) -> Iterable[Any]:
    """For each lodged claim, the first step by which it ended at first instance."""
    ends: dict[uuid.UUID, Any] = {}
    for step in steps:
        if step.status in FIRST_INSTANCE and step.application.lodged_on:
            ends.setdefault(step.application_id, step)
    return ends.values()


def _states_on(steps: Any, subject: str, on: datetime.date) -> dict[uuid.UUID, str]:
    """The status of each row at the end of that day, by key. `subject` names the foreign key of the steps to these rows."""
    rows = steps.objects.standing().with_day().filter(day__lte=on).order_by("day", "at")
    return dict(rows.values_list(subject, "status"))


def _days_taken(durations: list[int]) -> DaysTaken:
    if not durations:
        return DaysTaken(0, None, None)
    return DaysTaken(
        len(durations), round(statistics.mean(durations), 1), statistics.median(durations)
    )
