"""Querysets of needs: restricted ones are visible to legal officers only."""

import datetime
from collections.abc import Iterable
from typing import Any, Self

from django.db.models import Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import visible_keys
from casework.register.models.individual import Individual
from casework.register.querysets.individual import WithdrawableQuerySet
from reference.choices import RoomNeed

# The permission that replaces the ordinary one for restricted needs.
PERMISSION_FOR_RESTRICTED: dict[str, Permission] = {
    Permission.NEED_READ: Permission.FLIGHT_READ,
    Permission.NEED_CHANGE: Permission.FLIGHT_CHANGE,
}


class SpecificNeedQuerySet(WithdrawableQuerySet):
    read_with = Permission.NEED_READ

    def visible_to(self, user: User, permission: Permission | None = None) -> Self:
        """Returns needs of people whom the user sees; restricted ones only with the permission for restricted needs."""
        permission = permission or self.read_with
        people = Individual.objects
        ordinary = Q(
            code__is_restricted=False, individual__in=visible_keys(people, user, permission)
        )
        legal = PERMISSION_FOR_RESTRICTED.get(permission)
        if legal is None:
            return self.filter(ordinary)
        return self.filter(
            ordinary | Q(code__is_restricted=True, individual__in=visible_keys(people, user, legal))
        )

    def open_on(self, day: datetime.date) -> Self:
        """Returns needs that apply on that day."""
        return self.in_use(day).filter(starts_on__lte=day)

    def room_needs_of(self, people: Iterable[Any], day: datetime.date) -> dict[Any, list[RoomNeed]]:
        """Returns the requirements for each person's place to sleep, by the person's key, without the codes.

        Includes restricted needs, which this does not reveal.
        """
        needs = self.of_rooms(people, day)
        return room_needs_in(needs.values_list("individual", "code__room_needs"))

    def of_rooms(self, people: Iterable[Any], day: datetime.date) -> Any:
        """Returns needs of these people that a place to sleep must meet."""
        return self.open_on(day).filter(individual__in=people).exclude(code__room_needs=[])


def room_needs_in(rows: Iterable[tuple[Any, Iterable[str]]]) -> dict[Any, list[RoomNeed]]:
    """Returns the requirements for a room by person, from rows of a person's key and requirements."""
    wanted: dict[Any, set[RoomNeed]] = {}
    for individual, room_needs in rows:
        wanted.setdefault(individual, set()).update(map(RoomNeed, room_needs))
    return {key: sorted(each, key=list(RoomNeed).index) for key, each in wanted.items()}
