"""Corrects typing errors in claims, and the days of their steps.

Old and new values stay readable, and no authority is recorded as having acted.
"""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.claims.actions import (
    INTERVIEW_BEFORE_SUMMONS,
    ask_about_decision_before_interview,
    refuse_impossible_day_of_decision,
    refuse_impossible_principal,
    refuse_second_open,
)
from asylum.claims.gates import RenunciationMissing, may_go_on
from asylum.claims.references import token_of
from asylum.filing.days import is_late_without_reason
from asylum.interviews.actions import ask_about_far_day, undo_attendance, undo_summons
from asylum.papers.choices import DATED_BY_THE_FORM
from asylum.pathways.choices import DECISIONS, NEEDS_STANDING, ApplicationStatus
from asylum.procedure.choices import InterviewOutcome
from asylum.procedure.counting import recount_terms
from asylum.procedure.models.application import ApplicationStatusChange, AsylumApplication
from asylum.procedure.steps import correct_day_of_move, date_steps_by_form, refuse_earlier_step
from asylum.rule_tasks.actions import (
    add_task_once,
    reopen_tasks_closed_by,
    review_dependent_claims,
    rule_applies,
    settle_tasks_of_rule,
)
from asylum.rule_tasks.choices import RuleTask
from asylum.terms.actions import record_recounted_terms
from casework.corrections.actions import apply_correction
from casework.corrections.steps import mark_step_as_mistake
from casework.tasks.choices import TaskStatus
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
    """Moves a step to the day `on`, or marks the last step as a mistake; returns the claim.

    Also corrects the decision, and terms that started or ended with the step. After a mistake the claim returns to the
    state before.
    """
    row = lock_for(step.application, Permission.APPLICATION_CHANGE, by=by)
    if is_mistake:
        _undo_step(row, step, reason=reason, by=by)
    elif on:
        _correct_day(row, step, on, reason=reason, by=by)
    record("application.step_corrected", by=by, about=row, case=row.case)
    review_dependent_claims(row, by=by)
    if is_mistake:
        reopen_tasks_closed_by(row.individual, step, by=by)
    return row


def _undo_step(
    row: AsylumApplication, step: ApplicationStatusChange, *, reason: str, by: User
) -> None:
    steps = list(row.status_changes.standing().with_day().order_by("at"))
    if step.status in DATED_BY_THE_FORM:
        raise ActionRefused(
            _("Take back the claim as a whole, or put its day right in its form."),
            field="is_mistake",
        )
    refuse_earlier_step(steps, step)
    mark_step_as_mistake(step, individual=row.individual, reason=reason, by=by)
    *_earlier, before = steps[:-1]
    refuse_second_open(row, before.status)
    row.status, row.status_on = before.status, before.day
    if step.status == ApplicationStatus.SUMMONED:
        undo_summons(row, step)
    elif step.status == ApplicationStatus.INTERVIEWED:
        undo_attendance(row)
    elif step.status in DECISIONS:
        decision_days = [each.day for each in steps[:-1] if each.status in DECISIONS]
        row.decided_on = decision_days[-1] if decision_days else None
        row.resolved_on, row.refusal_ground = step.earlier_resolved_on, step.earlier_ground
    row.save()
    recount_terms(row)


def _correct_day(
    row: AsylumApplication,
    step: ApplicationStatusChange,
    on: datetime.date,
    *,
    reason: str,
    by: User,
) -> None:
    if step.status == ApplicationStatus.SUMMONED and row.interview_on and on > row.interview_on:
        raise ActionRefused(INTERVIEW_BEFORE_SUMMONS, field="on")
    if step.status in NEEDS_STANDING and not step.is_override and not may_go_on(row, on=on):
        raise RenunciationMissing(
            _(
                "On %(day)s no verified renunciation was on file, and no record that the authority asks for none. Take the "
                "step back as a mistake, and record it on that day with its reason."
            )
            % {"day": short_date(on)},
            field="on",
        )
    decision = row.status_changes.standing().filter(status__in=DECISIONS).first()
    is_last_decision = decision is not None and decision.pk == step.pk
    if is_last_decision and row.resolved_on and on < row.resolved_on:
        raise ActionRefused(
            _(
                "The decision was notified before it was taken: the act is of %(day)s. If that day is wrong, put it "
                "right first with Correct, on the page of the application."
            )
            % {"day": short_date(row.resolved_on)},
            field="on",
        )
    former_day = correct_day_of_move(row, step, on, reason=reason, by=by)
    if step.status == ApplicationStatus.SUMMONED:
        row.interviews.filter(summons=step).update(noticed_on=on)
    if step.status == ApplicationStatus.INTERVIEWED and row.interview_on == former_day:
        row.interview_on = on
        row.interviews.filter(outcome=InterviewOutcome.ATTENDED, on=former_day).update(on=on)
    if is_last_decision:
        row.decided_on = on
    row.save()
    record_recounted_terms(row, by=by)


