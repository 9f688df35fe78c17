"""Cancel stays that never began."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from accounts.audit import record
from accounts.models import User
from shelters.actions.clashes import by_key, locked_stay, refuse_unless
from shelters.actions.moves import settle_earlier
from shelters.choices import TO_COME, CancelReason, EarlierStay
from shelters.models import Placement


@transaction.atomic
def cancel_all(
    placements: Sequence[Placement],
    *,
    reason: CancelReason | str,
    earlier: EarlierStay | str = "",
    by: User,
) -> list[Placement]:
    """Cancels stays that never began and frees their beds. `earlier` settles the stays from which people were to move.

    Raises ActionRefused if there is such a stay and no choice; if it continues, raises what `place` raises.
    """
    stays, now = [locked_stay(placement, by) for placement in by_key(placements)], timezone.now()
    for stay in stays:
        refuse_unless(stay.status_on(by.today()), TO_COME)
        stay.cancelled_at, stay.cancel_reason = now, reason
        stay.save(update_fields=["cancelled_at", "cancel_reason"])
        record("placement.cancelled", by=by, about=stay, details={"reason": str(reason)})
    settle_earlier(stays, earlier, recorded_at=now, by=by)
    return stays


def cancel(
    placement: Placement,
    *,
    reason: CancelReason | str,
    earlier: EarlierStay | str = "",
    by: User,
) -> Placement:
    """Cancels one stay, as `cancel_all`."""
    return cancel_all([placement], reason=reason, earlier=earlier, by=by)[0]
