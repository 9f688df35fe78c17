"""Computes the terms of a claim from its valid steps and from what people set.

Earlier states are never restored: after each action terms are computed as if only the valid steps had ever been recorded.
"""

import datetime
from collections.abc import Sequence
from typing import Any

from asylum.pathways.choices import DeadlineKind
from asylum.pathways.models import PathwayStage
from asylum.pathways.rules import MET_BY, goes_on
from asylum.procedure.choices import CAME_OR_NOT, InterviewOutcome
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.models.interview import ClaimInterview
from reference.calendar import computed_day

End = tuple[datetime.date | None, bool | None]
COUNTED = ("starts_on", "rule_id", "computed_on", "due_on", "at_time", "ended_on", "was_met")
RUNS: End = (None, None)


def count_terms(application: AsylumApplication) -> list[LegalDeadline]:
    """Computes the claim's terms from its valid steps, and saves them; returns those that changed.

    Recomputes a day if its start moved or the term runs again. The caller holds the lock.
    """
    steps = list(application.status_changes.standing().with_day().order_by("at"))
    stages = PathwayStage.objects.of(application.country)
    starts = {stage.stage: [(kind, rule) for kind, rule in stage.terms] for stage in stages}
    rows = application.deadlines.select_for_update().exclude(begun_by=None)
    kept = {(row.begun_by_id, row.kind): row for row in rows.order_by("starts_on")}
    was = {row.pk: _facts(row) for row in kept.values()}
    heard = {each.summons_id: each for each in application.interviews.exclude(summons=None)}
    counted = []
    for at, step in enumerate(steps):
        for kind, code in starts.get(step.status, []):
            start = application.entered_on if kind == DeadlineKind.FILE else step.day
            row = kept.get((step.pk, kind)) or LegalDeadline(
                application=application, kind=kind, begun_by=step, **_whose(application, step)
            )
            if start and _count(row, code, start, steps[at + 1 :], starts, heard.get(step.pk)):
                counted.append(row)
                kept.pop((step.pk, kind), None)
    for row in kept.values():
        row.ended_on, row.was_met = row.starts_on, False
    changed = [row for row in [*kept.values(), *counted] if was.get(row.pk) != _facts(row)]
    # One term of a kind runs at a time: ended ones are saved first.
    for row in sorted(changed, key=lambda row: row.ended_on is None):
        row.save()
    return changed


def _facts(row: LegalDeadline) -> tuple[Any, ...]:
    return tuple(getattr(row, name) for name in COUNTED)


def _whose(application: AsylumApplication, step: Any) -> dict[str, Any]:
    """The owner of the claim's last term owns the next one; the first belongs to the author of the step."""
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
    """Sets days and end of a term; returns whether it has a day at all."""
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
        count_from(row, computed)
    return True


def count_from(row: LegalDeadline, computed: datetime.date | None) -> None:
    """Sets a newly computed day; a later one given by the authority stays, and stores the new day as the one before it."""
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
) -> End:
    """What somebody recorded about the step counts more than that the claim went on."""
    if row.ticked_on:
        return row.ticked_on, True
    ended = _end_by_steps(row, later, starts)
    is_said = interview is not None and interview.outcome in CAME_OR_NOT
    if interview and is_said and (ended[0] is None or ended[0] >= interview.on):
        return interview.on, interview.outcome == InterviewOutcome.ATTENDED
    return ended


def _end_by_steps(
    row: LegalDeadline, later: Sequence[Any], starts: dict[str, list[tuple[str, str]]]
) -> End:
    """A term ends with the first step past it, or where a step restarts it.

    No later step revives it: a claim that was archived and is reopened is summoned again, which starts a new term.
    """
    ended = RUNS
    for step in later:
        is_anew = row.kind in {kind for kind, _rule in starts.get(step.status, [])}
        if ended == RUNS and (is_anew or not goes_on(row.kind, step.status)):
            ended = step.day, step.status in MET_BY[row.kind]
        if is_anew:
            break
    return ended
