"""What waits in somebody's inbox."""

from accounts.models import User
from worklist.models import Notice


def unread_notices(user: User) -> int:
    """How many notices the user has not read, for the menu."""
    own = Notice.objects.filter(user=user).unread()
    if not own.exists():
        return 0
    return own.visible_to(user).count()
