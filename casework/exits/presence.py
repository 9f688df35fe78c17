"""Who of those in sight is still here: arrivals less exits."""

import datetime

from django.db.models import Count, Exists, OuterRef, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.permissions import Permission
from casework.exits.rules import Presence, presence
from casework.register.choices import CaseStatus, EndReason
from casework.register.models.case import FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.querysets.case import FamilyMemberQuerySet
from casework.register.querysets.individual import IndividualQuerySet


def _who_came(user: User) -> FamilyMemberQuerySet:
    """The latest membership of everybody whom `user` sees, less those of cases that were opened by mistake: nobody
    came with them."""
    latest = FamilyMember.objects.latest_seen_by(user, Permission.EXIT_RECORD)
    rows: FamilyMemberQuerySet = latest.filter(individual__merged_into=None).exclude(
        case__end_reason=EndReason.DUPLICATE
    )
    return rows


def presence_in_sight(user: User, on: datetime.date) -> Presence:
    """Arrivals less exits among the people whom `user` sees (F60). Who arrived unlogged counts from joining a case."""
    first = FamilyMember.objects.filter(individual=OuterRef("individual")).order_by("joined_on")
    came_on = Coalesce("individual__arrival__on", Subquery(first.values("joined_on")[:1]))
    came = _who_came(user)
    arrived = came.order_by().values_list(came_on).annotate(number=Count("pk"))
    exits = Exit.objects.standing().filter(individual__in=came.values("individual"))
    left = exits.order_by().values_list("on").annotate(number=Count("pk"))
    return presence(dict(arrived), dict(left), on)


def unaccounted_in_sight(user: User, on: datetime.date) -> IndividualQuerySet:
    """People who are counted as present but belong to no open case: somebody should say whether they left."""
    members = FamilyMember.objects.on(on).filter(individual=OuterRef("pk"))
    gone = Exit.objects.standing().filter(individual=OuterRef("pk"))
    rows = Individual.objects.filter(
        ~Exists(members.filter(case__status=CaseStatus.OPEN)),
        ~Exists(gone),
        pk__in=_who_came(user).values("individual"),
        erased_on=None,
    )
    in_order: IndividualQuerySet = rows.order_by("number")
    return in_order
