"""Querysets of confidential accounts, which the readers of the office see, or for exclusion its screeners."""

import datetime
import uuid
from typing import Any, Self

from django.db.models import Exists, Manager, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager
from casework.compartments.choices import Compartment
from vault.querysets import LockingQuerySet, SealedQuerySet

# The permission that reads each compartment.
READ_WITH: dict[str, Permission] = {
    Compartment.PROTECTION: Permission.COMPARTMENT_READ,
    Compartment.EXCLUSION: Permission.SCREENING_READ,
}


class ReaderQuerySet(LockingQuerySet):
    def in_force(self, on: datetime.date) -> Self:
        """Returns namings in force on that day; `ends_on` is the first day without."""
        return self.filter(Q(ends_on=None) | Q(ends_on__gt=on), starts_on__lte=on)

    def visible_to(self, user: User, permission: Permission = Permission.COMPARTMENT_NAME) -> Self:
        return self.filter(office__in=user.office_ids(permission))

    def of(self, user: User) -> Self:
        """Returns the namings of `user` that are in force today and that their roles still allow."""
        offices = user.office_ids(Permission.COMPARTMENT_READ)
        rows = self.in_force(user.today()).filter(reader=user, office__in=offices)
        # Older namings for exclusion no longer count: a role replaced them.
        return rows.filter(compartment=Compartment.PROTECTION)


class AccountQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.COMPARTMENT_READ) -> Self:
        """Returns accounts that the user is named to read or, for screeners, those about exclusion.

        Accounts about people in a restricted case are included only if the case names the user, too.
        """
        if not user.holds(permission):
            return self.none()
        if permission == Permission.SCREENING_READ:
            about_exclusion = self.filter(compartment=Compartment.EXCLUSION)
            of_screeners: Self = visible_to_screeners(about_exclusion, user, permission)
            return of_screeners
        if permission != Permission.COMPARTMENT_READ:
            return self.none()
        namings = related_manager(self, "office__account_readers").of(user)
        own_namings = namings.filter(office=OuterRef("office"), compartment=OuterRef("compartment"))
        rows: Self = without_restricted(self.filter(Exists(own_namings)), user)
        return rows

    def is_reader(self, user: User, individual: Any, compartment: str) -> bool:
        """Returns whether the user would read a new account about that person in the compartment today."""
        if compartment == Compartment.EXCLUSION:
            is_named = individual.office_id in user.office_ids(Permission.SCREENING_READ)
        else:
            namings = related_manager(self, "office__account_readers").of(user)
            is_named = namings.filter(office=individual.office_id, compartment=compartment).exists()
        hidden = people_hidden_from(self, user).filter(individual=individual)
        return is_named and not hidden.exists()

    def unread(self) -> Self:
        """Returns accounts that nobody has opened yet."""
        looks = related_manager(self, "handlings").filter(account=OuterRef("pk"), what="read")
        return self.filter(~Exists(looks))


def visible_to_screeners(rows: Any, user: User, permission: Permission) -> Any:
    """Returns the rows of offices where the user screens, without people in restricted cases that do not name the user.

    The rows have `office` and `individual`. Leaves out people who were removed because their import was undone.
    """
    people = related_manager(rows, "individual")
    existing = people.filter(pk=OuterRef("individual"))
    of_office = rows.filter(Exists(existing), office__in=user.office_ids(permission))
    return without_restricted(of_office, user)


def without_restricted(rows: Any, user: User) -> Any:
    """Returns the rows without those whose `individual` is in a restricted case that does not name the user."""
    hidden = people_hidden_from(rows, user)
    return rows.exclude(Q(individual__in=hidden) | Q(individual__merged_into__in=hidden))


def people_hidden_from(rows: QuerySet[Any] | Manager[Any], user: User) -> QuerySet[Any, uuid.UUID]:
    """Returns keys of people whose case is restricted and does not name the user."""
    memberships = related_manager(rows, "individual__memberships").marked_latest()
    names: Any = related_manager(rows, "individual__memberships__case__named_access")
    own_names = names.in_force(user.today()).filter(case=OuterRef("case"), user=user)
    hidden: Any = memberships.filter(~Exists(own_names), case__is_restricted=True)
    keys: QuerySet[Any, uuid.UUID] = hidden.values("individual")
    return keys
