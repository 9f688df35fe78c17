"""The count of unread notices."""

from typing import Any

from django.db.models import QuerySet

from accounts.access import cached_per_request
from accounts.models import User
from pages.context import MOST_WAITING
from pages.questions import kept_count
from worklist.notices.models import Notice


@cached_per_request
def unread_notices(user: User) -> int:
    """How many notices the user has not read, for the bell in the menu; counted to MOST_WAITING + 1."""
    return kept_count(_unread_rows, user)


def _unread_rows(user: User) -> QuerySet[Notice, Any]:
    return Notice.objects.visible_to(user).unread().order_by().values("pk")[: MOST_WAITING + 1]
