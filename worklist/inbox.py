"""What waits in somebody's inbox."""

from accounts.models import User
from worklist.models import Notice


def unread_notices(user: User) -> int:
    """How many notices the user has not read, for the menu."""
    return Notice.objects.visible_to(user).unread().count()
