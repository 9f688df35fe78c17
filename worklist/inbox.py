"""What waits in somebody's inbox."""

from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from pages.questions import ANY_KEY, kept_exists
from worklist.models import Notice


def unread_notices(user: User) -> int:
    """How many notices the user has not read, for the menu."""
    if not kept_exists(_unread, values={ANY_KEY: user.pk}):
        return 0
    return Notice.objects.filter(user=user).unread().visible_to(user).count()


def _unread() -> QuerySet[Notice, Any]:
    return Notice.objects.filter(user=ANY_KEY).unread().order_by().values("pk")
