"""Which consents somebody sees, and which of them allow sharing."""

import datetime
from typing import Self

from django.db.models import Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import other_end
from casework.consents.choices import ConsentStatus
from casework.register.querysets.individual import OfIndividualQuerySet
from vault.querysets import SealedQuerySet


class ConsentQuerySet(OfIndividualQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.CONSENT_READ) -> Self:
        """Consents of people whom `user` sees; they follow the person."""
        return super().visible_to(user, permission)

    def counting(self) -> Self:
        """One for each purpose: after a merge two may be on file, and one yields to the other."""
        return self.filter(yields_to=None)

    def carrying(self, purpose: str, today: datetime.date) -> Self:
        """Those that allow sharing for this purpose today; see `may_share` for other days."""
        return self.counting().filter(
            Q(expires_on=None) | Q(expires_on__gte=today),
            purpose=purpose,
            status=ConsentStatus.GIVEN,
        )


class ConsentStepQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.CONSENT_READ) -> Self:
        consents = other_end(self, "consent").visible_to(user, permission)
        return self.filter(consent__in=consents)
