"""Querysets of notices."""

from collections.abc import Iterable
from typing import Any, Self

from django.db import models
from django.db.models import Case as Choice
from django.db.models import Exists, F, OuterRef, Q, Value, When
from django.db.models.functions import Cast
from django.db.models.lookups import Exact

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.assignment import CaseAssignment
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask
from worklist.sources.kinds import CASE_ASSIGNED, TASK_NEWS
from worklist.sources.reach import about_what_is_seen

# The daily line about near dates; it belongs to no source of what falls due.
DIGEST = "digest"


class NoticeQuerySet(models.QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.INBOX_READ) -> Self:
        """The user's own notices about what they may still see today."""
        if not user.holds(permission):
            return self.none()
        own = self.filter(user=user).filter(Q(kind=DIGEST) | about_what_is_seen(user))
        return own.exclude(_is_over())

    def unread(self) -> Self:
        return self.filter(read_at=None)

    def to_mail(self) -> Self:
        """What was not read in the app; without the daily line about dates."""
        return self.filter(Q(read_at=None) | Q(kind=DIGEST), mailed_at=None)


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
