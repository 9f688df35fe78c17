"""Querysets of notices."""

from collections.abc import Iterable
from typing import Any, Self

from django.db import models
from django.db.models import Case as Choice
from django.db.models import Exists, F, OuterRef, Q, Value, When
from django.db.models.functions import Cast
from django.db.models.lookups import Exact

from accounts.due import due_sources
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.assignment import CaseAssignment
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask
from worklist.sources.kinds import CASE_ASSIGNED, TASK_NEWS
from worklist.sources.reach import visibility_condition

# The kind of the daily line about dates that come near. It has no source.
DAILY_LINE = "digest"


class NoticeQuerySet(models.QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.INBOX_READ) -> Self:
        """The user's own notices about subjects that they may still see today, without outdated ones."""
        if not user.holds(permission):
            return self.none()
        own = self.filter(user=user).filter(Q(kind=DAILY_LINE) | visibility_condition(user))
        return own.exclude(_is_outdated())

    def ends_first(self) -> Self:
        """Unread notices that aid ends come first, by day, those of many families before others; then the rest, newest first."""
        kinds = [source.kind for source in due_sources if source.ends_aid]
        ends = Q(kind__in=kinds, read_at=None)
        rows = self.annotate(
            aid_ends_on=Choice(When(ends, then=F("due_on")), output_field=models.DateField()),
            of_family=Choice(When(ends, case__isnull=False, then=1), default=0),
        )
        return rows.order_by(
            F("aid_ends_on").asc(nulls_last=True), "of_family", "-created_at", "due_on", "id"
        )

    def standing(self) -> Self:
        """Notices that were not withdrawn."""
        return self.filter(withdrawn_at=None)

    def unread(self) -> Self:
        """Notices that their user has not read."""
        return self.filter(read_at=None)

    def to_mail(self) -> Self:
        """Notices that no mail has announced yet: unread ones, and daily lines, which are marked as read when written."""
        return self.filter(Q(read_at=None) | Q(kind=DAILY_LINE), mailed_at=None)


def _is_outdated() -> Q:
    """The condition that a notice is outdated.

    Its task has another holder or moved to another row, or its case was passed on again on the same day."""
    theirs = Q(assigned_to=OuterRef("user")) & ~Q(status=TaskStatus.MOVED)
    tasks = CaseTask.objects.filter(pk=_key_as(models.UUIDField(), TASK_NEWS)).exclude(theirs)
    key = _key_as(models.BigIntegerField(), [CASE_ASSIGNED])
    return Exists(tasks) | Exists(CaseAssignment.objects.filter(pk=key, ends_on=F("starts_on")))


def _key_as(field: Any, kinds: Iterable[str]) -> Choice:
    """The key of the subject, cast to the type of `field`, for notices of these kinds; NULL for other kinds."""
    whens = [
        When(Exact(OuterRef("kind"), Value(kind)), then=Cast(OuterRef("about_id"), field))
        for kind in kinds
    ]
    return Choice(*whens)
