"""Allow people to stay past the planned end: until when, who allowed it and why."""

import datetime
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.audit import record
from accounts.models import User
from shelters.actions.clashes import by_key, locked_stay, refuse_unless, refuse_who_left
from shelters.actions.protecting import protect, uncleaned, unpaid_nights
from shelters.choices import PAST_THE_PLAN, BedRule
from shelters.models import Placement
from shelters.refusals import ReasonNeeded, StayNotOpen


@transaction.atomic
def allow_past_the_plan(
    placements: Sequence[Placement], *, allowed_until: datetime.date, reason: str, by: User
) -> list[Placement]:
    """Allows people who should have left to stay until that day, the first night without them.

    The reason is kept with the stay, also for nights that are not paid. Skips stays that are so already, and returns the
    others. Raises StayNotOpen for a stay that is not past its planned end, for somebody with a recorded exit, for a day that
    is not after today, or if nothing changes; ReasonNeeded without a reason; Endangers as an extension does.
    """
    locked, today = [locked_stay(placement, by) for placement in by_key(placements)], by.today()
    refuse_who_left(locked, today=today)
    for stay in locked:
        refuse_unless(stay.status_on(today), PAST_THE_PLAN)
    if allowed_until <= today:
        raise StayNotOpen(_("This day is not after today."), field="allowed_until")
    if not reason.strip():
        raise ReasonNeeded(_("Say why they may stay."), field="reason")
    stays = [stay for stay in locked if stay.allowed_until != allowed_until]
    if not stays:
        raise StayNotOpen(_("This is already recorded like this."), field="allowed_until")
    for stay in stays:
        stay.allowed_until = allowed_until
        stay.save(update_fields=["allowed_until"])
        record("placement.allowed", by=by, about=stay, details={"until": allowed_until.isoformat()})
    rules = {
        stay: [
            BedRule.OVERSTAY,
            *unpaid_nights(stay, allowed_until, since=today),
            *uncleaned(stay, until=allowed_until),
        ]
        for stay in stays
    }
    protect(stays, left=stays, unpaid=rules, reason=reason, by=by)
    return stays
