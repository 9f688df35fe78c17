"""Corrects a decree, order or list that sanctions many people, and the sanctions that have its day."""

import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit import record
from accounts.models import User
from accounts.refusals import refuse_future
from casework.register.querysets.individual import case_of
from casework.service.models import OriginSanction
from pages.refusals import ActionRefused
from reference.actions import correct_row, locked_row, refuse_unchanged
from reference.models import SanctionInstrument


def _sanctions_of_day(instrument: SanctionInstrument, day: datetime.date) -> Any:
    """Current sanctions by this instrument on this day; sanctions with another day do not move."""
    return OriginSanction.objects.current().filter(instrument=instrument, on=day)


def numbers_of_sanctions(instrument: SanctionInstrument) -> tuple[int, int]:
    """Returns how many sanctions would move with the day, and of how many people."""
    rows = _sanctions_of_day(instrument, instrument.on)
    return rows.count(), rows.order_by().values("individual").distinct().count()


@transaction.atomic
def correct_instrument(
    instrument: SanctionInstrument, *, on: datetime.date, by: User, reason: str = "", **facts: Any
) -> SanctionInstrument:
    """Corrects the day, names or source of a decree, order or list. Sanctions with its day move with it.

    Raises ActionRefused if nothing changes, and for another day without a reason, because it changes people's files.
    """
    instrument = locked_row(instrument, by=by)
    refuse_future(on, by=by)
    old_day = instrument.on
    facts = {name: each.strip() if isinstance(each, str) else each for name, each in facts.items()}
    refuse_unchanged(instrument, on=on, **facts)
    if on != old_day and not reason.strip():
        raise ActionRefused(
            _("Say why the day is put right: sanctions in files follow it."), field="reason"
        )
    verb = "instrument.corrected"
    instrument = correct_row(instrument, verb, by=by, because=reason, on=on, **facts)
    if on != old_day:
        _move_sanctions(instrument, old_day)
    return instrument


def _move_sanctions(instrument: SanctionInstrument, old_day: datetime.date) -> None:
    """Moves each sanction that has the old day to the corrected day, and records both days in the audit log.

    No permission for the people is needed, because nobody reads their files.
    """
    for sanction in (
        _sanctions_of_day(instrument, old_day)
        .select_related("individual")
        .select_for_update(of=("self",))
    ):
        sanction.on = instrument.on
        sanction.save(update_fields=["on"])
        record(
            "sanction.day_moved",
            by=None,
            about=sanction,
            case=case_of(sanction.individual, timezone.localdate()),
            details={"was": str(old_day), "is": str(instrument.on)},
        )
