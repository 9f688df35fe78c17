"""Which pledges and needs."""

from typing import Any, Self

from django.db import models

from accounts.models import User
from accounts.permissions import Permission


class OfPayingOfficeQuerySet(models.QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.AGREEMENT_READ) -> Self:
        """Those of the offices where `user` holds this permission."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(office__in=user.office_ids(permission))

    def lock(self, row: Any) -> Any:
        """The fresh row, ours until commit."""
        return self.select_for_update(of=("self",)).get(pk=row.pk)
