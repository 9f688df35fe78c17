"""Corrects referrals and their steps, also after a referral was sent. A correction adds no step."""

import datetime
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.corrections.actions import apply_correction
from casework.corrections.steps import correct_day_of_step, mark_step_as_mistake
from casework.referrals.actions import judge_consent, save_if_only_open
from casework.referrals.choices import REFERRAL_MOVES, ReferralStatus
from casework.referrals.models import Referral, ReferralStep
from casework.referrals.rules import due_on
from casework.register.actions import refuse_closed
from casework.register.models.individual import Individual
from casework.register.querysets.individual import refuse_erased
from pages.dates import short_date
from pages.refusals import ActionRefused

SENT_TO = _(
    "It was sent to %(organisation)s on %(day)s, and that stays readable. If it went to somebody else, say of the step "
    "that it was recorded by mistake, and write the referral anew."
)


def _lock_with_person(referral: Referral, *, by: User) -> Referral:
    # The person is locked first, as for sending, so that nobody records a consent of the person at the same time.
    Individual.objects.lock(referral.individual)
    row = lock_for(referral, Permission.REFERRAL_MAKE, by=by)
    refuse_closed(row.case)
    refuse_erased(row.individual)
    return row


@transaction.atomic
def correct_referral(
    referral: Referral, *, by: User, reason: str = "", why_without: str = "", **facts: Any
) -> Referral:
    """Corrects `service`, `organisation`, `urgency` or `text`, the reason for the referral, and recomputes the due day.

    Raises ActionRefused for another organisation once the referral was sent, because the recipient is a fact. Another
    service may need another consent: raises ConsentMissing if it was missing on the day of sending and `why_without` is
    empty, and always if the person had refused it."""
    row = _lock_with_person(referral, by=by)
    old_purposes = row.purposes
    if row.sent_on and facts.get("organisation", row.organisation) != row.organisation:
        values = {"organisation": row.organisation, "day": short_date(row.sent_on)}
        raise ActionRefused(SENT_TO % values, field="organisation")
    if "text" in facts:
        facts["reason"] = facts.pop("text")
    if "reason" in facts and not facts["reason"].strip():
        raise ActionRefused(_("Give the reason."), field="text")
    changed = apply_correction(row, facts, reason=reason, by=by, recorded_at=row.written_at)
    if row.sent_on:
        row.due_on = due_on(row.service, row.urgency, row.sent_on)
        if row.purposes != old_purposes:
            why = why_without.strip() or row.override_reason
            judge_consent(row, row.sent_on, why=why, why_field="why_without", field="service")
    save_if_only_open(row)
    record("referral.corrected", by=by, about=row, details={"fields": changed})
    return row


@transaction.atomic
def correct_referral_step(
    step: ReferralStep,
    *,
    by: User,
    on: datetime.date | None = None,
    is_mistake: bool = False,
    reason: str = "",
) -> Referral:
    """Corrects the day of a step, or marks it as a mistake: then the referral returns to the state before.

    If the consent was missing on the corrected day of sending, `reason` says why it was sent anyway. Raises
    ConsentMissing if the person had refused it on that day, and ActionRefused if a later step depends on the mistake."""
    row = _lock_with_person(step.referral, by=by)
    moves = list(row.steps.standing().with_day().order_by("at"))
    old_day = next((each.day for each in moves if each.pk == step.pk), step.on)
    if is_mistake:
        mark_step_as_mistake(step, individual=row.individual, reason=reason, by=by)
        _refuse_unlawful([each for each in moves if each.pk != step.pk])
    else:
        # The day of sending may be before the draft, because a referral may be recorded after it was sent.
        among = [each for each in moves if each.status != ReferralStatus.DRAFT or each == step]
        correct_day_of_step(
            step, on or old_day, among=among, individual=row.individual, reason=reason, by=by
        )
    _recalculate(row, why_without=reason)
    record("referral.step_corrected", by=by, about=row)
    return row


def _refuse_unlawful(remaining: Sequence[ReferralStep]) -> None:
    """Raises ActionRefused unless the remaining steps begin with a draft and are a lawful sequence."""
    pairs = pairwise(remaining)
    begins = bool(remaining) and remaining[0].status == ReferralStatus.DRAFT
    if not begins or any(
        following.status not in REFERRAL_MOVES[step.status] for step, following in pairs
    ):
        raise ActionRefused(
            _("A later step rests on this one: “Correct the step” at the later one first."),
            field="is_mistake",
        )


def _recalculate(row: Referral, *, why_without: str) -> None:
    """Sets the state of the referral from its valid steps."""
    old_day = row.sent_on
    moves = list(row.steps.standing().with_day().order_by("at"))
    row.status, row.status_on = moves[-1].status, moves[-1].day
    sent = [each.day for each in moves if each.status == ReferralStatus.SENT]
    row.sent_on = sent[-1] if sent else None
    row.due_on = due_on(row.service, row.urgency, row.sent_on) if row.sent_on else None
    if row.sent_on is None:
        row.is_consent_overridden, row.override_reason = False, ""
    elif row.sent_on != old_day:
        why = row.override_reason or why_without
        judge_consent(row, row.sent_on, why=why, why_field="reason", field="on")
    save_if_only_open(row)
