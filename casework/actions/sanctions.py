"""What the state of origin has done against somebody."""

import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.actions.about_person import lock_person, tell
from casework.actions.refusals import refuse_future, refuse_replaced, refuse_withdrawn
from casework.actions.withdrawals import withdraw
from casework.choices.identity_documents import YesNo
from casework.models import Individual, OriginSanction, SanctionInstrument
from pages.refusals import ActionRefused


@transaction.atomic
def record_sanction(
    individual: Individual,
    *,
    type: str,
    by: User,
    on: datetime.date | None = None,
    instrument: SanctionInstrument | None = None,
    names_person: str = YesNo.UNKNOWN,
    charge: str = "",
    evidence: str = "",
    replaces: OriginSanction | None = None,
) -> OriginSanction:
    """Links a person to a sanction, with the evidence. Who is said to be named needs evidence for it."""
    individual = lock_person(individual, Permission.SERVICE_CHANGE, by=by)
    if on:
        refuse_future(on, by=by)
    if names_person == YesNo.YES and not evidence.strip():
        raise ActionRefused(_("Say what shows that the person is named."), field="evidence")
    if replaces:
        refuse_replaced(replaces)
        refuse_withdrawn(replaces)
    sanction = OriginSanction.objects.create(
        key_id=individual.key_id,
        individual=individual,
        type=type,
        on=on or (instrument.on if instrument else None),
        instrument=instrument,
        names_person=names_person,
        charge=charge,
        evidence=evidence,
        replaces=replaces,
        recorded_by=by,
    )
    tell("sanction.corrected" if replaces else "sanction.recorded", sanction, by=by, type=type)
    return sanction


def correct_sanction(sanction: OriginSanction, *, by: User, **facts: object) -> OriginSanction:
    """Writes the sanction anew; the row before stays readable."""
    return record_sanction(sanction.individual, replaces=sanction, by=by, **facts)  # type: ignore[arg-type]


@transaction.atomic
def withdraw_sanction(sanction: OriginSanction, *, reason: str, by: User) -> OriginSanction:
    """Takes back a sanction that was recorded by mistake; it stays readable."""
    return withdraw(
        sanction, Permission.SERVICE_CHANGE, reason=reason, by=by, verb="sanction.withdrawn"
    )
