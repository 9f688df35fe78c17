"""Querysets of notices and of confirmed first steps."""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple, Self

from django.db import models
from django.db.models import Case as Choice
from django.db.models import Exists, F, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Cast
from django.db.models.lookups import Exact

from accounts.due import due_sources
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case
from casework.register.querysets.reach import Reach, reach_of
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask
from vault.querysets import LockingQuerySet
from worklist.choices import CASE_ASSIGNED, TASK_NEWS, DecisionKind, SaidStep

# The daily line about near dates; it belongs to no source of what falls due.
DIGEST = "digest"


class NoticeQuerySet(models.QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.INBOX_READ) -> Self:
        """The user's own notices about what they may still see today."""
        if not user.holds(permission):
            return self.none()
        own = self.filter(user=user).filter(Q(kind=DIGEST) | _within_sight(user))
        return own.exclude(_is_over())

    def unread(self) -> Self:
        return self.filter(read_at=None)

    def to_mail(self) -> Self:
        """What was not read in the app; without the daily line about dates."""
        return self.filter(Q(read_at=None) | Q(kind=DIGEST), mailed_at=None)


class DueDecisionQuerySet(models.QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.TASK_READ) -> Self:
        """Decisions about dates that the user may see."""
        if not user.holds(permission):
            return self.none()
        return self.filter(_within_sight(user))

    def standing_on(self, day: datetime.date) -> Self:
        """Valid decisions: not undone, and no expired postponement."""
        over = Q(what=DecisionKind.POSTPONED, until__lte=day)
        return self.filter(undone_at=None).exclude(over)


def _within_sight(user: User) -> Q:
    """Kinds, cases and offices of what falls due, as far as the user may see them.

    The rows are few, so each checks its own case. Computing the keys of all visible cases would cost more."""
    within = Q(pk__in=[])
    for reach, kinds in kinds_by_reach(user).items():
        seen = Case.objects.visible_to(user, reach.permission).filter(pk=OuterRef("case"))
        own = Q(case=Subquery(seen.order_by().values("pk")[:1]))
        within |= Q(kind__in=kinds) & (own | Q(case=None, office__in=reach.office_ids))
    return within


def _is_over() -> Q:
    """About a task that went to somebody else, about a day that has moved and has another row, or about a case handed on."""
    theirs = Q(assigned_to=OuterRef("user")) & ~Q(status=TaskStatus.MOVED)
    tasks = CaseTask.objects.filter(pk=_key_as(models.UUIDField(), TASK_NEWS)).exclude(theirs)
    key = _key_as(models.BigIntegerField(), [CASE_ASSIGNED])
    return Exists(tasks) | Exists(CaseAssignment.objects.filter(pk=key, ends_on=F("starts_on")))


def _key_as(field: Any, kinds: Iterable[str]) -> Choice:
    """The notice's subject as a key; only for kinds whose subjects have keys of this type."""
    whens = [
        When(Exact(OuterRef("kind"), Value(kind)), then=Cast(OuterRef("about_id"), field))
        for kind in kinds
    ]
    return Choice(*whens)


class SharedReach(NamedTuple):
    """A permission that represents all permissions with the same cases and offices."""

    permission: Permission
    office_ids: frozenset[uuid.UUID]


def kinds_by_reach(user: User) -> dict[SharedReach, list[str]]:
    """Kinds of what falls due, grouped by the cases that the user sees. The menu needs this on every page."""
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


class StepSaidQuerySet(LockingQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.OFFICE_CHANGE) -> Self:
        """They concern the installation: those who set it up see all of them."""
        return self.all() if user.holds(permission) else self.none()

    def standing(self, step: SaidStep | str, holds_for: str = "") -> Self:
        """Confirmations of this step for this server or key that were not withdrawn."""
        return self.filter(step=step, holds_for=holds_for, taken_back_at=None)
