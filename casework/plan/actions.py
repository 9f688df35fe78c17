"""Draws up the plan of a case, reviews it, and moves its goals and steps."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import can, lock_for, require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future, refuse_long_ago, refuse_move
from casework.corrections.actions import apply_correction
from casework.corrections.steps import correct_day_of_step
from casework.plan.choices import PLAN_MOVES, PlanDoer, PlanStatus
from casework.plan.models import CasePlan, PlanGoal, PlanMove, PlanReview, PlanStep
from casework.register.actions import key_id_for, refuse_closed, refuse_outsider
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused


class PlanCannotMove(ActionRefused):
    """The goal or step cannot move from its status to this one."""


@transaction.atomic
def draw_up_plan(
    case: Case,
    *,
    next_on: datetime.date,
    by: User,
    on: datetime.date | None = None,
    is_agreed: bool = False,
    remarks: str = "",
    responsible: User | None = None,
) -> CasePlan:
    """Opens the plan of the case, with its first review on the same day, and returns it."""
    case = lock_for(case, Permission.PLAN_CHANGE, by=by)
    refuse_closed(case)
    if CasePlan.objects.filter(case=case).exists():
        raise ActionRefused(_("The case has a plan: review it."))
    on = on or by.today()
    responsible = responsible or by
    _refuse_responsible_without_access(responsible, case)
    _refuse_days(on, next_on, by=by)
    plan = CasePlan.objects.create(
        key_id=case.key_id,
        case=case,
        responsible=responsible,
        drawn_up_on=on,
        review_on=next_on,
        is_agreed=is_agreed,
        agreed_on=on if is_agreed else None,
    )
    _add_review(plan, on=on, remarks=remarks, by=by)
    record("plan.drawn_up", by=by, about=plan)
    return plan


@transaction.atomic
def review_plan(
    plan: CasePlan,
    *,
    next_on: datetime.date,
    by: User,
    on: datetime.date | None = None,
    is_agreed: bool = False,
    remarks: str = "",
    responsible: User | None = None,
) -> CasePlan:
    """Records a review: whether the family agrees, and the day of the next review."""
    plan = lock_for(plan, Permission.PLAN_CHANGE, by=by)
    refuse_closed(plan.case)
    on = on or by.today()
    if responsible:
        _refuse_responsible_without_access(responsible, plan.case)
        plan.responsible = responsible
    _refuse_days(on, next_on, by=by)
    if on < plan.drawn_up_on:
        raise ActionRefused(_("The plan was drawn up after this day."), field="on")
    plan.review_on = next_on
    plan.is_agreed, plan.agreed_on = is_agreed, on if is_agreed else None
    plan.save(update_fields=["review_on", "is_agreed", "agreed_on", "responsible"])
    _add_review(plan, on=on, remarks=remarks, by=by)
    record("plan.reviewed", by=by, about=plan)
    return plan


@transaction.atomic
def correct_review(
    review: PlanReview,
    *,
    by: User,
    on: datetime.date,
    next_on: datetime.date | None = None,
    reason: str = "",
) -> CasePlan:
    """Corrects the day of a review and, for the last one, the day of the next.

    The plan's own day, and that of the family's agreement, follow the first review.
    """
    plan = lock_for(review.plan, Permission.PLAN_CHANGE, by=by)
    refuse_closed(plan.case)
    reviews = list(plan.reviews.with_day().order_by("at"))
    first, last = reviews[0], reviews[-1]
    old_day = next(each.day for each in reviews if each.pk == review.pk)
    is_last = review.pk == last.pk
    next_on = (next_on or plan.review_on) if is_last else review.next_on
    _refuse_days(on, next_on, by=by)
    has_next_changed = is_last and next_on != plan.review_on
    if has_next_changed:
        apply_correction(plan, {"review_on": next_on}, reason=reason, by=by, recorded_at=review.at)
    if on != old_day or not has_next_changed:
        # No review is earlier than the first; others may be recorded in any order.
        among = [first, *(each for each in reviews[1:] if review.pk in (first.pk, each.pk))]
        label = str(_("Review of the plan"))
        correct_day_of_step(
            review, on, among=among, individual=None, reason=reason, by=by, label=label
        )
    if review.pk == first.pk:
        plan.drawn_up_on = on
    if plan.is_agreed and is_last:
        plan.agreed_on = on
    plan.save(update_fields=["drawn_up_on", "review_on", "agreed_on"])
    record("plan.review_corrected", by=by, about=plan)
    return plan


@transaction.atomic
def add_goal(
    plan: CasePlan,
    *,
    area: str,
    need: str,
    goal: str,
    target_on: datetime.date,
    by: User,
    individual: Individual | None = None,
    responsible: User | None = None,
) -> PlanGoal:
    """Adds a need with its goal to the plan, and returns the goal."""
    plan = lock_for(plan, Permission.PLAN_CHANGE, by=by)
    refuse_closed(plan.case)
    refuse_outsider(individual, plan.case)
    refuse_long_ago(target_on, by=by, field="target_on")
    responsible = responsible or plan.responsible or by
    _refuse_responsible_without_access(responsible, plan.case)
    row = PlanGoal.objects.create(
        key_id=key_id_for(individual, plan.case),
        plan=plan,
        case=plan.case,
        individual=individual,
        area=area,
        need=need.strip(),
        goal=goal.strip(),
        target_on=target_on,
        responsible=responsible,
        set_by=by,
    )
    PlanMove.objects.create(goal=row, status=row.status, on=by.today(), by=by)
    record("goal.added", by=by, about=row, details={"area": row.area})
    return row


@transaction.atomic
def add_step(
    goal: PlanGoal, *, what: str, due_on: datetime.date, by: User, doer: str = PlanDoer.STAFF
) -> PlanStep:
    """Adds a step to the goal, and returns it."""
    goal = lock_for(goal, Permission.PLAN_CHANGE, by=by)
    refuse_closed(goal.case)
    if not goal.is_open:
        raise ActionRefused(_("This goal is settled: take it up again first."))
    refuse_long_ago(due_on, by=by)
    row = PlanStep.objects.create(
        key_id=goal.key_id,
        goal=goal,
        case=goal.case,
        what=what.strip(),
        doer=PlanDoer(doer),
        due_on=due_on,
        set_by=by,
    )
    PlanMove.objects.create(step=row, status=row.status, on=by.today(), by=by)
    record("step.added", by=by, about=row)
    return row


@transaction.atomic
def move_goal(
    goal: PlanGoal, *, status: str, by: User, on: datetime.date | None = None, outcome: str = ""
) -> PlanGoal:
    """Moves the goal to this status. Raises ActionRefused for settling a goal with open steps."""
    goal = PlanGoal.objects.lock(goal)
    if PlanStatus(status) not in (PlanStatus.PLANNED, PlanStatus.UNDER_WAY):
        open_steps = goal.steps.open().count()
        if open_steps:
            raise ActionRefused(_("Settle the steps toward this goal first."), field="status")
    _move(goal, PlanMove(goal=goal), status=status, on=on, outcome=outcome, by=by)
    record("goal.moved", by=by, about=goal, details={"status": goal.status})
    return goal


@transaction.atomic
def move_step(
    step: PlanStep, *, status: str, by: User, on: datetime.date | None = None, outcome: str = ""
) -> PlanStep:
    """Moves the step to this status."""
    step = PlanStep.objects.lock(step)
    _move(step, PlanMove(step=step), status=status, on=on, outcome=outcome, by=by)
    record("step.moved", by=by, about=step, details={"status": step.status})
    return step


def _move(
    row: Any, move: PlanMove, *, status: str, on: datetime.date | None, outcome: str, by: User
) -> None:
    require(by, Permission.PLAN_CHANGE, about=row)
    refuse_closed(row.case)
    on = on or by.today()
    refuse_future(on, by=by)
    if status not in PLAN_MOVES[row.status]:
        refuse_move(row, PlanStatus(status), row.moves, field="status", kind=PlanCannotMove)
    row.status = PlanStatus(status)
    row.outcome = outcome.strip() or row.outcome
    row.save(update_fields=["status", "outcome"])
    move.status, move.on, move.by = row.status, on, by
    move.save()


def _add_review(plan: CasePlan, *, on: datetime.date, remarks: str, by: User) -> None:
    PlanReview.objects.create(
        key_id=plan.key_id,
        plan=plan,
        on=on,
        next_on=plan.review_on,
        is_agreed=plan.is_agreed,
        remarks=remarks.strip(),
        by=by,
    )


def _refuse_days(on: datetime.date, next_on: datetime.date, *, by: User) -> None:
    refuse_future(on, by=by)
    if next_on <= on:
        raise ActionRefused(_("The next review lies after this one."), field="next_on")


@transaction.atomic
def make_responsible(row: CasePlan | PlanGoal, *, responsible: User, by: User) -> None:
    """Makes another colleague responsible for a plan or one of its goals."""
    row = lock_for(row, Permission.PLAN_CHANGE, by=by)
    _refuse_responsible_without_access(responsible, row.case)
    row.responsible = responsible
    row.save(update_fields=["responsible"])
    record("plan.passed_on", by=by, about=row)


def _refuse_responsible_without_access(responsible: User, case: Case) -> None:
    if not can(responsible, Permission.PLAN_READ, about=case):
        raise ActionRefused(_("This person does not see the case."), field="responsible")
