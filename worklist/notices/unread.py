"""What waits in somebody's inbox."""

from typing import Any

from django.db.models import QuerySet

from accounts.access import once
from accounts.models import User
from pages.context import MOST_WAITING
from pages.questions import kept_count
from worklist.notices.models import Notice


@once
def unread_notices(user: User) -> int:
    """How many notices the user has not read, for the menu; at most "more than MOST_WAITING"."""
    return kept_count(_unread_in_sight, user)


def _unread_in_sight(user: User) -> QuerySet[Notice, Any]:
    return Notice.objects.visible_to(user).unread().order_by().values("pk")[: MOST_WAITING + 1]
