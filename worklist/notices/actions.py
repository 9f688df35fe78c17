"""Actions on notices: marking them as read."""

from django.db import transaction
from django.db.models.functions import Now

from accounts.access import require
from accounts.models import User
from accounts.permissions import Permission
from worklist.notices.models import Notice


@transaction.atomic
def read_notice(notice: Notice, *, by: User) -> Notice:
    """Marks one notice as read. A notice that is read already does not change."""
    require(by, Permission.INBOX_READ, about=notice)
    Notice.objects.filter(pk=notice.pk).unread().update(read_at=Now())
    return notice


@transaction.atomic
def read_all_notices(*, by: User) -> int:
    """Marks every notice of the user as read; returns how many were unread."""
    require(by, Permission.INBOX_READ)
    return Notice.objects.filter(user=by).unread().update(read_at=Now())
