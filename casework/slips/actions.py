"""Issuing, replacing and revoking the slip of an arrival."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.arrival import Arrival
from casework.slips.models import ArrivalSlip
from casework.slips.stated import case_on, named_on, stated
from pages.codes import fresh_code, hash_of
from pages.refusals import ActionRefused


@transaction.atomic
def issue_slip(arrival: Arrival, *, by: User) -> ArrivalSlip:
    """Issues a slip with the number of the case in which its people are; an older one becomes invalid."""
    case = lock_for(case_on(arrival), Permission.CASE_CHANGE, by=by)
    if not case.is_open:
        raise ActionRefused(_("The case is closed: its slip would not be valid."))
    before = _revoke(arrival, by=by)
    token = fresh_code()
    arrival = Arrival.objects.lock(arrival)
    people = list(named_on(arrival.individuals))
    slip = ArrivalSlip.objects.create(
        key_id=case.key_id,
        arrival=arrival,
        token=token,
        token_hash=hash_of(token),
        stated_hash=stated(token, arrival, case.number, people),
        issued_by=by,
    )
    record("slip.reissued" if before else "slip.issued", by=by, about=slip, case=case)
    return slip


@transaction.atomic
def revoke_slip(arrival: Arrival, *, by: User) -> None:
    """Makes the slip invalid: lost, stolen, or no longer wanted."""
    case = lock_for(case_on(arrival), Permission.CASE_CHANGE, by=by)
    if not (slip := _revoke(arrival, by=by)):
        raise ActionRefused(_("This arrival has no valid slip."))
    record("slip.revoked", by=by, about=slip, case=case)


def _revoke(arrival: Arrival, *, by: User) -> ArrivalSlip | None:
    slip = arrival.slips.given_out().first()
    if slip:
        slip.revoked_at, slip.revoked_by = timezone.now(), by
        slip.save(update_fields=["revoked_at", "revoked_by"])
    return slip
