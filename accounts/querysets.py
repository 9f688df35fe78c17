"""Querysets of accounts, offices, grants and audit events.

Accounts are administered for the whole organisation: a holder of the permission anywhere sees them all. Sight of people's
files never follows from this; it follows from grants, which another person approves.
"""

import datetime
from typing import Any, Self

from django.db import models
from django.db.models import Q

from accounts.permissions import Permission
from vault.querysets import LockingQuerySet

IDLE_AFTER = datetime.timedelta(days=60)
NIGHT_ENDS, NIGHT_BEGINS = 6, 21
ACCOUNT_VERBS = ("account.", "grant.", "office.", "team.", "vault.")


class UserQuerySet(LockingQuerySet):
    def visible_to(self, user: Any, permission: Permission = Permission.USER_READ) -> Self:
        """All accounts for those who administer them; for others only their own."""
        if permission == Permission.ACCOUNT_CHANGE or not user.holds(permission):
            return self.filter(pk=user.pk) if user.holds(permission) else self.none()
        return self.all()

    def idle(self, on: datetime.date) -> Self:
        """Active accounts older than sixty days without a log-in in that time."""
        before = on - IDLE_AFTER
        unused = Q(last_login=None) | Q(last_login__date__lt=before)
        return self.filter(unused, is_active=True, joined_at__date__lt=before)


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
        """Other unrefused grants of the same role to the same person at the same place, on overlapping days."""
        place = {"role": grant.role, "office": grant.office, "team": grant.team}
        repeats = self.filter(user=grant.user, refused_at=None, **place)
        starts_before_its_end = Q(starts_on__lt=grant.ends_on) if grant.ends_on else Q()
        return repeats.filter(
            starts_before_its_end, Q(ends_on=None) | Q(ends_on__gt=grant.starts_on)
        )

    def waiting(self) -> Self:
        """Grants that no supervisor approved or refused yet and that could still be in force."""
        return self.filter(
            Q(ends_on=None) | Q(ends_on__gt=models.F("starts_on")),
            needs_approval=True,
            approved_at=None,
            refused_at=None,
        )

    def visible_to(self, user: Any, permission: Permission = Permission.USER_READ) -> Self:
        """Own grants; those of offices that the user approves for; all for those who administer accounts."""
        if not user.holds(permission):
            return self.none()
        if permission == Permission.GRANT_APPROVE:
            return self.filter(office__in=user.office_ids(permission))
        if permission == Permission.ACCOUNT_CHANGE:
            return self.filter(user=user)
        return self.all()


class AuditEventQuerySet(models.QuerySet[Any]):
    def visible_to(self, user: Any, permission: Permission = Permission.AUDIT_READ) -> Self:
        """All events, those of the own office's staff, or account events, depending on the permission."""
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
