"""Referrals whose day to be completed is near or over."""

import datetime
import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from casework.due import columns, severity
from casework.models import Referral


class ReferralsDue:
    """A service outside should have been given by now, or it did not answer."""

    kind = "referral_due"
    title = gettext_lazy("Referral to follow up")
    permission = Permission.REFERRAL_MAKE

    def rows(self, today: datetime.date) -> Any:
        """Sent and accepted referrals, on the day by which they should be completed."""
        rows = (
            Referral.objects.open()
            .filter(due_on__isnull=False)
            .annotate(of_office=F("case__office_id"), how_bad=severity("due_on", today))
        )
        return columns(self, rows, about="casework.referral", on="due_on")

    def sentence(self, about_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
        """Whose referral, by number; to whom stays inside."""
        found = Referral.objects.filter(pk__in=about_ids).select_related("individual")
        return {
            referral.pk: _("Referral to follow up: %(number)s")
            % {"number": referral.individual.number}
            for referral in found
        }


referrals_due = ReferralsDue()
