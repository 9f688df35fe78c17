"""Handing a case to a service inside the house."""

import datetime

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
