"""Putting a stay on its right nights: first night and day of leaving, as they should have been typed."""

import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.corrections.actions import put_right
from casework.register.querysets.individual import refuse_erased
from pages.refusals import ActionRefused
from shelters.actions.clashes import refuse_a_taken_bed, refuse_unless_in_service, write_stay
from shelters.actions.protecting import refuse_what_endangers
from shelters.models import Placement
from shelters.refusals import StayNotOpen


@transaction.atomic
def correct_stay(
    placement: Placement,
    *,
    starts_on: datetime.date,
    ends_on: datetime.date | None = None,
    by: User,
    reason: str = "",
) -> Placement:
    """Puts right the first night and, of a stay that is over, the day of leaving; the plan is changed by `extend`.

    Raises ActionRefused for what cannot be, without a reason after a day, and for a stay that is part of a move;
    BedTaken or PersonHasPlace where the right nights are taken.
    """
    require(by, Permission.PLACEMENT_CHANGE, about=placement)
    stay = Placement.objects.lock(placement)
    refuse_erased(stay.individual)
    _refuse_what_cannot_be(stay, starts_on, ends_on, by=by)
    facts = {"starts_on": starts_on, "ends_on": ends_on}
    changed = put_right(stay, facts, reason=reason, by=by, recorded_at=stay.placed_at)
    refuse_a_taken_bed(stay, by=by)
    write_stay(stay, *changed, by=by)
    refuse_unless_in_service(stay)
    if stay.ends_on is None:
        refuse_what_endangers([stay], by=by)
    record("placement.corrected", by=by, about=stay, details={"fields": changed})
    return stay


def is_moved(stay: Placement) -> bool:
    """Whether the stay began or ended with a move."""
    return stay.previous_id is not None or hasattr(stay, "next")


def _refuse_what_cannot_be(
    stay: Placement, starts_on: datetime.date, ends_on: datetime.date | None, *, by: User
) -> None:
    if stay.cancelled_at:
        raise StayNotOpen(_("This stay was cancelled."))
    if is_moved(stay):
        raise StayNotOpen(_("This stay is part of a move, whose day both stays share."))
    if stay.checked_in_at and starts_on > by.today():
        raise ActionRefused(_("They are here already."), field="starts_on")
    if bool(ends_on) != bool(stay.ends_on):
        raise ActionRefused(_("Check them out, or take that back."), field="ends_on")
    if ends_on and not starts_on <= ends_on <= by.today():
        raise ActionRefused(
            _("The day of leaving lies between the first night and today."), field="ends_on"
        )
