"""Whether a reader could find anybody at all: where nobody is in sight, an empty list is no good news."""

from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case
from pages.questions import kept_exists


def nobody_on_file(user: User, permission: Permission) -> str:
    """The words for it; nothing where the reader reaches somebody with this permission."""
    if kept_exists(_cases, user, permission):
        return ""
    return _("Nobody is on file within your sight yet.")


def _cases(user: User, permission: Permission) -> Any:
    return Case.objects.visible_to(user, permission).order_by().values("pk")
