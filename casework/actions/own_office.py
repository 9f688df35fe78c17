"""For whom somebody writes what belongs to an office and to no case."""

from django.utils.translation import gettext_lazy as _

from accounts.access import NotAllowed, require
from accounts.models import Office, User
from accounts.permissions import Permission


def own_office(by: User, permission: Permission) -> Office:
    """The user's own office. Raises NotAllowed unless they hold the permission there."""
    require(by, permission)
    if by.office is None or by.office.pk not in by.office_ids(permission):
        raise NotAllowed(_("You do not write for this office."))
    return by.office
