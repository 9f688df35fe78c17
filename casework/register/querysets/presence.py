"""Who of those in sight is still here: arrivals less exits."""

import datetime
from uuid import UUID

from accounts.models import User
from accounts.permissions import Permission
from casework.register.choices import CaseStatus, EndReason
from casework.register.models.case import FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.querysets.individual import IndividualQuerySet
from casework.register.rules import Presence, presence


def _who_came(user: User) -> IndividualQuerySet:
    """The people whom `user` sees, less those of cases that were opened by mistake: nobody came with them."""
    people = Individual.objects.visible_to(user, Permission.EXIT_RECORD)
    latest = FamilyMember.objects.latest_on(user.today())
    mistaken = latest.filter(case__end_reason=EndReason.DUPLICATE)
    return people.exclude(pk__in=mistaken.values("individual"))


def presence_in_sight(user: User, on: datetime.date) -> Presence:
    """Arrivals less exits among the people whom `user` sees (F60). Who arrived unlogged counts from joining a case."""
    people = _who_came(user)
    arrived: dict[UUID, datetime.date] = {}
    rows = people.values_list("pk", "arrival__on", "memberships__joined_on")
    for person, arrival_on, joined_on in rows:
        came_on = arrival_on or joined_on
        arrived[person] = min(came_on, arrived.get(person, came_on))
    exits = Exit.objects.standing().filter(individual__in=people)
    return presence(arrived.values(), exits.values_list("on", flat=True), on)


def unaccounted_in_sight(user: User, on: datetime.date) -> IndividualQuerySet:
    """People who are counted as present but belong to no open case: somebody should say whether they left."""
    members = FamilyMember.objects.on(on)
    supported = members.filter(case__status=CaseStatus.OPEN).values("individual")
    gone = Exit.objects.standing().values("individual")
    people = _who_came(user).filter(erased_on=None)
    rows: IndividualQuerySet = (
        people.exclude(pk__in=supported).exclude(pk__in=gone).order_by("number")
    )
    return rows
