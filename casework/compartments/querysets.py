"""Who reads what was said in confidence: those named at the office for its compartment, and nobody by role."""

import datetime
import uuid
from typing import Any, Self

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import other_end
from casework.compartments.choices import Compartment
from vault.querysets import LockingQuerySet, SealedQuerySet

# What somebody must hold at the office besides being named.
ASKED_OF: dict[str, Permission] = {
    Compartment.PROTECTION: Permission.COMPARTMENT_READ,
    # Lawyers alone.
    Compartment.EXCLUSION: Permission.RENUNCIATION_VERIFY,
}


class ReaderQuerySet(LockingQuerySet):
    def in_force(self, on: datetime.date) -> Self:
        """Namings that count on that day; the last day is the first one without sight."""
        return self.filter(Q(ends_on=None) | Q(ends_on__gt=on), starts_on__lte=on)

    def visible_to(self, user: User, permission: Permission = Permission.COMPARTMENT_NAME) -> Self:
        return self.filter(office__in=user.office_ids(permission))

    def of(self, user: User) -> Self:
        """The namings of today by which `user` reads, as far as the own roles still carry them."""
        carried = Q(pk__in=[])
        for compartment, permission in ASKED_OF.items():
            carried |= Q(compartment=compartment, office__in=user.office_ids(permission))
        return self.in_force(user.today()).filter(carried, reader=user)


class AccountQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.COMPARTMENT_READ) -> Self:
        """What the user is named to read; of people of a restricted case only where they are named there, too."""
        if permission != Permission.COMPARTMENT_READ or not user.holds(permission):
            return self.none()
        namings = other_end(self, "office__account_readers").of(user)
        mine = namings.filter(office=OuterRef("office"), compartment=OuterRef("compartment"))
        hidden = self._people_hidden_from(user)
        return self.filter(Exists(mine)).exclude(
            Q(individual__in=hidden) | Q(individual__merged_into__in=hidden)
        )

    def is_read_by(self, user: User, individual: Any, compartment: str) -> bool:
        """Whether the user would read what is written about that person into the compartment today."""
        namings = other_end(self, "office__account_readers").of(user)
        is_named = namings.filter(office=individual.office_id, compartment=compartment).exists()
        return (
            is_named and not self._people_hidden_from(user).filter(individual=individual).exists()
        )

    def unread(self) -> Self:
        """Those that nobody has opened yet."""
        looks = other_end(self, "handlings").filter(account=OuterRef("pk"), what="read")
        return self.filter(~Exists(looks))

    def _people_hidden_from(self, user: User) -> QuerySet[Any, uuid.UUID]:
        """Keys of people whose case is restricted and does not name the user."""
        memberships = other_end(self, "individual__memberships").latest_on(user.today())
        names: Any = other_end(self, "individual__memberships__case__named_access")
        named = names.in_force(user.today()).filter(case=OuterRef("case"), user=user)
        hidden: Any = memberships.filter(~Exists(named), case__is_restricted=True)
        keys: QuerySet[Any, uuid.UUID] = hidden.values("individual")
        return keys
