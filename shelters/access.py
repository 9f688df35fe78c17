"""Which cases shelters opens to those who run sites: their residents, and families that wait for a bed.

Never the case file: the scope below holds no CASE_READ.
"""

import datetime

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from accounts.permissions import Permission
from shelters.models import Placement, Posting
from shelters.querysets.families import is_without_bed
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

    def reached_by(self, user: User) -> Q:
        """Cases with somebody at a site the user is posted to today, and those of its office without a bed."""
        offices = office_ids(user, Permission.PLACEMENT_CHANGE, posted=True)
        if not offices:
            return Q(pk__in=[])
        today = user.today()
        postings = Posting.objects.in_force(today).filter(user=user, site__office__in=offices)
        stays = Placement.objects.open_on(today - datetime.timedelta(days=SETTLING_DAYS)).filter(
            case=OuterRef("pk"), site__in=postings.values("site")
        )
        waiting = is_without_bed(today) & Q(office__in=postings.values("site__office"))
        return Q(Exists(stays)) | waiting


residents_and_waiting = ResidentsAndWaiting()
