"""Which teams somebody may open or move cases in."""

from django.db.models import Q, QuerySet

from accounts.models import Team, User
from accounts.permissions import Permission


def teams_of(user: User, permission: Permission) -> QuerySet[Team]:
    """Teams whose cases the user reaches with this permission: own ones, or all of the office."""
    return Team.objects.filter(
        Q(pk__in=user.team_ids(permission))
        | Q(office__in=user.office_ids(permission, whole_office=True))
    ).select_related("office")
