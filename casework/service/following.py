"""What the reference lists move in service: sanctions that took their day from a decree."""

import datetime
from typing import Any

from django.utils import timezone

from accounts.audit import record
from casework.register.querysets.individual import case_of
from casework.service.models import OriginSanction
from reference.followers import InstrumentFollower
from reference.models import SanctionInstrument


def _following(instrument: SanctionInstrument, day: datetime.date) -> Any:
    """Sanctions that have the decree's day; one with a day of its own keeps that."""
    return OriginSanction.objects.current().filter(instrument=instrument, on=day)


def _count(instrument: SanctionInstrument) -> tuple[int, int]:
    rows = _following(instrument, instrument.on)
    return rows.count(), rows.order_by().values("individual").distinct().count()


def _follow(instrument: SanctionInstrument, was: datetime.date) -> None:
    """Gives the right day to each sanction that has the decree's.

    The caller holds a transaction; each sanction that moves is in the audit log, old day and new day. Nobody reads a
    file for it, so no permission in one is asked.
    """
    for sanction in (
        _following(instrument, was).select_related("individual").select_for_update(of=("self",))
    ):
        sanction.on = instrument.on
        sanction.save(update_fields=["on"])
        record(
            "sanction.day_moved",
            by=None,
            about=sanction,
            case=case_of(sanction.individual, timezone.localdate()),
            details={"was": str(was), "is": str(instrument.on)},
        )


sanctions_follow = InstrumentFollower(_follow, _count)
