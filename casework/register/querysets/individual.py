"""Which individuals somebody sees, and which rows hang on them."""

import datetime
from typing import Any, Self

from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.access import once
from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen, other_end
from casework.register.choices import Category
from casework.register.querysets.reach import Reach, reach_of
from pages.questions import ANY_KEY, kept_rows
from pages.refusals import ActionRefused
from vault.querysets import SealedQuerySet


class PersonErased(ActionRefused):
    """The person's key was destroyed: nothing about them can be sealed any more."""


def refuse_erased(individual: Any | None) -> None:
    """Raises PersonErased for somebody who was erased."""
    if individual is not None and individual.erased_on:
        raise PersonErased(_("This person was erased: nothing can be added or changed."))


class IndividualQuerySet(SealedQuerySet):
    def reach(self, user: User, permission: Permission) -> Reach:
        """As far as that of their cases; see `accounts.access.asking_once`."""
        return reach_of(user, permission)

    def visible_to(self, user: User, permission: Permission = Permission.INDIVIDUAL_READ) -> Self:
        """People whose case of today (or last case, if they left it) `user` reaches with this permission.

        Not a record that was merged into another one: the other stands for the person.
        """
        memberships = other_end(self, "memberships").latest_seen_by(user, permission)
        return self.filter(pk__in=memberships.values("individual"), merged_into=None)

    def to_compare(self) -> Self:
        """Records that were written or changed since they were last compared with the others."""
        rows: Self = self.filter(
            Q(compared_at=None) | Q(compared_at__lt=F("changed_at")),
            merged_into=None,
            erased_on=None,
        ).order_by("changed_at")
        return rows

    def former_members(self) -> Self:
        return self.filter(category=Category.FORMER_MEMBER)

    def lock(self, individual: Any) -> Any:
        """The fresh row, ours until commit. Raises PersonErased: nothing can be written for who was erased."""
        fresh = super().lock(individual)
        refuse_erased(fresh)
        return fresh


class OfIndividualQuerySet(SealedQuerySet):
    """Rows that belong to a person through a field `individual`."""

    def visible_to(self, user: User, permission: Permission = Permission.INDIVIDUAL_READ) -> Self:
        return self.filter(
            individual__in=keys_seen(other_end(self, "individual"), user, permission)
        )

    def in_use(self, day: datetime.date) -> Self:
        """Rows that have not ended by that day, of models with `ended_on`."""
        return self.filter(Q(ended_on=None) | Q(ended_on__gt=day))

    def current(self) -> Self:
        """Rows that no newer one has replaced, of models with `replaces`."""
        return self.filter(replaced_by=None)


class WithdrawableQuerySet(OfIndividualQuerySet):
    """Rows that may turn out to be a mistake."""

    def standing(self) -> Self:
        return self.filter(withdrawn_at=None)

    def current(self) -> Self:
        """Rows that no newer one has replaced and that were no mistake."""
        return super().current().standing()


@once
def case_of(individual: Any, day: datetime.date) -> Any | None:
    """The case the person is in that day or, for who left, was in last."""
    found = kept_rows(_latest, type(individual), day, values={ANY_KEY: individual.pk})
    return found[0].case if found else None


def _latest(model: Any, day: datetime.date) -> Any:
    memberships = other_end(model._default_manager, "memberships").latest_on(day)
    return memberships.filter(individual=ANY_KEY).select_related("case")
