"""Corrects typing errors in renunciations, and the days of their steps.

Old and new values stay readable, and no authority is recorded as having acted.
"""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.papers.choices import ACT_OF_AUTHORITY, RenunciationStatus
from asylum.papers.models.renunciation import Renunciation, RenunciationStatusChange
from asylum.procedure.steps import (
    correct_day_of_move,
    date_steps_by_form,
    may_date,
    refuse_earlier_step,
)
from asylum.renunciation.actions import (
    add_claim_review_task,
    checked_wording,
    set_answers,
    set_gaps,
)
from asylum.rule_tasks.actions import (
    add_task_once,
    close_outdated_tasks,
    reopen_tasks_closed_by,
    rule_applies,
)
from asylum.rule_tasks.choices import RuleTask
from asylum.scans.actions import withdraw_scans_of
from casework.corrections.actions import apply_correction
from casework.corrections.steps import mark_step_as_mistake
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused


def may_correct_act(paper: Renunciation, user: User) -> bool:
    """Returns whether the user may correct the authority's act: only users who may correct the day of its verification."""
    step = paper.status_changes.standing().filter(status=RenunciationStatus.VERIFIED).first()
    return step is not None and may_date(step, user)


@transaction.atomic
def correct_renunciation_step(
    step: RenunciationStatusChange,
    *,
    by: User,
    on: datetime.date | None = None,
    is_mistake: bool = False,
    reason: str = "",
) -> Renunciation:
    """Moves a step to the day `on`, or marks the last step as a mistake; returns the paper.

    The day of verification moves with its step. After a mistake the paper returns to the state before.
    """
    row = lock_for(step.renunciation, Permission.RENUNCIATION_CHANGE, by=by)
    if is_mistake:
        _undo_step(row, step, reason=reason, by=by)
    elif on:
        if not may_date(step, by):
            raise ActionRefused(
                _("Whoever verified it puts this day right, or who answers for the office."),
                field="on",
            )
        correct_day_of_move(row, step, on, reason=reason, by=by)
        if step.status == RenunciationStatus.VERIFIED and row.verified_on:
            row.verified_on = on
        row.save()
        _add_admission_review_task(row.individual, by=by)
    record("renunciation.step_corrected", by=by, about=row, case=row.case)
    close_outdated_tasks(row.individual, by=by)
    if is_mistake:
        reopen_tasks_closed_by(row.individual, step, by=by)
    return row


def _add_admission_review_task(person: Individual, *, by: User) -> None:
    """Adds one task if a claim continued without a reason before the corrected day of verification."""
    if rule_applies(RuleTask.VERIFIED_LATER, person, by.today()):
        title = _("Review the admission: the renunciation was verified later: %(number)s")
        add_task_once(person, RuleTask.VERIFIED_LATER, title, by=by)


def _undo_step(row: Renunciation, step: RenunciationStatusChange, *, reason: str, by: User) -> None:
    """Marks the last step as a mistake and returns the paper to the state before.

    If the step is a verification, also removes the facts about the authority's act. Adds a task to review a claim that
    depended on the paper.
    """
    steps = list(row.status_changes.standing().with_day().order_by("at"))
    if step.status in (RenunciationStatus.RECORDED, RenunciationStatus.MISTAKEN):
        raise ActionRefused(
            _("Take back the paper as a whole, or put its day right in its form."),
            field="is_mistake",
        )
    refuse_earlier_step(steps, step)
    mark_step_as_mistake(step, individual=row.individual, reason=reason, by=by)
    before = steps[-2]
    row.status, row.status_on = before.status, before.day
    if step.status == RenunciationStatus.VERIFIED:
        _remove_act(row, before.status, reason=reason, by=by)
    row.save()
    withdraw_scans_of(step, by=by, permission=Permission.RENUNCIATION_CHANGE)
    add_claim_review_task(row.individual, by=by)


def _remove_act(row: Renunciation, before: str, *, reason: str, by: User) -> None:
    """Removes what the verification recorded; `before` is the state to which the paper returns.

    Restores the answers of that state, unless somebody corrected them since.
    """
    row.verified_by, row.verified_on, row.accepted_by, row.reference = None, None, None, ""
    row.verified_without, row.verified_without_because = [], ""
    events: Any = Renunciation._meta.get_field("as_known").related_model
    versions = events.objects.filter(pgh_obj=row.pk)
    old = versions.filter(status=before).latest("pgh_id")
    act = versions.filter(pgh_id__gt=old.pgh_id).earliest("pgh_id")
    names = ("are_consequences_explained", "is_copy_given")
    answers = {
        name: getattr(old, name) for name in names if getattr(row, name) == getattr(act, name)
    }
    set_answers(row, answers, reason=reason, by=by)


@transaction.atomic
def correct_renunciation(
    renunciation: Renunciation, *, by: User, reason: str = "", **facts: Any
) -> Renunciation:
    """Corrects the facts of the paper and returns it. After its first step a paper keeps its wording and signature.

    If the authority's act on a verified paper turns out to be incomplete, `reason` says why the paper is valid anyway.
    """
    row = lock_for(renunciation, Permission.RENUNCIATION_CHANGE, by=by)
    facts["wording"] = checked_wording(facts["signature"], facts["wording"])
    refuse_future(facts["signed_on"], by=by, field="signed_on")
    moves = row.status_changes.standing().with_day().order_by("at")
    later_days = [move.day for move in moves][1:]
    if later_days and facts["signed_on"] > later_days[0]:
        raise ActionRefused(_("The next step was on an earlier day."), field="signed_on")
    has_moved = len(later_days) > 0
    if has_moved and (facts["wording"], facts["signature"]) != (row.wording, row.signature):
        raise ActionRefused(
            _(
                "This paper has gone on: take it back as recorded by mistake, and record the right one."
            ),
            field="wording",
        )
    changed = apply_correction(row, facts, reason=reason, by=by)
    changed_act = ACT_OF_AUTHORITY.intersection(changed)
    if changed_act and not may_correct_act(row, by):
        raise ActionRefused(
            _("Whoever verified it puts this right, or who answers for the office."),
            field=min(changed_act),
        )
    record("renunciation.corrected", by=by, about=row, case=row.case, details={"fields": changed})
    if row.status == RenunciationStatus.VERIFIED:
        set_gaps(row, because=reason, field="reason")
    if not has_moved:
        row.status_on = row.signed_on
    row.save()
    date_steps_by_form(row, RenunciationStatus.RECORDED, row.signed_on, because=reason, by=by)
    return row
