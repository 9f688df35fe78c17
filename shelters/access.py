"""Which cases shelters opens to those who run sites: their residents, and families that wait for a bed.

Never the case file: the scope below holds no CASE_READ.
"""

import datetime
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case
from shelters.models import Placement, Posting
from shelters.querysets.families import without_bed
from shelters.querysets.sight import office_ids

# So long a coordinator still sees somebody who left, to settle the stay.
SETTLING_DAYS = 7


class ResidentsAndWaiting:
    """Residents of sites run by the user, and families that wait for a bed."""

    permissions = frozenset(
        {
            Permission.CASE_CARD,
            Permission.NEED_FLAGS,
            Permission.COMPARTMENT_WRITE,
            Permission.PLACEMENT_READ,
            Permission.PLACEMENT_CHANGE,
            Permission.RESIDENT_PHONE_READ,
            Permission.AID_READ,
            Permission.AID_CHANGE,
            Permission.FORECAST_READ,
            Permission.TASK_READ,
        }
    )

    def case_ids(self, user: User) -> QuerySet[Any]:
        """Cases with somebody at a site the user is posted to today, and those of its office without a bed."""
        offices = office_ids(user, Permission.PLACEMENT_CHANGE, posted=True)
        if not offices:
            return Case.objects.none().values("pk")
        today = user.today()
        postings = Posting.objects.in_force(today).filter(user=user, site__office__in=offices)
        stays = Placement.objects.open_on(today - datetime.timedelta(days=SETTLING_DAYS)).filter(
            site__in=postings.values("site")
        )
        waiting = without_bed(
            Case.objects.filter(office__in=postings.values("site__office")), today
        )
        residents = Q(pk__in=stays.values("case"))
        return Case.objects.filter(residents | Q(pk__in=waiting.values("pk"))).values("pk")


residents_and_waiting = ResidentsAndWaiting()
