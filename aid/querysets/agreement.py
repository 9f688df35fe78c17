"""Which agreements."""

import datetime
from typing import Any, Self

from django.db import models
from django.db.models import Q

from accounts.models import User
from accounts.permissions import Permission


class AgreementQuerySet(models.QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.AGREEMENT_READ) -> Self:
        """Agreements of the offices where `user` holds this permission."""
        return self.filter(office__in=user.office_ids(permission))

    def not_ended_on(self, day: datetime.date) -> Self:
        return self.filter(Q(ends_on=None) | Q(ends_on__gt=day))

    def lock(self, agreement: Any) -> Any:
        """The fresh row, ours until commit."""
        return self.select_for_update(of=("self",)).get(pk=agreement.pk)
