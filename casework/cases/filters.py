"""Choices for filters of cases."""

from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import User
from casework.register.querysets.assignment import colleagues_of


def colleagues(request: HttpRequest | None) -> QuerySet[User]:
    """Returns colleagues to filter by: those who may look after the user's cases."""
    if request is None or not request.user.is_authenticated:
        rows: QuerySet[User] = User.objects.none()
        return rows
    return colleagues_of(request.user).only("full_name")
