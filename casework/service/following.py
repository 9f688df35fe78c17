"""Corrects a decree, order or list that sanctions many people, and the sanctions that took their day from it."""

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
from reference.actions import correct_row, fresh_row, refuse_unchanged
from reference.models import SanctionInstrument


def _following(instrument: SanctionInstrument, day: datetime.date) -> Any:
    """Sanctions with the day of the decree; others keep their own."""
    return OriginSanction.objects.current().filter(instrument=instrument, on=day)


def number_following(instrument: SanctionInstrument) -> tuple[int, int]:
    """How many sanctions would move with the day, and in how many files."""
    rows = _following(instrument, instrument.on)
    return rows.count(), rows.order_by().values("individual").distinct().count()


@transaction.atomic
def correct_instrument(
    instrument: SanctionInstrument, *, on: datetime.date, by: User, reason: str = "", **facts: Any
) -> SanctionInstrument:
    """Corrects the day, names or source of a decree, order or list. Sanctions with its day move with it.

    Another day changes people's files, so it needs a reason. Raises ActionRefused without a reason, or without a
    change."""
    instrument = fresh_row(instrument, by=by)
    refuse_future(on, by=by)
    was = instrument.on
    facts = {name: each.strip() if isinstance(each, str) else each for name, each in facts.items()}
    refuse_unchanged(instrument, on=on, **facts)
    if on != was and not reason.strip():
        raise ActionRefused(
            _("Say why the day is put right: sanctions in files follow it."), field="reason"
        )
    verb = "instrument.corrected"
    instrument = correct_row(instrument, verb, by=by, because=reason, on=on, **facts)
    if on != was:
        _follow(instrument, was)
    return instrument


def _follow(instrument: SanctionInstrument, was: datetime.date) -> None:
    """Moves each sanction with the decree's day to the corrected day.

    The audit log records both days of each. No permission in the files is needed, because nobody reads them."""
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
