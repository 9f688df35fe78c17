"""Activity, wellbeing and health on the case's page of support."""

from collections import defaultdict
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Activity, Case, HealthScreening, Referral, WellbeingNote
from casework.querysets.case import members_today

SHOWN = 5


class WellbeingPanel:
    """For each person: what they do, how they feel, the first look at health, and what it suggests."""

    slug, title = "wellbeing", gettext_lazy("Activity, wellbeing and health")
    permission = Permission.WELLBEING_READ
    page = "support"
    template = "casework/panels/wellbeing.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        people = [member.individual for member in members_today(case, user.today())]
        found = {
            "activities": _by_person(Activity, people, "organisation"),
            "notes": _by_person(
                WellbeingNote,
                people,
                followed_by=Prefetch("referral", Referral.objects.visible_to(user)),
            ),
            "screenings": _by_person(HealthScreening, people),
        }
        return {
            "lines": [
                {"person": person, **{name: rows[person.pk] for name, rows in found.items()}}
                for person in people
            ],
            "may_change": case.is_open and can(user, Permission.WELLBEING_CHANGE, about=case),
            "may_refer": case.is_open and can(user, Permission.REFERRAL_MAKE, about=case),
        }


def _by_person(
    model: Any, people: list[Any], *related: str, followed_by: Any = None
) -> dict[Any, list[Any]]:
    """The last rows of each person."""
    rows: dict[Any, list[Any]] = defaultdict(list)
    found = model.objects.filter(individual__in=people).select_related("recorded_by", *related)
    for row in found.prefetch_related(followed_by) if followed_by else found:
        if len(rows[row.individual_id]) < SHOWN:
            rows[row.individual_id].append(row)
    return rows


wellbeing = WellbeingPanel()
