"""Who is still to be told the notice, or asked on what the file is kept."""

from django.db.models import F

from accounts.models import User
from accounts.permissions import Permission
from casework.asking.missing import BASELESS, OLDER, UNTOLD, with_start
from casework.register.models.case import FamilyMember
from casework.register.querysets.case import FamilyMemberQuerySet


def members_in_sight(user: User) -> FamilyMemberQuerySet:
    """Memberships of open cases today, with what is on file about the start of each person's file."""
    members = (
        FamilyMember.objects.visible_to(user, Permission.CONSENT_READ)
        .on(user.today())
        .filter(case__closed_on=None)
    )
    rows: FamilyMemberQuerySet = (
        with_start(members, user.today())
        .filter(UNTOLD | BASELESS | OLDER)
        .select_related("individual", "case__team")
        .order_by("joined_on", F("individual__number"))
    )
    return rows
