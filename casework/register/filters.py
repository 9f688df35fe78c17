"""Filters that the case list and the API share."""

from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import Team
from accounts.permissions import Permission
from casework.register.querysets.teams import teams_of


def own_teams(request: HttpRequest | None) -> QuerySet[Team]:
    """Returns the teams whose cases the user may see, as options of a filter."""
    if request is None or not request.user.is_authenticated:
        return Team.objects.none()
    return teams_of(request.user, Permission.CASE_READ).select_related(None)
