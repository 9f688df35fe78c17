"""Which kinds of dates a user may see, and in which cases and offices."""

import uuid
from collections import defaultdict
from typing import NamedTuple

from django.db.models import OuterRef, Q, Subquery

from accounts.due import due_sources
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case
from casework.register.querysets.reach import Reach, reach_of


class SharedReach(NamedTuple):
    """One permission for all permissions that give the user the same cases and offices, and these offices."""

    permission: Permission
    office_ids: frozenset[uuid.UUID]


def visibility_condition(user: User) -> Q:
    """The condition that a notice or a decision is about a kind, case and office that the user may see.

    The rows are few, so each row checks its own case. Computing the keys of all visible cases would cost more."""
    within = Q(pk__in=[])
    for reach, kinds in kinds_by_reach(user).items():
        visible = Case.objects.visible_to(user, reach.permission).filter(pk=OuterRef("case"))
        own = Q(case=Subquery(visible.order_by().values("pk")[:1]))
        within |= Q(kind__in=kinds) & (own | Q(case=None, office__in=reach.office_ids))
    return within


def kinds_by_reach(user: User) -> dict[SharedReach, list[str]]:
    """The kinds of dates that the user may see, grouped by the cases and offices in which the user sees them.

    The bell in the menu asks for this on every page."""
    first: dict[tuple[Reach, frozenset[uuid.UUID]], SharedReach] = {}
    kinds: dict[SharedReach, list[str]] = defaultdict(list)
    for source in due_sources:
        if user.holds(source.permission):
            office_ids = frozenset(user.office_ids(source.permission))
            key = (reach_of(user, source.permission), office_ids)
            kinds[first.setdefault(key, SharedReach(source.permission, office_ids))].append(
                source.kind
            )
    return kinds
