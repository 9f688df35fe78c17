"""Querysets of notices."""

from collections.abc import Iterable
from typing import Any, Self

from django.db import models
from django.db.models import Case as Choice
from django.db.models import Exists, ExpressionWrapper, F, OuterRef, Q, Value, When, Window
from django.db.models.functions import Cast, Coalesce, RowNumber
from django.db.models.lookups import Exact, GreaterThan, IsNull

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
# Lines of one kind on the first page of the inbox. The rest is folded into one line.
MOST_OF_A_KIND = 3


class NoticeQuerySet(models.QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.INBOX_READ) -> Self:
        """The user's own notices about subjects that they may still see today, without outdated ones."""
        if not user.holds(permission):
            return self.none()
        own = self.filter(user=user).filter(Q(kind=DAILY_LINE) | visibility_condition(user))
        return own.exclude(_is_outdated())

    def overseen_by(self, user: User) -> Self:
        """All notices to the user, and to colleagues of offices where the user moves cases, about what the user may see.

        Others' notices that only named users may read are left out."""
        named = [source.kind for source in due_sources if source.read_by]
        offices = user.office_ids(Permission.CASE_MOVE)
        of_others = Q(user__office__in=offices) & ~Q(kind__in=named)
        seen = Q(kind=DAILY_LINE) | visibility_condition(user)
        rows = self.filter(Q(user=user) | of_others).filter(seen)
        return rows.select_related("user", "instead_of").order_by("-created_at", "due_on", "id")

    def ends_first(self) -> Self:
        """Unread notices that aid ends come first, by day, those of many families before others; then the rest, newest first.

        `is_folded` are the unread ones of a kind after its MOST_OF_A_KIND newest, except that aid ends. They come last.
        """
        kinds = [source.kind for source in due_sources if source.ends_aid]
        ends = Q(kind__in=kinds, read_at=None)
        newest = ("-created_at", "due_on", "id")
        place = Window(RowNumber(), ["kind", IsNull(F("read_at"), True)], newest)
        is_folded = Q(GreaterThan(place, MOST_OF_A_KIND), read_at=None) & ~Q(kind__in=kinds)
        rows = self.annotate(
            aid_ends_on=Choice(When(ends, then=F("due_on")), output_field=models.DateField()),
            of_family=Choice(When(ends, case__isnull=False, then=1), default=0),
            is_folded=ExpressionWrapper(is_folded, models.BooleanField()),
        )
        return rows.order_by(
            F("aid_ends_on").asc(nulls_last=True), "of_family", "is_folded", *newest
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
    theirs = Q(assigned_to=Coalesce(OuterRef("instead_of"), OuterRef("user"))) & ~Q(
        status=TaskStatus.MOVED
    )
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
