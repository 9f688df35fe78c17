"""Corrects typing errors of renunciations and the days of their steps.

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
    follow_the_form,
    may_date,
    put_step_on_its_day,
    refuse_earlier_step,
)
from asylum.renunciation.actions import (
    answer_otherwise,
    have_claim_reviewed,
    name_gaps,
    wording_for,
)
from asylum.rule_tasks.actions import holds, let_tasks_fall, let_tasks_stand_again, set_once
from asylum.rule_tasks.choices import RuleTask
from asylum.scans.actions import withdraw_scans_of
from casework.corrections.actions import put_right
from casework.corrections.steps import take_back
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused


def may_correct_act(paper: Renunciation, user: User) -> bool:
    """Whether the user may correct the authority's act, which needs the right to date its verification."""
    verified = paper.status_changes.standing().filter(status=RenunciationStatus.VERIFIED).first()
    return verified is not None and may_date(verified, user)


@transaction.atomic
def correct_renunciation_step(
    step: RenunciationStatusChange,
    *,
    by: User,
    on: datetime.date | None = None,
    is_mistake: bool = False,
    reason: str = "",
) -> Renunciation:
    """Moves a step to the day `on`, and with it the day of verification.

    Or marks the last step as a mistake: the paper returns to the state before.
    """
    row = lock_for(step.renunciation, Permission.RENUNCIATION_CHANGE, by=by)
    if is_mistake:
        _take_back_of_paper(row, step, reason=reason, by=by)
    elif on:
        if not may_date(step, by):
            raise ActionRefused(
                _("Whoever verified it puts this day right, or who answers for the office."),
                field="on",
            )
        put_step_on_its_day(row, step, on, reason=reason, by=by)
        if step.status == RenunciationStatus.VERIFIED and row.verified_on:
            row.verified_on = on
        row.save()
        _have_admission_reviewed(row.individual, by=by)
    record("renunciation.step_corrected", by=by, about=row, case=row.case)
    let_tasks_fall(row.individual, by=by)
    if is_mistake:
        let_tasks_stand_again(row.individual, step, by=by)
    return row


def _have_admission_reviewed(person: Individual, *, by: User) -> None:
    """Adds one task if a claim went on without a reason before the corrected day of verification."""
    if holds(RuleTask.VERIFIED_LATER, person, by.today()):
        title = _("Review the admission: the renunciation was verified later: %(number)s")
        set_once(person, RuleTask.VERIFIED_LATER, title, by=by)


def _take_back_of_paper(
    row: Renunciation, step: RenunciationStatusChange, *, reason: str, by: User
) -> None:
    """Undoing a verification removes its facts about the authority's act, and a claim based on it is reviewed.

    Beside a newer signed paper the older one counts again: a verified one enables what depends on it, whichever it is; of
    others the latest signed is first.
    """
    steps = list(row.status_changes.standing().with_day().order_by("at"))
    if step.status in (RenunciationStatus.RECORDED, RenunciationStatus.MISTAKEN):
        raise ActionRefused(
            _("Take back the paper as a whole, or put its day right in its form."),
            field="is_mistake",
        )
    refuse_earlier_step(steps, step)
    take_back(step, individual=row.individual, reason=reason, by=by)
    before = steps[-2]
    row.status, row.status_on = before.status, before.day
    if step.status == RenunciationStatus.VERIFIED:
        _forget_the_act(row, before.status, reason=reason, by=by)
    row.save()
    withdraw_scans_of(step, by=by, permission=Permission.RENUNCIATION_CHANGE)
    have_claim_reviewed(row.individual, by=by)


def _forget_the_act(row: Renunciation, before: str, *, reason: str, by: User) -> None:
    """Removes what the verification recorded. Restores the answers from `before`, unless somebody corrected them since."""
    row.verified_by, row.verified_on, row.accepted_by, row.reference = None, None, None, ""
    row.verified_without, row.verified_without_because = [], ""
    events: Any = Renunciation._meta.get_field("as_known").related_model
    known = events.objects.filter(pgh_obj=row.pk)
    was = known.filter(status=before).latest("pgh_id")
    act = known.filter(pgh_id__gt=was.pgh_id).earliest("pgh_id")
    names = ("are_consequences_explained", "is_copy_given")
    said = {name: getattr(was, name) for name in names if getattr(row, name) == getattr(act, name)}
    answer_otherwise(row, said, reason=reason, by=by)


@transaction.atomic
def correct_renunciation(
    renunciation: Renunciation, *, by: User, reason: str = "", **facts: Any
) -> Renunciation:
    """Corrects what was read off the paper. A verified paper stays permanent and signed.

    If the authority's act on a verified paper turns out to be incomplete, `reason` says why the paper is valid anyway."""
    row = lock_for(renunciation, Permission.RENUNCIATION_CHANGE, by=by)
    facts["wording"] = wording_for(facts["signature"], facts["wording"])
    refuse_future(facts["signed_on"], by=by, field="signed_on")
    moves = row.status_changes.standing().with_day().order_by("at")
    later = [move.day for move in moves][1:]
    if later and facts["signed_on"] > later[0]:
        raise ActionRefused(_("The next step was on an earlier day."), field="signed_on")
    has_moved = len(later) > 0
    if has_moved and (facts["wording"], facts["signature"]) != (row.wording, row.signature):
        raise ActionRefused(
            _(
                "This paper has gone on: take it back as recorded by mistake, and record the right one."
            ),
            field="wording",
        )
    changed = put_right(row, facts, reason=reason, by=by)
    of_the_act = ACT_OF_AUTHORITY.intersection(changed)
    if of_the_act and not may_correct_act(row, by):
        raise ActionRefused(
            _("Whoever verified it puts this right, or who answers for the office."),
            field=min(of_the_act),
        )
    record("renunciation.corrected", by=by, about=row, case=row.case, details={"fields": changed})
    if row.status == RenunciationStatus.VERIFIED:
        name_gaps(row, because=reason, field="reason")
    if not has_moved:
        row.status_on = row.signed_on
    row.save()
    follow_the_form(row, RenunciationStatus.RECORDED, row.signed_on, because=reason, by=by)
    return row
