"""Correcting the day of a step of an application or a paper."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from asylum.actions.applications import BEFORE_ITS_SUMMONS, refuse_second_open
from asylum.actions.deadlines import count_and_say
from asylum.actions.gates import RenunciationMissing, may_go_on
from asylum.actions.renunciations import answer_otherwise, have_claim_reviewed
from asylum.actions.rule_tasks import (
    Step,
    follow_principal,
    holds,
    let_tasks_fall,
    let_tasks_stand_again,
    set_once,
)
from asylum.actions.scans import withdraw_scans_of
from asylum.choices import (
    DATED_BY_THE_FORM,
    DECISIONS,
    NEEDS_STANDING,
    ApplicationStatus,
    RenunciationStatus,
    RuleTask,
)
from asylum.counting import count_terms
from asylum.interviews.actions import undo_attended, undo_summons
from asylum.interviews.choices import InterviewOutcome
from asylum.models import (
    ApplicationStatusChange,
    AsylumApplication,
    Renunciation,
    RenunciationStatusChange,
)
from casework.corrections.steps import keep_right_day, put_on_its_day, take_back
from casework.register.models.individual import Individual
from pages.dates import short_date
from pages.refusals import ActionRefused


@transaction.atomic
def correct_application_step(
    step: ApplicationStatusChange,
    *,
    by: User,
    on: datetime.date | None = None,
    is_mistake: bool = False,
    reason: str = "",
) -> AsylumApplication:
    """Moves a step to the day `on`; the decision, and terms that run from it or ended with it, follow.

    Or marks the last step as a mistake: the claim returns to the state before.
    """
    row = lock_for(step.application, Permission.APPLICATION_CHANGE, by=by)
    if is_mistake:
        _take_back(row, step, reason=reason, by=by)
    elif on:
        _move_with_its_day(row, step, on, reason=reason, by=by)
    record("application.step_corrected", by=by, about=row, case=row.case)
    follow_principal(row, by=by)
    if is_mistake:
        let_tasks_stand_again(row.individual, step, by=by)
    return row


def _take_back(
    row: AsylumApplication, step: ApplicationStatusChange, *, reason: str, by: User
) -> None:
    steps = list(row.status_changes.standing().with_day().order_by("at"))
    if step.status in DATED_BY_THE_FORM:
        raise ActionRefused(
            _("Take back the claim as a whole, or put its day right in its form."),
            field="is_mistake",
        )
    _refuse_earlier_step(steps, step)
    take_back(step, individual=row.individual, reason=reason, by=by)
    *_earlier, before = steps[:-1]
    refuse_second_open(row, before.status)
    row.status, row.status_on = before.status, before.day
    if step.status == ApplicationStatus.SUMMONED:
        undo_summons(row, step)
    elif step.status == ApplicationStatus.INTERVIEWED:
        undo_attended(row)
    elif step.status in DECISIONS:
        decided = [each.day for each in steps[:-1] if each.status in DECISIONS]
        row.decided_on = decided[-1] if decided else None
        row.resolved_on, row.refusal_ground = step.earlier_resolved_on, step.earlier_ground
    row.save()
    count_terms(row)


def _refuse_earlier_step(steps: list[Any], step: Step) -> None:
    if steps[-1].pk != step.pk and step.pk in {each.pk for each in steps}:
        raise ActionRefused(
            _("A later step rests on this one: “Correct the step” at the later one first."),
            field="is_mistake",
        )


def _move_with_its_day(
    row: AsylumApplication,
    step: ApplicationStatusChange,
    on: datetime.date,
    *,
    reason: str,
    by: User,
) -> None:
    if step.status == ApplicationStatus.SUMMONED and row.interview_on and on > row.interview_on:
        raise ActionRefused(BEFORE_ITS_SUMMONS, field="on")
    if step.status in NEEDS_STANDING and not step.is_override and not may_go_on(row, on=on):
        raise RenunciationMissing(
            _(
                "On %(day)s no verified renunciation was on file, and no record that the authority asks for none. Take the "
                "step back as a mistake, and record it on that day with its reason."
            )
            % {"day": short_date(on)},
            field="on",
        )
    decided = row.status_changes.standing().filter(status__in=DECISIONS).first()
    is_last_decision = decided is not None and decided.pk == step.pk
    if is_last_decision and row.resolved_on and on < row.resolved_on:
        raise ActionRefused(
            _(
                "The decision was notified before it was taken: the act is of %(day)s. If that day is wrong, put it "
                "right first with Correct, on the page of the application."
            )
            % {"day": short_date(row.resolved_on)},
            field="on",
        )
    was = _put_on_its_day(row, step, on, reason=reason, by=by)
    if step.status == ApplicationStatus.SUMMONED:
        row.interviews.filter(summons=step).update(noticed_on=on)
    if step.status == ApplicationStatus.INTERVIEWED and row.interview_on == was:
        row.interview_on = on
        row.interviews.filter(outcome=InterviewOutcome.ATTENDED, on=was).update(on=on)
    if is_last_decision:
        row.decided_on = on
    row.save()
    count_and_say(row, by=by)


def may_date(step: RenunciationStatusChange | ApplicationStatusChange, user: User) -> bool:
    """Whether this colleague may correct the day of the step. For a verification: the verifier, or who may move
    cases."""
    is_verification = step.status == RenunciationStatus.VERIFIED
    return not is_verification or user.pk == step.by_id or user.holds(Permission.CASE_MOVE)


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
        _put_on_its_day(row, step, on, reason=reason, by=by)
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
    _refuse_earlier_step(steps, step)
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


def follow_the_form(
    row: AsylumApplication | Renunciation, status: str, on: datetime.date, *, because: str, by: User
) -> None:
    """Gives the steps to this state the day in the form."""
    for step in row.status_changes.with_day().filter(status=status):
        if step.day != on:
            keep_right_day(step, step.day, on, individual=row.individual, because=because, by=by)


def _put_on_its_day(
    row: AsylumApplication | Renunciation,
    step: Step,
    on: datetime.date,
    *,
    reason: str,
    by: User,
) -> datetime.date:
    """Stores the right day beside the step and sets the day of the row's state; returns the day before."""
    if step.status in DATED_BY_THE_FORM:
        raise ActionRefused(_("This day is corrected with the rest of the form."), field="on")
    moves = list(row.status_changes.standing().with_day().order_by("at"))
    among = [each for each in moves if each.status != ApplicationStatus.DRAFT]
    was = put_on_its_day(step, on, among=among, individual=row.individual, reason=reason, by=by)
    if among[-1].pk == step.pk:
        row.status_on = on
    return was
