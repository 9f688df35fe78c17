"""Records and corrects pledges, which are money sought, pledged or received, and states monthly costs."""

import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.audit import add_and_record, record, save_and_record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future, refuse_move
from aid.choices import PLEDGE_MOVES, PledgeStatus
from aid.models import Pledge, PledgeMove, StatedNeed
from aid.rules.gaps import month_after
from casework.corrections.actions import apply_correction
from pages.refusals import ActionRefused
from partners.actions import own_office
from partners.models import Organisation

MOST_MONTHS = 36


@transaction.atomic
def record_pledge(
    *,
    funder: Organisation,
    kinds: list[str],
    amount: Decimal,
    currency: str,
    first_month: datetime.date,
    months: int,
    by: User,
    status: str = PledgeStatus.SOUGHT,
) -> Pledge:
    """Records money sought, pledged or received, for all these months together."""
    office = own_office(by, Permission.AGREEMENT_CHANGE)
    _refuse_impossible(amount, months)
    if not kinds:
        raise ActionRefused(_("Say what the money is for."), field="kinds")
    pledge = Pledge(
        office=office,
        funder=funder,
        kinds=list(kinds),
        amount=amount,
        currency=currency,
        first_month=first_month.replace(day=1),
        months=months,
        status=PledgeStatus(status),
        moved_on=by.today(),
        recorded_by=by,
    )
    add_and_record(pledge, "pledge.recorded", by=by, details={"status": pledge.status})
    PledgeMove.objects.create(pledge=pledge, status=pledge.status, on=by.today(), by=by)
    return pledge


def _refuse_impossible(amount: Decimal, months: int) -> None:
    """Raises ActionRefused for an amount of zero or less, or for a number of months outside 1 to MOST_MONTHS."""
    if amount <= 0:
        raise ActionRefused(_("The amount is nothing."), field="amount")
    if not 1 <= months <= MOST_MONTHS:
        raise ActionRefused(_("Name one month or up to three years."), field="months")


@transaction.atomic
def move_pledge(pledge: Pledge, *, status: str, on: datetime.date, by: User) -> Pledge:
    """Records that the money was pledged, arrived, or did not come."""
    pledge = lock_for(pledge, Permission.AGREEMENT_CHANGE, by=by)
    refuse_future(on, by=by)
    if pledge.is_mistake:
        raise ActionRefused(_("This pledge was recorded by mistake."))
    if status not in PLEDGE_MOVES[pledge.status]:
        refuse_move(pledge, PledgeStatus(status), pledge.moves, field="status")
    before, pledge.status, pledge.moved_on = pledge.status, PledgeStatus(status), on
    PledgeMove.objects.create(pledge=pledge, status=pledge.status, on=on, by=by)
    details = {"from": before, "to": pledge.status}
    return save_and_record(
        pledge, "status", "moved_on", verb="pledge.moved", by=by, details=details
    )


@transaction.atomic
def correct_pledge(pledge: Pledge, *, by: User, reason: str = "", **facts: Any) -> Pledge:
    """Corrects a pledge, or marks it as recorded by mistake (`is_mistake`). Raises ActionRefused.

    `status` and `moved_on` correct the last step, to any status. No reason is needed within a day after that step; for the
    other fields, within a day after the pledge was recorded.
    """
    row = lock_for(pledge, Permission.AGREEMENT_CHANGE, by=by)
    if facts.get("first_month"):
        facts["first_month"] = facts["first_month"].replace(day=1)
    last_step, others = row.moves.order_by("-at")[0], set(facts) - {"status", "moved_on"}
    corrects_step_only = all(facts[name] == getattr(row, name) for name in others)
    recorded_at = last_step.at if corrects_step_only else row.recorded_at
    fields = apply_correction(row, facts, reason=reason, by=by, recorded_at=recorded_at)
    _refuse_impossible(row.amount, row.months)
    refuse_future(row.moved_on, by=by, field="moved_on")
    if not row.kinds:
        raise ActionRefused(_("Say what the money is for."), field="kinds")
    if not {"status", "moved_on"}.isdisjoint(fields):
        PledgeMove.objects.create(pledge=row, status=row.status, on=row.moved_on, by=by)
    return save_and_record(row, *fields, verb="pledge.corrected", by=by, details={"fields": fields})


@transaction.atomic
def state_need(
    *,
    kind: str,
    first_month: datetime.date,
    months: int,
    amount: Decimal,
    currency: str,
    by: User,
) -> list[StatedNeed]:
    """Records what this kind of aid costs in each of these months; replaces an earlier statement in the same currency."""
    office = own_office(by, Permission.AGREEMENT_CHANGE)
    if amount < 0 or not 1 <= months <= MOST_MONTHS:
        raise ActionRefused(_("Name one month or up to three years."), field="months")
    needs = [
        StatedNeed.objects.update_or_create(
            office=office,
            kind=kind,
            month=month_after(first_month, index),
            currency=currency,
            defaults={"amount": amount, "stated_by": by},
        )[0]
        for index in range(months)
    ]
    record("month_need.stated", by=by, about=needs[0], details={"kind": kind, "months": months})
    return needs
