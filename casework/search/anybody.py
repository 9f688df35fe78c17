"""Whether anybody is visible at all: if not, an empty list does not mean that nothing is due."""

from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case
from pages.questions import kept_exists


def nobody_on_file(user: User, permission: Permission) -> str:
    """A sentence if nobody is visible with this permission; otherwise empty."""
    if kept_exists(_cases, user, permission):
        return ""
    return _("Nobody is on file within your sight yet.")


def _cases(user: User, permission: Permission) -> Any:
    return Case.objects.visible_to(user, permission).order_by().values("pk")
