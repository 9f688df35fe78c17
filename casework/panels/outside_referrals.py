"""Referrals of a file to services outside."""

from typing import Any

from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, Referral


class ReferralsPanel:
    slug, title = "referrals", gettext_lazy("Referrals to services outside")
    permission = Permission.REFERRAL_READ
    page = "papers"
    template = "casework/panels/outside_referrals.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        rows = Referral.objects.filter(case=case).select_related("individual", "organisation")
        return {
            "referrals": [(row, row.is_overdue(user.today())) for row in rows],
            "may_change": case.is_open and can(user, Permission.REFERRAL_MAKE, about=case),
        }


referrals = ReferralsPanel()
