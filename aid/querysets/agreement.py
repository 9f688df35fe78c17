"""Querysets of agreements, pledges and needs."""

import datetime
from typing import Self

from django.db.models import Q

from accounts.models import User
from accounts.permissions import Permission
from vault.querysets import LockingQuerySet


class OfPayingOfficeQuerySet(LockingQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.AGREEMENT_READ) -> Self:
        """Rows of the offices where `user` holds this permission."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(office__in=user.office_ids(permission))


class AgreementQuerySet(OfPayingOfficeQuerySet):
    def not_ended_on(self, day: datetime.date) -> Self:
        return self.filter(Q(ends_on=None) | Q(ends_on__gt=day))
