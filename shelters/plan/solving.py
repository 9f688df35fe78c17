"""A worker works out the places of a draft: no request waits for the solver, and no row is locked while it thinks."""

import datetime
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.access import require
from accounts.audit import save_and_record
from shelters.models import Placement
from shelters.plan.actions import MAY_CHANGE, fill
from shelters.plan.choices import MoveLineState, Proof, Solving
from shelters.plan.models import MoveLine, MovePlan
from shelters.plan.reading import PlanFacts, question
from shelters.plan.rules import has_refusal
from shelters.plan.solver import SECONDS, solve
from vault.keys import remembering

WRITTEN = ("proof", "solving", "solved_at")


def solve_plan(plan_id: uuid.UUID) -> MovePlan | None:
    """Writes the places of a draft that waits for them. A second caller gets None.

    Who got a bed by hand keeps it if it is still free and no rule refuses it; who was left out by hand stays so. A plan that
    was dropped meanwhile stays as it is. A failure is stored on the plan and raised, as NotAllowed is if whoever asked has
    lost the permission.
    """
    if (begun := _begin(plan_id)) is None:
        return None
    plan = MovePlan.objects.select_related("site", "asked_by", "made_by").get(pk=plan_id)
    by = plan.asked_by or plan.made_by
    try:
        require(by, MAY_CHANGE, about=plan)
        with remembering():
            facts = PlanFacts(plan, by=by)
            beds, broken, proof = _places(
                facts, {line.placement_id: line for line in plan.lines.all()}
            )
            return _write(facts, beds, broken, proof, begun=begun)
    except Exception:
        _at_it(plan_id, begun).update(solving=Solving.FAILED)
        raise


@transaction.atomic
def _begin(plan_id: uuid.UUID) -> datetime.datetime | None:
    """Marks a waiting draft as running; returns the moment, by which this worker knows its turn. None if none waits."""
    now = timezone.now()
    waiting = MovePlan.objects.waiting_for_a_worker(now).select_for_update(of=("self",))
    if not waiting.filter(pk=plan_id).first():
        return None
    MovePlan.objects.filter(pk=plan_id).update(solving=Solving.RUNNING, solving_since=now)
    return now


def _at_it(plan_id: uuid.UUID, begun: datetime.datetime) -> Any:
    """The draft, if this worker is still the one that works on it."""
    mine = MovePlan.objects.drafts().filter(pk=plan_id, solving=Solving.RUNNING)
    return mine.filter(solving_since=begun)


def _places(
    facts: PlanFacts, lines: Mapping[uuid.UUID, MoveLine]
) -> tuple[dict[Placement, uuid.UUID], dict[Placement, Sequence[Any]], Proof]:
    """By stay the new bed and the rules that it breaks, and what is proven. The rules of the actions are asked again."""
    by_hand = [line for line in lines.values() if line.is_by_hand]
    fixed = facts.kept(by_hand)
    left_out = {line.placement_id for line in by_hand if line.bed_id is None}
    asked = question(facts, fixed=fixed, left_out=left_out)
    answer = solve(asked.task, seconds=SECONDS)
    beds = {**fixed, **asked.assigned(answer.ways)}
    broken = facts.broken_by(beds)
    refused = {stay.case_id for stay, breaches in broken.items() if has_refusal(breaches)}
    beds = {stay: bed for stay, bed in beds.items() if stay.case_id not in refused}
    return beds, dict(broken), answer.proof


@transaction.atomic
def _write(
    facts: PlanFacts,
    beds: Mapping[Placement, uuid.UUID],
    broken: Mapping[Placement, Sequence[Any]],
    proof: Proof,
    *,
    begun: datetime.datetime,
) -> MovePlan | None:
    """Writes a line for everybody. Nobody changes lines while a plan is under way."""
    mine = _at_it(facts.plan.pk, begun).select_for_update(of=("self",))
    plan: MovePlan | None = mine.first()
    if plan is None:
        return None
    lines = {line.placement_id: line for line in plan.lines.all()}
    left_out = {key for key, line in lines.items() if line.is_by_hand and line.bed_id is None}
    plan.lines.update(bed=None, state=MoveLineState.NO_PLACE)
    written = []
    for stay in facts.stays:
        line = lines.get(stay.pk) or MoveLine(plan=plan, placement=stay)
        was = line.bed_id if line.is_by_hand else None
        fill(line, facts, stay, beds.get(stay), broken.get(stay, ()))
        line.is_by_hand = stay.pk in left_out or (was is not None and was == line.bed_id)
        if stay.pk in left_out:
            line.state = MoveLineState.LEFT_OUT
        written.append(line)
    gone = set(lines) - {stay.pk for stay in facts.stays}
    plan.lines.filter(placement__in=gone).update(state=MoveLineState.LEFT_OUT)
    fields = ["bed", "state", "is_by_hand", "from_bed", "until", "asks"]
    MoveLine.objects.bulk_create([line for line in written if line.placement_id not in lines])
    MoveLine.objects.bulk_update([line for line in written if line.placement_id in lines], fields)
    plan.proof, plan.solving, plan.solved_at = proof, Solving.DONE, timezone.now()
    details = {"people": len(written), "without": sum(line.bed_id is None for line in written)}
    return save_and_record(plan, *WRITTEN, verb="move_plan.solved", by=facts.by, details=details)
