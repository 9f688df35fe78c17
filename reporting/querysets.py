"""Which funder tables and lists with names somebody sees."""

from typing import Self

from django.db.models import Q

from accounts.models import User
from accounts.permissions import Permission
from reporting.choices import TableStatus
from vault.querysets import SealedQuerySet


class MadeLaterQuerySet(SealedQuerySet):
    def queued(self) -> Self:
        return self.filter(status=TableStatus.QUEUED)


class FunderTableQuerySet(MadeLaterQuerySet):
    def visible_to(
        self, user: User, permission: Permission = Permission.REPORT_RELEASED_READ
    ) -> Self:
        """Whoever prepares or releases sees all tables of the office; readers see the released ones."""
        mine = Q(office__in=user.office_ids(permission))
        if permission == Permission.REPORT_RELEASED_READ:
            working = user.office_ids(Permission.REPORT_PREPARE) | user.office_ids(
                Permission.REPORT_RELEASE
            )
            mine &= Q(released_at__isnull=False) | Q(office__in=working)
        return self.filter(mine)


class NamedListQuerySet(MadeLaterQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.NAMED_LIST_MAKE) -> Self:
        """Own lists only: a list holds whom its maker may see, and a colleague may see less."""
        return self.filter(office__in=user.office_ids(permission), prepared_by=user)
