"""What shelters adds to a case page and to the reduced card."""

import datetime
from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case
from shelters.models import Placement
from shelters.phones import put_phones
from shelters.querysets.families import members_without_bed


class CurrentPlacement:
    """Where everybody of the family sleeps tonight, and every stay before."""

    slug, title = "stay", gettext_lazy("Stay")
    permission = Permission.PLACEMENT_READ
    template = "shelters/panels/current_placement.html"
    is_on_card = True

    def context(self, case: Case, user: User) -> dict[str, Any]:
        today = user.today()
        stays = _stays(case, user)
        put_phones([stay for stay in stays if _is_open(stay, today)], user)
        lines = [(stay, stay.status_on(today)) for stay in stays]
        waiting = members_without_bed(today).filter(case=case).select_related("individual")
        return {
            "now": [line for line in lines if _is_open(line[0], today)],
            "past": [line for line in lines if not _is_open(line[0], today)],
            "waiting": [member.individual for member in waiting] if case.is_open else [],
            "may_place": case.is_open and can(user, Permission.PLACEMENT_CHANGE, about=case),
        }

    def glance(self, case: Case, user: User) -> list[str]:
        """Tonight's sites, or that somebody has no bed."""
        today = user.today()
        sites = {
            str(stay.site): None
            for stay in _stays(case, user)
            if stay.starts_on <= today and _is_open(stay, today)
        }
        waiting = members_without_bed(today).filter(case=case).count() if case.is_open else 0
        without = ngettext("%(count)s without a bed", "%(count)s without a bed", waiting)
        return [*sites, *([without % {"count": waiting}] if waiting else [])]


def _stays(case: Case, user: User) -> list[Placement]:
    rows = Placement.objects.visible_to(user).filter(case=case).with_people()
    return list(rows.order_by("-starts_on", "individual__number"))


def _is_open(stay: Placement, today: datetime.date) -> bool:
    return stay.cancelled_at is None and (stay.ends_on is None or stay.ends_on > today)


current_placement = CurrentPlacement()
