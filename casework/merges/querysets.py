"""Querysets of merges; the survivor of a merged record, and both records of a merge, locked."""

import datetime
from collections.abc import Iterable
from typing import Any, Self
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from vault.querysets import SealedQuerySet


class MergeQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.INDIVIDUAL_MERGE) -> Self:
        """Merges of which the user sees the survivor and the case of the merged record.

        If the survivor was merged later, its own survivor must be visible.
        """
        people = Individual.objects.visible_to(user, permission)
        cases = Case.objects.visible_to(user, permission)
        return self.filter(
            Q(case=None) | Q(case__in=cases),
            Q(survivor__in=people) | Q(survivor__merged_into__in=people),
        )

    def in_force(self) -> Self:
        return self.filter(undone_at=None)

    def merged_into(self, individual: Individual, user: User) -> list[tuple[Any, bool]]:
        """Returns the merges into this record that are not undone, each with whether the user may undo it.

        A merge into a record that was itself merged later can be undone only after the later merge is undone.
        """
        current = self.in_force()
        undoable = current.visible_to(user).filter(survivor=individual, pk=OuterRef("pk"))
        merges: Any = (
            current.filter(Q(survivor=individual) | Q(survivor__merged_into=individual))
            .select_related("survivor", "merged", "by")
            .annotate(is_undoable=Exists(undoable))
        )
        return [(merge, merge.is_undoable) for merge in merges]


def survivor_of(
    number: str | UUID, user: User, permission: Permission, *, column: str = "number"
) -> Individual | None:
    """Returns the visible survivor of the merged record with this number, or this value of `column`; else None."""
    return (
        Individual.objects.visible_to(user, permission)
        .filter(**{f"merged_from__{column}": number})
        .first()
    )


def locked_pair(survivor: Individual, merged: Individual) -> tuple[Individual, Individual]:
    """Returns fresh rows of both. Locks them in the order of their keys, so that two merges cannot deadlock."""
    keys = sorted({survivor.pk, merged.pk})
    rows = {
        row.pk: row
        for row in Individual.objects.select_for_update(of=("self",))
        .filter(pk__in=keys)
        .order_by("pk")
    }
    return rows[survivor.pk], rows[merged.pk]


def cases_of(people: Iterable[Individual], day: datetime.date) -> list[Case]:
    """Returns each person's case that day, or the last case."""
    return [case for each in people if (case := case_of(each, day))]
