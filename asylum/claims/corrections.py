"""Corrects typing errors of claims and the days of their steps.

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
    BEFORE_ITS_SUMMONS,
    ask_decided_before_heard,
    refuse_decision_out_of_order,
    refuse_second_open,
    refuse_wrong_principal,
)
from asylum.claims.gates import RenunciationMissing, may_go_on
from asylum.claims.references import token_of
from asylum.filing.days import is_late_unsaid
from asylum.interviews.actions import ask_about_far_day, undo_attended, undo_summons
from asylum.papers.choices import DATED_BY_THE_FORM
from asylum.pathways.choices import DECISIONS, NEEDS_STANDING, ApplicationStatus
from asylum.procedure.choices import InterviewOutcome
from asylum.procedure.counting import count_terms
from asylum.procedure.models.application import ApplicationStatusChange, AsylumApplication
from asylum.procedure.steps import follow_the_form, put_step_on_its_day, refuse_earlier_step
from asylum.rule_tasks.actions import (
    follow_principal,
    holds,
    let_tasks_stand_again,
    set_once,
    settle_rule,
)
from asylum.rule_tasks.choices import RuleTask
from asylum.terms.actions import count_and_say
from casework.corrections.actions import put_right
from casework.corrections.steps import take_back
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
    refuse_earlier_step(steps, step)
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
    was = put_step_on_its_day(row, step, on, reason=reason, by=by)
    if step.status == ApplicationStatus.SUMMONED:
        row.interviews.filter(summons=step).update(noticed_on=on)
    if step.status == ApplicationStatus.INTERVIEWED and row.interview_on == was:
        row.interview_on = on
        row.interviews.filter(outcome=InterviewOutcome.ATTENDED, on=was).update(on=on)
    if is_last_decision:
        row.decided_on = on
    row.save()
    count_and_say(row, by=by)


@transaction.atomic
def correct_application(
    application: AsylumApplication,
    *,
    by: User,
    reason: str = "",
    is_sure: bool = False,
    **facts: Any,
) -> AsylumApplication:
    """Corrects days, grounds and texts of an application; terms are recomputed from the corrected days."""
    row = lock_for(application, Permission.APPLICATION_CHANGE, by=by)
    entered_on, lodged_on = facts.get("entered_on"), facts.get("lodged_on")
    for name in ("entered_on", "lodged_on"):
        if facts.get(name):
            refuse_future(facts[name], by=by, field=name)
    if row.lodged_on and not lodged_on:
        raise ActionRefused(_("Say on which day the application was lodged."), field="lodged_on")
    if lodged_on and entered_on and lodged_on < entered_on:
        raise ActionRefused(_("The application was lodged before the entry."), field="lodged_on")
    later = row.status_changes.standing().with_day().exclude(status__in=DATED_BY_THE_FORM)
    first_later = later.order_by("at").first()
    if lodged_on and first_later and lodged_on > first_later.day:
        raise ActionRefused(_("The next step was on an earlier day."), field="lodged_on")
    if facts.get("depends_on") != row.depends_on:
        refuse_wrong_principal(row.individual, facts.get("depends_on"), by=by)
    if facts.get("depends_on") and row.dependants.exists():
        raise ActionRefused(
            _("Other claims depend on this one: put those right first."), field="depends_on"
        )
    refuse_decision_out_of_order(
        facts.get("resolved_on"), lodged_on=lodged_on, decided_on=row.decided_on
    )
    if facts.get("resolved_on") != row.resolved_on:
        ask_decided_before_heard(row, facts.get("resolved_on"), is_sure=is_sure)
    _refuse_before_its_summons(row, facts.get("interview_on"), is_sure=is_sure)
    was = {name: getattr(row, name) for name in ("entered_on", "lodged_on", "interview_on")}
    changed = put_right(row, facts, reason=reason, by=by)
    record("application.corrected", by=by, about=row, case=row.case, details={"fields": changed})
    if "reference" in changed:
        row.reference_token = token_of(row.reference, row.individual, is_sure=is_sure, by=by)
    if row.status == ApplicationStatus.LODGED and row.lodged_on:
        row.status_on = row.lodged_on
    row.save()
    if was["interview_on"] != row.interview_on and row.interview_on:
        row.interviews.unsaid().update(on=row.interview_on)
    _let_terms_follow(row, was, changed, reason=reason, by=by)
    if "depends_on" in changed:
        follow_principal(row, by=by)
    return row


def _let_terms_follow(
    row: AsylumApplication, was: dict[str, Any], changed: list[str], *, reason: str, by: User
) -> None:
    """Updates terms that run from the entry or the day of lodging or ended with it, and the task that asks why it is
    late."""
    if was["lodged_on"] and row.lodged_on and was["lodged_on"] != row.lodged_on:
        follow_the_form(row, ApplicationStatus.LODGED, row.lodged_on, because=reason, by=by)
    count_and_say(row, by=by)
    if {"lodged_on", "entered_on", "late_reason"}.intersection(changed) and row.is_made:
        ask_why_late(row, CLAIM_PUT_RIGHT, by=by)


# Titles of the task that asks why a claim is late, by the correction that made it late.
ARRIVAL_PUT_RIGHT = gettext_noop(
    "The arrival was put right, and a claim is late now: say why: %(number)s"
)
CLAIM_PUT_RIGHT = gettext_noop("A claim was put right, and is late now: say why: %(number)s")


def ask_why_late(application: AsylumApplication, title: str, *, by: User) -> bool:
    """Whether the claim is late without a reason; if so, adds one task for the owner of the claim's last term.

    Otherwise closes that task."""
    person, last = application.individual, application.deadlines.exclude(owner=None).last()
    is_late = is_late_unsaid(application)
    if is_late:
        doer = last.owner if last else None
        set_once(person, RuleTask.LATE_UNSAID, _(title), by=by, assigned_to=doer)
    elif not holds(RuleTask.LATE_UNSAID, person, by.today()):
        status = TaskStatus.DONE if application.late_reason else TaskStatus.NOT_NEEDED
        settle_rule(person, RuleTask.LATE_UNSAID, status=status, by=by)
    return is_late


def _refuse_before_its_summons(
    row: AsylumApplication, interview_on: datetime.date | None, *, is_sure: bool
) -> None:
    """Refuses a changed day of interview before the notification of its last summons; asks about one far ahead."""
    summons = row.status_changes.standing().with_day().filter(status=ApplicationStatus.SUMMONED)
    last = summons.order_by("-at").first()
    if interview_on and interview_on != row.interview_on and last:
        if interview_on < last.day:
            raise ActionRefused(BEFORE_ITS_SUMMONS, field="interview_on")
        ask_about_far_day(last.day, interview_on, is_sure=is_sure)
