"""Querysets of accounts, offices, grants and audit events.

Accounts are administered for the whole organisation: a user with the permission in any office sees all of them. This never
shows people's files: they need a role of their own, which another person approves.
"""

import datetime
import uuid
from typing import Any, Self

from django.db import models
from django.db.models import Q

from accounts.permissions import Permission
from vault.querysets import LockingQuerySet

IDLE_AFTER = datetime.timedelta(days=60)
NIGHT_ENDS, NIGHT_BEGINS = 6, 21
ACCOUNT_VERBS = ("account.", "grant.", "office.", "stand_in.", "team.", "vault.")


class UserQuerySet(LockingQuerySet):
    def visible_to(self, user: Any, permission: Permission = Permission.USER_READ) -> Self:
        """All accounts for users with the permission; for the permission of the own account only that one."""
        if permission == Permission.ACCOUNT_CHANGE or not user.holds(permission):
            return self.filter(pk=user.pk) if user.holds(permission) else self.none()
        return self.all()

    def idle(self, on: datetime.date) -> Self:
        """Active accounts that are older than sixty days and had no log-in in the last sixty."""
        before = on - IDLE_AFTER
        unused = Q(last_login=None) | Q(last_login__date__lt=before)
        return self.filter(unused, is_active=True, joined_at__date__lt=before)


def in_care_of(user: Any, path: str = "") -> Q:
    """The condition on accounts, at this path, that `user` may name deputies for them.

    Everybody may for themself, supervisors for their office, and whoever changes accounts for all."""
    if user.holds(Permission.USER_CHANGE):
        return Q(**{f"{path}pk__isnull": False})
    offices = user.office_ids(Permission.GRANT_APPROVE)
    return Q(**{f"{path}pk": user.pk}) | Q(**{f"{path}office__in": offices})


class StandInQuerySet(LockingQuerySet):
    def visible_to(self, user: Any, permission: Permission = Permission.ACCOUNT_CHANGE) -> Self:
        """Those of accounts that are in the care of the user, and those in which the user is the deputy."""
        if not user.holds(permission):
            return self.none()
        if permission == Permission.USER_READ:
            return self.all()
        return self.filter(Q(deputy=user) | in_care_of(user, "user__"))

    def ahead(self, today: datetime.date) -> Self:
        """Those that are in force on the day or later, with both users."""
        rows = self.filter(ended_at=None, ends_on__gt=today)
        return rows.select_related("user", "deputy")

    def replaced_by(self, user: Any, day: datetime.date) -> list[uuid.UUID]:
        """The keys of the users for whom this user is the deputy on that day."""
        rows = self.filter(ended_at=None, starts_on__lte=day, ends_on__gt=day, deputy=user)
        return list(rows.order_by().values_list("user", flat=True))


class OfficeQuerySet(LockingQuerySet):
    """Offices and their teams."""

    def visible_to(self, user: Any, permission: Permission = Permission.OFFICE_CHANGE) -> Self:
        return self.all() if user.holds(permission) else self.none()


class GrantQuerySet(LockingQuerySet):
    def in_force(self, on: datetime.date) -> Self:
        """Grants in force on that day; the end date is the first day without the role."""
        return self.filter(
            Q(ends_on=None) | Q(ends_on__gt=on),
            Q(needs_approval=False) | Q(approved_at__isnull=False),
            starts_on__lte=on,
        )

    def repeated_by(self, grant: Any) -> Self:
        """Grants, not refused, of the same role to the same user at the same office and team, on overlapping days."""
        place = {"role": grant.role, "office": grant.office, "team": grant.team}
        repeats = self.filter(user=grant.user, refused_at=None, **place)
        starts_before_its_end = Q(starts_on__lt=grant.ends_on) if grant.ends_on else Q()
        return repeats.filter(
            starts_before_its_end, Q(ends_on=None) | Q(ends_on__gt=grant.starts_on)
        )

    def waiting(self) -> Self:
        """Grants that need approval and were neither approved, refused nor ended on their first day."""
        return self.filter(
            Q(ends_on=None) | Q(ends_on__gt=models.F("starts_on")),
            needs_approval=True,
            approved_at=None,
            refused_at=None,
        )

    def visible_to(self, user: Any, permission: Permission = Permission.USER_READ) -> Self:
        """The own grants, those of offices where the user approves roles, or all, depending on the permission."""
        if not user.holds(permission):
            return self.none()
        if permission == Permission.GRANT_APPROVE:
            return self.filter(office__in=user.office_ids(permission))
        if permission == Permission.ACCOUNT_CHANGE:
            return self.filter(user=user)
        return self.all()


class AuditEventQuerySet(models.QuerySet[Any]):
    def visible_to(self, user: Any, permission: Permission = Permission.AUDIT_READ) -> Self:
        """All events, those of the user's offices, or those about accounts, depending on the permission."""
        if not user.holds(permission):
            return self.none()
        if permission == Permission.AUDIT_READ:
            return self.all()
        if permission == Permission.AUDIT_OFFICE_READ:
            return self.filter(office__in=user.office_ids(permission))
        if permission == Permission.USER_CHANGE:
            about_accounts = Q()
            for start in ACCOUNT_VERBS:
                about_accounts |= Q(verb__startswith=start)
            return self.filter(about_accounts)
        return self.none()

    def at_night(self) -> Self:
        """Events between nine in the evening and six in the morning."""
        return self.filter(Q(at__hour__lt=NIGHT_ENDS) | Q(at__hour__gte=NIGHT_BEGINS))
