"""Records accounts of flight."""

import datetime
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.flight.models import FlightAccount
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused


@transaction.atomic
def record_flight(
    individual: Individual,
    *,
    told_on: datetime.date,
    by: User,
    motives: Sequence[str] = (),
    circumstances: str = "",
    past_events: str = "",
    corrects: FlightAccount | None = None,
) -> FlightAccount:
    """Records the person's account and returns it; `motives` are codes (`Motive`), which are counted.

    With `corrects` the account replaces an older one. Raises ActionRefused for an empty account, and if another account
    has replaced the older one.
    """
    individual = lock_for(individual, Permission.FLIGHT_CHANGE, by=by)
    refuse_future(told_on, by=by)
    if not (motives or circumstances.strip() or past_events.strip()):
        raise ActionRefused(_("Write something first."), field="circumstances")
    if corrects and FlightAccount.objects.filter(corrects=corrects).exists():
        raise ActionRefused(_("This account was corrected already; correct the newer one."))
    account = FlightAccount.objects.create(
        key_id=individual.key_id,
        individual=individual,
        told_on=told_on,
        motives=list(motives),
        circumstances=circumstances.strip(),
        past_events=past_events.strip(),
        recorded_by=by,
        corrects=corrects,
    )
    record("flight.recorded", by=by, about=account)
    return account
