"""A sentence for users who see no case: without it, an empty list would look as if nothing were due."""

from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case
from pages.questions import kept_exists


def sentence_if_nobody_visible(user: User, permission: Permission) -> str:
    """Returns a sentence if the user sees nobody with this permission; otherwise ""."""
    if kept_exists(_cases, user, permission):
        return ""
    return _("Nobody is on file within your sight yet.")


def _cases(user: User, permission: Permission) -> Any:
    return Case.objects.visible_to(user, permission).order_by().values("pk")
