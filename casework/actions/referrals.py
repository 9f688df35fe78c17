"""Handing a case to a service inside the house."""

import datetime
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.choices import Service
from casework.models import Case, CaseReferral
from pages.refusals import ActionRefused


@transaction.atomic
def refer_to_legal(case: Case, *, by: User, on: datetime.date | None = None) -> CaseReferral:
    """Lets the legal officers of the case's office see and follow the case."""
    case = Case.objects.lock(case)
    require(by, Permission.REFERRAL_MAKE, about=case)
    if not case.is_open:
        raise ActionRefused(_("The case is closed: reopen it first."))
    if case.referrals.open().filter(service=Service.LEGAL).exists():
        raise ActionRefused(_("This case is with that service already."))
    referral = CaseReferral.objects.create(
        case=case,
        service=Service.LEGAL,
        office_id=case.office_id,
        made_on=on or by.today(),
        made_by=by,
    )
    record("referral.made", by=by, about=referral, details={"service": referral.service})
    return referral


def carry_referrals(case: Case, sources: Sequence[Case], *, by: User, **came: Any) -> None:
    """The case is with every service that one of the sources is with: who followed the people goes on.

    `came` says with what the new rows came, by name of a field of CaseReferral. The caller holds the
    permission.
    """
    known = set(case.referrals.open().values_list("service", flat=True))
    for referral in CaseReferral.objects.open().filter(case__in=sources).order_by("pk"):
        if referral.service in known:
            continue
        known.add(referral.service)
        carried = CaseReferral.objects.create(
            case=case,
            service=referral.service,
            office_id=referral.office_id,
            made_on=by.today(),
            made_by=by,
            **came,
        )
        record("referral.made", by=by, about=carried, details={"service": carried.service})
