"""People whose file lacks the notice, its newest text, a legal basis, or their own word now that they are of age."""

from django.db.models import F, Q

from accounts.models import User
from accounts.permissions import Permission
from casework.asking.missing import BASELESS, IS_GROWN, OLDER, UNTOLD, perhaps_of_age, with_start
from casework.children.querysets import surely_adult
from casework.register.models.case import FamilyMember
from casework.register.querysets.case import FamilyMemberQuerySet


def members_with_gaps(user: User) -> FamilyMemberQuerySet:
    """Returns memberships of people here today in open cases whose file lacks something, annotated by `with_start`."""
    members = (
        FamilyMember.objects.visible_to(user, Permission.CONSENT_READ)
        .here_on(user.today())
        .filter(case__closed_on=None)
    )
    today = user.today()
    started = with_start(members, today)
    by_year = started.filter(perhaps_of_age(today)).select_related("individual")
    grown = [each.pk for each in by_year if surely_adult(each.individual, today)]
    rows: FamilyMemberQuerySet = (
        started.annotate(is_grown=Q(pk__in=grown))
        .filter(UNTOLD | BASELESS | OLDER | IS_GROWN)
        .select_related("individual", "case__team")
        .order_by("joined_on", F("individual__number"))
    )
    return rows
