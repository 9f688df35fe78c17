"""Which notices, and what people said of the first steps."""

import uuid
from collections import defaultdict
from typing import Any, NamedTuple, Self

from django.db import models
from django.db.models import Q

from accounts.due import due_sources
from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen
from casework.register.models.case import Case
from casework.register.querysets.case import Reach, reach_of
from vault.querysets import LockingQuerySet
from worklist.choices import SaidStep


class NoticeQuerySet(models.QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.INBOX_READ) -> Self:
        """The user's own notices about what they may still see today."""
        if not user.holds(permission):
            return self.none()
        within = Q(pk__in=[])
        for alike, kinds in _kinds_by_reach(user).items():
            within |= Q(kind__in=kinds) & (
                Q(case__in=keys_seen(Case.objects, user, alike.permission))
                | Q(case=None, office__in=alike.office_ids)
            )
        return self.filter(user=user).filter(within)

    def unread(self) -> Self:
        return self.filter(read_at=None)

    def to_mail(self) -> Self:
        return self.filter(mailed_at=None, read_at=None)


class Alike(NamedTuple):
    """A permission that stands for all those that reach the same cases and offices."""

    permission: Permission
    office_ids: frozenset[uuid.UUID]


def _kinds_by_reach(user: User) -> dict[Alike, list[str]]:
    """The kinds of what falls due, put together where the user sees the same cases: the menu asks on every page."""
    first: dict[tuple[Reach, frozenset[uuid.UUID]], Alike] = {}
    kinds: dict[Alike, list[str]] = defaultdict(list)
    for source in due_sources:
        if user.holds(source.permission):
            office_ids = frozenset(user.office_ids(source.permission))
            key = (reach_of(user, source.permission), office_ids)
            kinds[first.setdefault(key, Alike(source.permission, office_ids))].append(source.kind)
    return kinds


class StepSaidQuerySet(LockingQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.OFFICE_CHANGE) -> Self:
        """They are about the installation: whoever sets it up sees all of them."""
        return self.all() if user.holds(permission) else self.none()

    def standing(self, step: SaidStep | str, holds_for: str = "") -> Self:
        """What was said of this step and of this very server or key, and not taken back."""
        return self.filter(step=step, holds_for=holds_for, taken_back_at=None)
