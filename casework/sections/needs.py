"""Specific needs, and who depends on somebody."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Individual, SpecificNeed


class Needs:
    slug, title = "needs", _("Specific needs")
    permission, change = Permission.NEED_READ, Permission.NEED_CHANGE
    template = "casework/sections/needs.html"
    is_aside = False

    def context(self, individual: Individual, user: User) -> dict[str, Any]:
        today = user.today()
        seen = SpecificNeed.objects.visible_to(user).filter(individual=individual)
        rows = list(seen.select_related("code"))
        changeable = set(
            SpecificNeed.objects.visible_to(user, Permission.NEED_CHANGE)
            .filter(individual=individual)
            .values_list("pk", flat=True)
        )
        return {
            "needs": [(need, need.pk in changeable) for need in rows if not need.ended_on],
            "ended": [(need, need.pk in changeable) for need in rows if need.ended_on],
            "livelihood": individual.livelihoods.current().first(),
            "may_record": any(
                can(user, permission, about=individual)
                for permission in (Permission.NEED_CHANGE, Permission.FLIGHT_CHANGE)
            ),
            "today": today,
        }
