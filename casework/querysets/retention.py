"""Whose file has been kept long enough."""

import datetime
from typing import Any

from django.apps import apps
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.permissions import Permission


def past_keeping(user: User, *, ended_by: datetime.date | None) -> Any:
    """Last memberships, ended by that day, of people whom `user` may erase; the longest ended first.

    A membership ends on the day the person left or, for who stayed to the end, the day the case was
    closed: `ended_on`. Nobody without `ended_by`.
    """
    members = apps.get_model("casework.FamilyMember").objects
    if ended_by is None:
        return members.none()
    people = apps.get_model("casework.Individual").objects.visible_to(
        user, Permission.INDIVIDUAL_ERASE
    )
    return (
        members.latest_on(user.today())
        .filter(individual__in=people.filter(erased_on=None))
        .annotate(ended_on=Coalesce("left_on", "case__closed_on"))
        .filter(ended_on__lte=ended_by)
        .select_related("individual", "case__team")
        .order_by("ended_on", "individual__number")
    )
