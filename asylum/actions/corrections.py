"""Corrects typing errors. Old and new values stay readable, and no authority is recorded as having acted."""

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
from asylum.actions.applications import (
    BEFORE_ITS_SUMMONS,
    ask_decided_before_heard,
    refuse_decision_out_of_order,
    refuse_wrong_principal,
)
from asylum.actions.deadlines import count_and_say, is_late_unsaid
from asylum.actions.permits import (
    ask_about_claim,
    ask_about_end,
    ask_about_issue,
    computed_facts,
    permit_token,
    refuse_contradiction,
)
from asylum.actions.references import token_of
from asylum.actions.renunciations import name_gaps, wording_for
from asylum.actions.rule_tasks import follow_principal, follow_visa, holds, set_once, settle_rule
from asylum.actions.scans import withdraw_scans_of
from asylum.actions.steps import follow_the_form, may_correct_act
from asylum.choices import (
    ACT_OF_AUTHORITY,
    DATED_BY_THE_FORM,
    ApplicationStatus,
    RenunciationStatus,
    RuleTask,
)
from asylum.interviews.actions import ask_about_far_day
from asylum.models import AsylumApplication, Permit, Renunciation
from casework.corrections.actions import put_right
from casework.tasks.choices import TaskStatus
from pages.refusals import ActionRefused


@transaction.atomic
def correct_permit(
    permit: Permit, *, by: User, reason: str = "", is_sure: bool = False, **facts: Any
) -> Permit:
    """Corrects `type`, `number`, `issued_on`, `expires_on` or `work_right`, and recomputes the rule."""
    row = lock_for(permit, Permission.PERMIT_CHANGE, by=by)
    if row.mistaken_on:
        raise ActionRefused(_("This permit was recorded by mistake."))
    refuse_future(facts["issued_on"], by=by, field="issued_on")
    refuse_contradiction(
        facts["number"],
        facts.get("has_no_number", row.has_no_number and not facts["number"]),
        facts["issued_on"],
        facts.get("valid_from", row.valid_from),
        facts.get("expires_on"),
    )
    _refuse_out_of_order(row, facts["issued_on"])
    if (facts["issued_on"], facts["type"]) != (row.issued_on, row.type):
        ask_about_issue(row.individual, facts["issued_on"], type=facts["type"], is_sure=is_sure)
    if facts["type"] != row.type:
        ask_about_claim(row.individual, type=facts["type"], is_sure=is_sure)
    if facts.get("expires_on") != row.expires_on:
        days = facts["issued_on"], facts.get("expires_on")
        ask_about_end(row.individual, *days, type=facts["type"], is_sure=is_sure)
    changed = put_right(row, facts, reason=reason, by=by)
    record("permit.corrected", by=by, about=row, case=row.case, details={"fields": changed})
    row.number_token = permit_token(row.number)
    row.rule, row.computed_expires_on = computed_facts(row.type, row.issued_on, row.individual)
    row.save()
    if "issued_on" in changed:
        # The task names the last day, which moved.
        settle_rule(row.individual, RuleTask.VISA_TO_REGISTER, status=TaskStatus.NOT_NEEDED, by=by)
    follow_visa(row, by=by)
    return row


def _refuse_out_of_order(row: Permit, issued_on: datetime.date) -> None:
    """A permit is issued after the one it replaced, and before it was replaced or cancelled."""
    if row.previous and issued_on < row.previous.issued_on:
        raise ActionRefused(_("The new permit was issued before the old one."), field="issued_on")
    later = [row.cancelled_on, row.renewed_by.issued_on if row.is_renewed else None]
    if any(day and day < issued_on for day in later):
        raise ActionRefused(_("It was renewed or cancelled before this day."), field="issued_on")


@transaction.atomic
def correct_cancellation(
    permit: Permit,
    *,
    by: User,
    on: datetime.date | None = None,
    is_mistake: bool = False,
    reason: str = "",
) -> Permit:
    """Corrects the day of a cancellation, or undoes it if the authority did not cancel: the permit is valid as
    before."""
    row: Permit = lock_for(permit, Permission.PERMIT_CHANGE, by=by)
    if not row.cancelled_on or row.mistaken_on:
        raise ActionRefused(_("This permit is not cancelled."))
    right = None if is_mistake else on or row.cancelled_on
    if right:
        refuse_future(right, by=by)
        if right < row.issued_on:
            raise ActionRefused(_("The permit was issued after this day."), field="on")
    facts = {"cancelled_on": right}
    changed = put_right(row, facts, reason=reason, by=by, recorded_at=_cancelled_at(row))
    record("permit.corrected", by=by, about=row, case=row.case, details={"fields": changed})
    row.save(update_fields=["cancelled_on"])
    return row


def _cancelled_at(row: Permit) -> datetime.datetime:
    """When the current cancellation was recorded."""
    events: Any = Permit._meta.get_field("as_known").related_model
    known = events.objects.filter(pgh_obj=row.pk).order_by("pgh_id")
    before = known.filter(cancelled_on=None).last()
    first = known.filter(pgh_id__gt=before.pgh_id).first() if before else None
    return first.pgh_created_at if first else row.recorded_at


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


@transaction.atomic
def retract_permit(permit: Permit, *, by: User, reason: str) -> Permit:
    """Marks the permit as a mistake: the authority cancelled nothing. The permit that it replaced counts again."""
    row = lock_for(permit, Permission.PERMIT_CHANGE, by=by)
    if row.mistaken_on:
        raise ActionRefused(_("This was taken back already."))
    if row.is_renewed:
        raise ActionRefused(
            _("This permit was renewed: “It was recorded by mistake” at the newer one first.")
        )
    if not reason.strip():
        raise ActionRefused(_("Give the reason."), field="reason")
    row.mistaken_on, row.mistaken_because, row.previous = by.today(), reason.strip(), None
    row.save()
    withdraw_scans_of(row, by=by, permission=Permission.PERMIT_CHANGE)
    record("permit.retracted", by=by, about=row, case=row.case)
    follow_visa(row, by=by)
    return row
