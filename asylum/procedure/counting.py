"""Computes the terms of a claim from its valid steps, from ticks and from extensions.

After each action all terms are computed again, as if nobody had recorded the steps that are marked as mistakes.
"""

import datetime
from collections.abc import Sequence
from typing import Any

from asylum.pathways.choices import DeadlineKind
from asylum.pathways.models import PathwayStage
from asylum.pathways.rules import STATES_THAT_MEET, goes_on
from asylum.procedure.choices import ATTENDANCE_OUTCOMES, InterviewOutcome
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.models.interview import ClaimInterview
from reference.calendar import computed_day

TermEnd = tuple[datetime.date | None, bool | None]
COMPUTED_FIELDS = (
    "starts_on",
    "rule_id",
    "computed_on",
    "due_on",
    "at_time",
    "ended_on",
    "was_met",
)
NOT_ENDED: TermEnd = (None, None)


def recount_terms(application: AsylumApplication) -> list[LegalDeadline]:
    """Computes the terms of the claim and saves them; returns the terms that changed.

    The last day is computed again if the start of the term moved or the term runs again. The caller has locked the claim.
    """
    steps = list(application.status_changes.standing().with_day().order_by("at"))
    stages = PathwayStage.objects.of(application.country)
    starts = {stage.stage: [(kind, rule) for kind, rule in stage.terms] for stage in stages}
    rows = application.deadlines.select_for_update().exclude(begun_by=None)
    stored = {(row.begun_by_id, row.kind): row for row in rows.order_by("starts_on")}
    old_values = {row.pk: _computed_values(row) for row in stored.values()}
    interviews = {each.summons_id: each for each in application.interviews.exclude(summons=None)}
    counted = []
    for position, step in enumerate(steps):
        for kind, code in starts.get(step.status, []):
            start = application.entered_on if kind == DeadlineKind.FILE else step.day
            row = stored.get((step.pk, kind)) or LegalDeadline(
                application=application, kind=kind, begun_by=step, **_owners(application, step)
            )
            later = steps[position + 1 :]
            if start and _count(row, code, start, later, starts, interviews.get(step.pk)):
                counted.append(row)
                stored.pop((step.pk, kind), None)
    # What is left belongs to steps that no longer count: these terms never ran.
    for row in stored.values():
        row.ended_on, row.was_met = row.starts_on, False
    terms = [*stored.values(), *counted]
    changed = [row for row in terms if old_values.get(row.pk) != _computed_values(row)]
    # A constraint allows one running term of a kind, so ended terms are saved first.
    for row in sorted(changed, key=lambda row: row.ended_on is None):
        row.save()
    return changed


def _computed_values(row: LegalDeadline) -> tuple[Any, ...]:
    return tuple(getattr(row, name) for name in COMPUTED_FIELDS)


def _owners(application: AsylumApplication, step: Any) -> dict[str, Any]:
    """Returns owner and deputy of a new term: those of the claim's last term, or else the author of the step."""
    last = application.deadlines.exclude(owner=None).order_by("-starts_on").first()
    if last is None:
        return {"owner_id": step.by_id}
    return {"owner_id": last.owner_id, "deputy_id": last.deputy_id}


def _count(
    row: LegalDeadline,
    code: str,
    start: datetime.date,
    later: Sequence[Any],
    starts: dict[str, list[tuple[str, str]]],
    interview: ClaimInterview | None,
) -> bool:
    """Sets the days and the end of a term; returns False for a term without a last day, which is not stored."""
    is_new, had_ended, has_moved = row._state.adding, row.ended_on is not None, False
    if is_new or row.starts_on != start:
        row.starts_on, has_moved = start, True
    if not code and interview is not None:
        row.at_time = interview.at_time
        if is_new or interview.outcome != InterviewOutcome.ATTENDED:
            row.due_on = interview.on
    if not code and row.due_on is None:
        return False
    row.ended_on, row.was_met = _end_of(row, later, starts, interview)
    if code and (has_moved or (had_ended and row.ended_on is None)):
        rule, computed = computed_day(code, start, country=row.application.country)
        if is_new and computed is None:
            return False
        row.rule = rule
        set_computed_day(row, computed)
    return True


def set_computed_day(row: LegalDeadline, computed: datetime.date | None) -> None:
    """Sets the computed last day of a term; the caller saves the term.

    A later day that the authority gave stays the last day. The first extension then stores the computed day as the day
    before.
    """
    row.recompute(computed)
    first = None if row._state.adding else row.extensions.filter(mistaken_on=None).first()
    if first and computed and first.was_on != computed < first.is_on:
        first.was_on = computed
        first.save(update_fields=["was_on"])


def _end_of(
    row: LegalDeadline,
    later: Sequence[Any],
    starts: dict[str, list[tuple[str, str]]],
    interview: ClaimInterview | None,
) -> TermEnd:
    """Returns when the term ended and whether it was met.

    A tick counts first, then the outcome of the interview, then the steps after the one that started the term.
    """
    if row.ticked_on:
        return row.ticked_on, True
    end = _end_by_steps(row, later, starts)
    has_outcome = interview is not None and interview.outcome in ATTENDANCE_OUTCOMES
    if interview and has_outcome and (end[0] is None or end[0] >= interview.on):
        return interview.on, interview.outcome == InterviewOutcome.ATTENDED
    return end


def _end_by_steps(
    row: LegalDeadline, later: Sequence[Any], starts: dict[str, list[tuple[str, str]]]
) -> TermEnd:
    """Returns the end by the first step after which the term does not run, or that starts such a term again.

    No later step revives a term: if an archived claim is reopened, a new summons starts a new term.
    """
    for step in later:
        restarts = row.kind in {kind for kind, _rule in starts.get(step.status, [])}
        if restarts or not goes_on(row.kind, step.status):
            return step.day, step.status in STATES_THAT_MEET[row.kind]
    return NOT_ENDED
