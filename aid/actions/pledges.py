"""Money that is sought, pledged or received; what a month costs."""

import datetime
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.audit import changed, entered, record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from aid.choices import PLEDGE_MOVES, PledgeStatus
from aid.models import Pledge, PledgeMove, StatedNeed
from aid.rules.gaps import month_after
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
    """Keeps that money is sought, pledged or received, for these months together."""
    office = own_office(by, Permission.AGREEMENT_CHANGE)
    _refuse_odd(amount, months)
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
        recorded_by=by,
    )
    entered(pledge, "pledge.recorded", by=by, details={"status": pledge.status})
    PledgeMove.objects.create(pledge=pledge, status=pledge.status, on=by.today(), by=by)
    return pledge


def _refuse_odd(amount: Decimal, months: int) -> None:
    if amount <= 0:
        raise ActionRefused(_("The amount is nothing."), field="amount")
    if not 1 <= months <= MOST_MONTHS:
        raise ActionRefused(_("Name one month or up to three years."), field="months")


@transaction.atomic
def move_pledge(pledge: Pledge, *, status: str, on: datetime.date, by: User) -> Pledge:
    """Says that the money was pledged, came, or did not come."""
    pledge = lock_for(pledge, Permission.AGREEMENT_CHANGE, by=by)
    refuse_future(on, by=by)
    if status not in PLEDGE_MOVES[pledge.status]:
        raise ActionRefused(
            _("Money that is “%(status)s” cannot become “%(next)s”.")
            % {"status": PledgeStatus(pledge.status).label, "next": PledgeStatus(status).label},
            field="status",
        )
    before, pledge.status = pledge.status, PledgeStatus(status)
    PledgeMove.objects.create(pledge=pledge, status=pledge.status, on=on, by=by)
    said = {"from": before, "to": pledge.status}
    return changed(pledge, "status", verb="pledge.moved", by=by, details=said)


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
    """What this kind of aid costs in each of these months; stated again, the new amount counts."""
    office = own_office(by, Permission.AGREEMENT_CHANGE)
    if amount < 0 or not 1 <= months <= MOST_MONTHS:
        raise ActionRefused(_("Name one month or up to three years."), field="months")
    needs = [
        StatedNeed.objects.update_or_create(
            office=office,
            kind=kind,
            month=month_after(first_month, place),
            currency=currency,
            defaults={"amount": amount, "stated_by": by},
        )[0]
        for place in range(months)
    ]
    record("month_need.stated", by=by, about=needs[0], details={"kind": kind, "months": months})
    return needs
