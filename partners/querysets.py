"""Querysets of organisations, and of an office's rows about them."""

import datetime
from typing import Self

from django.db.models import OuterRef, Prefetch, Q, Subquery

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager
from vault.querysets import LockingQuerySet, SealedQuerySet


class SharedRowsQuerySet(LockingQuerySet):
    """Rows that belong to no office. Users who hold the permission in any office see them."""

    def visible_to(self, user: User, permission: Permission = Permission.PARTNER_READ) -> Self:
        return self.all() if user.is_authenticated and user.holds(permission) else self.none()


class OrganisationQuerySet(SharedRowsQuerySet):
    def with_roles_and_participation(self, user: User) -> Self:
        """Adds `roles_today` (a list) and `participation_today` (a status or None), as the user's offices recorded them."""
        roles = related_manager(self, "roles").visible_to(user)
        participations = related_manager(self, "participations").visible_to(user)
        latest = participations.filter(organisation=OuterRef("pk")).order_by("-on", "-recorded_at")
        return self.annotate(
            participation_today=Subquery(latest.values("status")[:1])
        ).prefetch_related(Prefetch("roles", roles.on(user.today()), to_attr="roles_today"))


class RowsOfOfficeQuerySet(SealedQuerySet):
    """Rows that belong to an office. Users who hold the permission there see them."""

    def visible_to(self, user: User, permission: Permission = Permission.PARTNER_READ) -> Self:
        if not user.is_authenticated:
            return self.none()
        return self.filter(office__in=user.office_ids(permission))


class DatedRowsOfOfficeQuerySet(RowsOfOfficeQuerySet):
    def on(self, day: datetime.date) -> Self:
        """Rows that are valid on that day; `ends_on` is the first day after the period."""
        return self.filter(Q(ends_on=None) | Q(ends_on__gt=day), starts_on__lte=day)
