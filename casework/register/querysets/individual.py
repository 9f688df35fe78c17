"""Querysets of people, and of rows that are visible with a person."""

import datetime
from typing import Any, Self

from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.access import cached_per_request
from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager, visible_keys
from casework.register.choices import Category
from casework.register.querysets.reach import Reach, reach_of
from pages.questions import PLACEHOLDER, cached_rows
from pages.refusals import ActionRefused
from vault.querysets import SealedQuerySet


class PersonErased(ActionRefused):
    """The person's key was destroyed, so that nothing about them can be encrypted."""


def refuse_erased(individual: Any | None) -> None:
    """Raises PersonErased for an erased person."""
    if individual is not None and individual.erased_on:
        raise PersonErased(_("This person was erased: nothing can be added or changed."))


class IndividualQuerySet(SealedQuerySet):
    def reach(self, user: User, permission: Permission) -> Reach:
        """Returns the reach of their cases; see `accounts.access.cached_permissions`."""
        return reach_of(user, permission)

    def visible_to(self, user: User, permission: Permission = Permission.INDIVIDUAL_READ) -> Self:
        """Returns people whose current or last case `user` may see with this permission.

        Leaves out records that were merged into another record.
        """
        memberships = related_manager(self, "memberships").latest_seen_by(user, permission)
        return self.filter(pk__in=memberships.values("individual"), merged_into=None)

    def to_compare(self) -> Self:
        """Returns records that changed since they were last compared with others."""
        rows: Self = self.filter(
            Q(compared_at=None) | Q(compared_at__lt=F("changed_at")),
            merged_into=None,
            erased_on=None,
        ).order_by("changed_at")
        return rows

    def former_members(self) -> Self:
        return self.filter(category=Category.FORMER_MEMBER)

    def lock(self, individual: Any) -> Any:
        """Locks the row until commit and returns it read again. Raises PersonErased."""
        fresh = super().lock(individual)
        refuse_erased(fresh)
        return fresh


class OfIndividualQuerySet(SealedQuerySet):
    """Rows with a foreign key `individual`. They are visible to users who hold the permission `read_with` for the person."""

    read_with = Permission.INDIVIDUAL_READ

    def visible_to(self, user: User, permission: Permission | None = None) -> Self:
        people = related_manager(self, "individual")
        return self.filter(individual__in=visible_keys(people, user, permission or self.read_with))

    def in_use(self, day: datetime.date) -> Self:
        """Returns rows not ended by that day, for models with `ended_on`."""
        return self.filter(Q(ended_on=None) | Q(ended_on__gt=day))

    def current(self) -> Self:
        """Returns rows that were not replaced, for models with `replaces`."""
        return self.filter(replaced_by=None)


class WithdrawableQuerySet(OfIndividualQuerySet):
    """Rows that may be marked as mistakes."""

    def standing(self) -> Self:
        return self.filter(withdrawn_at=None)

    def current(self) -> Self:
        """Returns rows that were neither replaced nor mistakes."""
        return super().current().standing()


@cached_per_request
def case_of(individual: Any, day: datetime.date) -> Any | None:
    """Returns the person's case that day, or else the last one before it; None without one."""
    memberships = cached_rows(_latest, type(individual), day, values={PLACEHOLDER: individual.pk})
    return memberships[0].case if memberships else None


def _latest(model: Any, day: datetime.date) -> Any:
    memberships = related_manager(model._default_manager, "memberships").latest_on(day)
    return memberships.filter(individual=PLACEHOLDER).select_related("case")
