"""Make a place provisional until an hour, and confirm it. Nothing ends it when the hour has passed."""

import datetime
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit import record
from accounts.models import User
from shelters.actions.clashes import by_key, locked_stay, refuse_unless
from shelters.choices import TO_COME
from shelters.models import Placement
from shelters.refusals import StayNotOpen


@transaction.atomic
def make_provisional(
    placements: Sequence[Placement], *, provisional_until: datetime.datetime | None, by: User
) -> list[Placement]:
    """Makes stays to come provisional until that moment, or confirms them with None.

    Skips stays that are so already, and returns the others. Raises StayNotOpen for somebody who has arrived, for a moment
    that has passed, or if nothing changes.
    """
    locked = [locked_stay(placement, by) for placement in by_key(placements)]
    for stay in locked:
        refuse_unless(stay.status_on(by.today()), TO_COME)
    if provisional_until and provisional_until <= timezone.now():
        raise StayNotOpen(_("This moment has passed."), field="provisional_until")
    stays = [stay for stay in locked if stay.provisional_until != provisional_until]
    if not stays:
        raise StayNotOpen(_("This is already recorded like this."), field="provisional_until")
    for stay in stays:
        stay.provisional_until = provisional_until
        stay.save(update_fields=["provisional_until"])
        if provisional_until:
            details = {"until": provisional_until.isoformat()}
            record("placement.made_provisional", by=by, about=stay, details=details)
        else:
            record("placement.confirmed", by=by, about=stay)
    return stays


def confirm(placements: Sequence[Placement], *, by: User) -> list[Placement]:
    """Confirms provisional places. Raises what `make_provisional` raises."""
    return make_provisional(placements, provisional_until=None, by=by)
