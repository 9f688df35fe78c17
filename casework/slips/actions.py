"""Issues, replaces and revokes the slip of an arrival."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.arrival import Arrival
from casework.slips.content import case_on_slip, content_hash, people_on_slip
from casework.slips.models import ArrivalSlip
from pages.codes import fresh_code, hash_of
from pages.refusals import ActionRefused


@transaction.atomic
def issue_slip(arrival: Arrival, *, by: User) -> ArrivalSlip:
    """Issues a slip with the number of the case in which its people are; an older slip becomes invalid.

    Raises NotAllowed, or ActionRefused for a closed case.
    """
    case = lock_for(case_on_slip(arrival), Permission.CASE_CHANGE, by=by)
    if not case.is_open:
        raise ActionRefused(_("The case is closed: its slip would not be valid."))
    older_slip = _revoke(arrival, by=by)
    token = fresh_code()
    arrival = Arrival.objects.lock(arrival)
    people = list(people_on_slip(arrival.individuals))
    slip = ArrivalSlip.objects.create(
        key_id=case.key_id,
        arrival=arrival,
        token=token,
        token_hash=hash_of(token),
        stated_hash=content_hash(token, arrival, case.number, people),
        issued_by=by,
    )
    record("slip.reissued" if older_slip else "slip.issued", by=by, about=slip, case=case)
    return slip


@transaction.atomic
def revoke_slip(arrival: Arrival, *, by: User) -> None:
    """Makes the slip of the arrival invalid. Raises ActionRefused if there is no valid one."""
    case = lock_for(case_on_slip(arrival), Permission.CASE_CHANGE, by=by)
    if not (slip := _revoke(arrival, by=by)):
        raise ActionRefused(_("This arrival has no valid slip."))
    record("slip.revoked", by=by, about=slip, case=case)


def _revoke(arrival: Arrival, *, by: User) -> ArrivalSlip | None:
    slip = arrival.slips.not_revoked().first()
    if slip:
        slip.revoked_at, slip.revoked_by = timezone.now(), by
        slip.save(update_fields=["revoked_at", "revoked_by"])
    return slip