@transaction.atomic
def correct_application(
    application: AsylumApplication,
    *,
    by: User,
    reason: str = "",
    is_sure: bool = False,
    **facts: Any,
) -> AsylumApplication:
    """Corrects days, grounds and texts of an application, and recomputes its terms; returns the application.

    Raises ActionRefused for impossible days, and DaysInDoubt for unlikely ones unless the user `is_sure`."""
    row = lock_for(application, Permission.APPLICATION_CHANGE, by=by)
    entered_on, lodged_on = facts.get("entered_on"), facts.get("lodged_on")
    for name in ("entered_on", "lodged_on"):
        if facts.get(name):
            refuse_future(facts[name], by=by, field=name)
    if row.lodged_on and not lodged_on:
        raise ActionRefused(_("Say on which day the application was lodged."), field="lodged_on")
    if lodged_on and entered_on and lodged_on < entered_on:
        raise ActionRefused(_("The application was lodged before the entry."), field="lodged_on")
    steps = row.status_changes.standing().with_day().exclude(status__in=DATED_BY_THE_FORM)
    first_step = steps.order_by("at").first()
    if lodged_on and first_step and lodged_on > first_step.day:
        raise ActionRefused(_("The next step was on an earlier day."), field="lodged_on")
    if facts.get("depends_on") != row.depends_on:
        refuse_impossible_principal(row.individual, facts.get("depends_on"), by=by)
    if facts.get("depends_on") and row.dependants.exists():
        raise ActionRefused(
            _("Other claims depend on this one: put those right first."), field="depends_on"
        )
    refuse_impossible_day_of_decision(
        facts.get("resolved_on"), lodged_on=lodged_on, decided_on=row.decided_on
    )
    if facts.get("resolved_on") != row.resolved_on:
        ask_about_decision_before_interview(row, facts.get("resolved_on"), is_sure=is_sure)
    _check_day_of_interview(row, facts.get("interview_on"), is_sure=is_sure)
    old_days = {name: getattr(row, name) for name in ("entered_on", "lodged_on", "interview_on")}
    changed = apply_correction(row, facts, reason=reason, by=by)
    record("application.corrected", by=by, about=row, case=row.case, details={"fields": changed})
    if "reference" in changed:
        row.reference_token = token_of(row.reference, row.individual, is_sure=is_sure, by=by)
    if row.status == ApplicationStatus.LODGED and row.lodged_on:
        row.status_on = row.lodged_on
    row.save()
    if old_days["interview_on"] != row.interview_on and row.interview_on:
        row.interviews.unsaid().update(on=row.interview_on)
    _recount_after_correction(row, old_days, changed, reason=reason, by=by)
    if "depends_on" in changed:
        review_dependent_claims(row, by=by)
    return row


def _recount_after_correction(
    row: AsylumApplication, old_days: dict[str, Any], changed: list[str], *, reason: str, by: User
) -> None:
    """Recomputes the terms after a correction, and updates the task that asks why the claim is late."""
    if old_days["lodged_on"] and row.lodged_on and old_days["lodged_on"] != row.lodged_on:
        date_steps_by_form(row, ApplicationStatus.LODGED, row.lodged_on, because=reason, by=by)
    record_recounted_terms(row, by=by)
    if {"lodged_on", "entered_on", "late_reason"}.intersection(changed) and row.is_made:
        update_late_claim_task(row, CLAIM_PUT_RIGHT, by=by)


# Titles of the task that asks why a claim is late, by the correction that made it late.
ARRIVAL_PUT_RIGHT = gettext_noop(
    "The arrival was put right, and a claim is late now: say why: %(number)s"
)
CLAIM_PUT_RIGHT = gettext_noop("A claim was put right, and is late now: say why: %(number)s")


def update_late_claim_task(application: AsylumApplication, title: str, *, by: User) -> bool:
    """Adds a task for the owner of the claim's last term if the claim is late without a reason, or else closes the task.

    Returns whether the claim is late without a reason.
    """
    person, last = application.individual, application.deadlines.exclude(owner=None).last()
    is_late = is_late_without_reason(application)
    if is_late:
        owner = last.owner if last else None
        add_task_once(person, RuleTask.LATE_UNSAID, _(title), by=by, assigned_to=owner)
    elif not rule_applies(RuleTask.LATE_UNSAID, person, by.today()):
        status = TaskStatus.DONE if application.late_reason else TaskStatus.NOT_NEEDED
        settle_tasks_of_rule(person, RuleTask.LATE_UNSAID, status=status, by=by)
    return is_late


def _check_day_of_interview(
    row: AsylumApplication, interview_on: datetime.date | None, *, is_sure: bool
) -> None:
    """Checks a changed day of the interview against the last summons.

    Raises ActionRefused for a day before the summons was notified, and DaysInDoubt for one far ahead.
    """
    summons = row.status_changes.standing().with_day().filter(status=ApplicationStatus.SUMMONED)
    last = summons.order_by("-at").first()
    if interview_on and interview_on != row.interview_on and last:
        if interview_on < last.day:
            raise ActionRefused(INTERVIEW_BEFORE_SUMMONS, field="interview_on")
        ask_about_far_day(last.day, interview_on, is_sure=is_sure)
