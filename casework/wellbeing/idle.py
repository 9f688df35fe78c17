"""People without recent activity."""

import datetime

from django.db.models import Max, OuterRef, Q, Subquery

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import FamilyMember
from casework.register.querysets.case import FamilyMemberQuerySet
from casework.wellbeing.models import Activity

IDLE_DAYS = 30


def idle_members(user: User, *, days: int = IDLE_DAYS) -> FamilyMemberQuerySet:
    """Returns visible memberships of people in open cases without activity for `days`, the longest membership first.

    Excludes people who arrived within that time. `last_activity_on` is null without any activity."""
    today = user.today()
    since = today - datetime.timedelta(days=days)
    activities = Activity.objects.standing().filter(individual=OuterRef("individual"))
    last = activities.order_by().values("individual").annotate(last=Max("on")).values("last")
    rows: FamilyMemberQuerySet = (
        FamilyMember.objects.visible_to(user, Permission.WELLBEING_READ)
        .here_on(today)
        .filter(case__closed_on=None, joined_on__lte=since)
        .annotate(last_activity_on=Subquery(last))
        .filter(Q(last_activity_on=None) | Q(last_activity_on__lte=since))
        .select_related("individual", "case__team")
        .order_by("joined_on", "individual__number")
    )
    return rows
