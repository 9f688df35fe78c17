"""Which consents somebody sees, and what may be shared about whom: the one place that answers it."""

import datetime
from typing import Any, Self

from django.apps import apps
from django.db.models import F, Q, QuerySet

from accounts.models import User
from accounts.permissions import Permission
from casework.consents.choices import ConsentStatus
from casework.consents.rules import carries
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
        consents = apps.get_model("casework.Consent").objects.visible_to(user, permission)
        return self.filter(consent__in=consents)


def may_share(individual: Any, purpose: str, on: datetime.date) -> bool:
    """Whether the person's consent allowed this purpose that day. Nothing is shared, told or exported without asking this.

    Never asked is no. A withdrawal counts from the moment it is recorded. Where records were merged, the
    later answer of either counts.
    """
    step = (
        apps.get_model("casework.ConsentStep")
        .objects.filter(consent__individual=individual, consent__purpose=purpose, on__lte=on)
        .exclude(status=ConsentStatus.ASKED)
        .order_by("-on", F("consent__yields_to").desc(nulls_first=True), "-place")
        .first()
    )
    return bool(step) and carries(step.status, step.expires_on, on)


def who_may_be_shared(people: QuerySet[Any], purpose: str, today: datetime.date) -> QuerySet[Any]:
    """Of these people those for whom `may_share` says yes today, in one query: for exports and lists."""
    consents = apps.get_model("casework.Consent").objects.carrying(purpose, today)
    return people.filter(pk__in=consents.values("individual"))
