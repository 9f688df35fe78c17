"""What the reference lists move in service: sanctions that took their day from a decree."""

import datetime

from django.utils import timezone

from accounts.audit import record
from casework.register.querysets.individual import case_of
from casework.service.models import OriginSanction
from reference.models import SanctionInstrument


def follow_instrument(instrument: SanctionInstrument, was: datetime.date) -> None:
    """Gives the right day to each sanction that has the decree's; one with a day of its own keeps that.

    The caller holds a transaction; each sanction that moves is in the audit log, old day and new day. Nobody reads a
    file for it, so no permission in one is asked.
    """
    sanctions = OriginSanction.objects.current().filter(instrument=instrument, on=was)
    for sanction in sanctions.select_related("individual").select_for_update(of=("self",)):
        sanction.on = instrument.on
        sanction.save(update_fields=["on"])
        record(
            "sanction.day_moved",
            by=None,
            about=sanction,
            case=case_of(sanction.individual, timezone.localdate()),
            details={"was": str(was), "is": str(instrument.on)},
        )
