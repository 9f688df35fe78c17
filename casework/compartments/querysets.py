"""Who reads what was said in confidence: those named at the office, and of exclusion those who screen there."""

import datetime
import uuid
from typing import Any, Self

from django.db.models import Exists, Manager, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import other_end
from casework.compartments.choices import Compartment
from vault.querysets import LockingQuerySet, SealedQuerySet

# With which permission each compartment is read.
READ_WITH: dict[str, Permission] = {
    Compartment.PROTECTION: Permission.COMPARTMENT_READ,
    Compartment.EXCLUSION: Permission.SCREENING_READ,
}


class ReaderQuerySet(LockingQuerySet):
    def in_force(self, on: datetime.date) -> Self:
        """Namings that count on that day; the last day is the first one without sight."""
        return self.filter(Q(ends_on=None) | Q(ends_on__gt=on), starts_on__lte=on)

    def visible_to(self, user: User, permission: Permission = Permission.COMPARTMENT_NAME) -> Self:
        return self.filter(office__in=user.office_ids(permission))

    def of(self, user: User) -> Self:
        """The namings of today by which `user` reads, as far as the own roles still carry them."""
        offices = user.office_ids(Permission.COMPARTMENT_READ)
        rows = self.in_force(user.today()).filter(reader=user, office__in=offices)
        # Namings for exclusion are of the time before there was a role for it.
        return rows.filter(compartment=Compartment.PROTECTION)


class AccountQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.COMPARTMENT_READ) -> Self:
        """What the user is named to read or, with the permission of screeners, what was handed in to them.

        Of people of a restricted case only where the user is named there, too.
        """
        if not user.holds(permission):
            return self.none()
        if permission == Permission.SCREENING_READ:
            handed_in = self.filter(compartment=Compartment.EXCLUSION)
            of_screeners: Self = within_sight_of_screeners(handed_in, user, permission)
            return of_screeners
        if permission != Permission.COMPARTMENT_READ:
            return self.none()
        namings = other_end(self, "office__account_readers").of(user)
        mine = namings.filter(office=OuterRef("office"), compartment=OuterRef("compartment"))
        seen: Self = without_restricted(self.filter(Exists(mine)), user)
        return seen

    def is_read_by(self, user: User, individual: Any, compartment: str) -> bool:
        """Whether the user would read what is written about that person into the compartment today."""
        if compartment == Compartment.EXCLUSION:
            is_reader = individual.office_id in user.office_ids(Permission.SCREENING_READ)
        else:
            namings = other_end(self, "office__account_readers").of(user)
            is_reader = namings.filter(
                office=individual.office_id, compartment=compartment
            ).exists()
        hidden = people_hidden_from(self, user).filter(individual=individual)
        return is_reader and not hidden.exists()

    def unread(self) -> Self:
        """Those that nobody has opened yet."""
        looks = other_end(self, "handlings").filter(account=OuterRef("pk"), what="read")
        return self.filter(~Exists(looks))


def within_sight_of_screeners(rows: Any, user: User, permission: Permission) -> Any:
    """Of these rows, each with `office` and `individual`, those that the user's role at the office shows.

    A person whose arrival was taken back with its sheet is no more, and what was said of them went along.
    """
    people = other_end(rows, "individual")
    there = people.filter(pk=OuterRef("individual"))
    of_office = rows.filter(Exists(there), office__in=user.office_ids(permission))
    return without_restricted(of_office, user)


def without_restricted(rows: Any, user: User) -> Any:
    """Of these rows with an `individual` those about nobody of a restricted case that does not name the user."""
    hidden = people_hidden_from(rows, user)
    return rows.exclude(Q(individual__in=hidden) | Q(individual__merged_into__in=hidden))


def people_hidden_from(rows: QuerySet[Any] | Manager[Any], user: User) -> QuerySet[Any, uuid.UUID]:
    """Keys of people whose case is restricted and does not name the user."""
    memberships = other_end(rows, "individual__memberships").marked_latest()
    names: Any = other_end(rows, "individual__memberships__case__named_access")
    named = names.in_force(user.today()).filter(case=OuterRef("case"), user=user)
    hidden: Any = memberships.filter(~Exists(named), case__is_restricted=True)
    keys: QuerySet[Any, uuid.UUID] = hidden.values("individual")
    return keys
