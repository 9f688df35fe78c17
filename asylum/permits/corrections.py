"""Corrects typing errors in permits. Old and new values stay readable, and no authority is recorded as having acted."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.papers.models.permit import Permit
from asylum.permits.actions import (
    ask_about_claim,
    ask_about_day_of_issue,
    ask_about_last_day,
    computed_facts,
    permit_token,
    refuse_contradiction,
)
from asylum.rule_tasks.actions import settle_tasks_of_rule, update_visa_task
from asylum.rule_tasks.choices import RuleTask
from asylum.scans.actions import withdraw_scans_of
from casework.corrections.actions import apply_correction
from casework.tasks.choices import TaskStatus
from pages.refusals import ActionRefused


@transaction.atomic
def correct_permit(
    permit: Permit, *, by: User, reason: str = "", is_sure: bool = False, **facts: Any
) -> Permit:
    """Corrects facts of the permit, recomputes its last day by the rule, and returns it.

    Raises ActionRefused and DaysInDoubt as `record_permit`, and ActionRefused for a permit recorded by mistake.
    """
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
        ask_about_day_of_issue(
            row.individual, facts["issued_on"], type=facts["type"], is_sure=is_sure
        )
    if facts["type"] != row.type:
        ask_about_claim(row.individual, type=facts["type"], is_sure=is_sure)
    if facts.get("expires_on") != row.expires_on:
        days = facts["issued_on"], facts.get("expires_on")
        ask_about_last_day(row.individual, *days, type=facts["type"], is_sure=is_sure)
    changed = apply_correction(row, facts, reason=reason, by=by)
    record("permit.corrected", by=by, about=row, case=row.case, details={"fields": changed})
    row.number_token = permit_token(row.number)
    row.rule, row.computed_expires_on = computed_facts(row.type, row.issued_on, row.individual)
    row.save()
    if "issued_on" in changed:
        # The task names the last day, which moved: `update_visa_task` adds a new one.
        settle_tasks_of_rule(
            row.individual, RuleTask.VISA_TO_REGISTER, status=TaskStatus.NOT_NEEDED, by=by
        )
    update_visa_task(row, by=by)
    return row


def _refuse_out_of_order(row: Permit, issued_on: datetime.date) -> None:
    """Raises ActionRefused for a day before the previous permit was issued, or after this one was renewed or cancelled."""
    if row.previous and issued_on < row.previous.issued_on:
        raise ActionRefused(_("The new permit was issued before the old one."), field="issued_on")
    end_days = [row.cancelled_on, row.renewed_by.issued_on if row.is_renewed else None]
    if any(day and day < issued_on for day in end_days):
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
    """Corrects the day of a cancellation, or removes a cancellation that was a mistake; returns the permit."""
    row: Permit = lock_for(permit, Permission.PERMIT_CHANGE, by=by)
    if not row.cancelled_on or row.mistaken_on:
        raise ActionRefused(_("This permit is not cancelled."))
    right_day = None if is_mistake else on or row.cancelled_on
    if right_day:
        refuse_future(right_day, by=by)
        if right_day < row.issued_on:
            raise ActionRefused(_("The permit was issued after this day."), field="on")
    facts = {"cancelled_on": right_day}
    changed = apply_correction(row, facts, reason=reason, by=by, recorded_at=_cancelled_at(row))
    record("permit.corrected", by=by, about=row, case=row.case, details={"fields": changed})
    row.save(update_fields=["cancelled_on"])
    return row


def _cancelled_at(row: Permit) -> datetime.datetime:
    """Returns when the present cancellation was recorded."""
    events: Any = Permit._meta.get_field("as_known").related_model
    versions = events.objects.filter(pgh_obj=row.pk).order_by("pgh_id")
    before = versions.filter(cancelled_on=None).last()
    first = versions.filter(pgh_id__gt=before.pgh_id).first() if before else None
    return first.pgh_created_at if first else row.recorded_at


@transaction.atomic
def retract_permit(permit: Permit, *, by: User, reason: str) -> Permit:
    """Marks the permit as a mistake, which says nothing about the authority. The permit that it replaced counts again."""
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
    update_visa_task(row, by=by)
    return row
