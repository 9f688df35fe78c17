"""Merges that a user may see and undo, and the survivor of a merged number."""

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
        """Merges where the user sees the survivor, and the case of the merged person.

        If the survivor was merged in turn, the final survivor must be visible."""
        people = Individual.objects.visible_to(user, permission)
        cases = Case.objects.visible_to(user, permission)
        return self.filter(
            Q(case=None) | Q(case__in=cases),
            Q(survivor__in=people) | Q(survivor__merged_into__in=people),
        )

    def in_force(self) -> Self:
        return self.filter(undone_at=None)

    def behind(self, individual: Individual, user: User) -> list[tuple[Any, bool]]:
        """The current merges into this record, each with whether the user may undo it.

        A merge of a record that was itself merged later is undone after that one.
        """
        standing = self.in_force()
        undoable = standing.visible_to(user).filter(survivor=individual, pk=OuterRef("pk"))
        merges: Any = (
            standing.filter(Q(survivor=individual) | Q(survivor__merged_into=individual))
            .select_related("survivor", "merged", "by")
            .annotate(is_undoable=Exists(undoable))
        )
        return [(merge, merge.is_undoable) for merge in merges]


def survivor_of(
    number: str | UUID, user: User, permission: Permission, *, column: str = "number"
) -> Individual | None:
    """The visible survivor of the merged record with this number (or other column); None for any other."""
    return (
        Individual.objects.visible_to(user, permission)
        .filter(**{f"merged_from__{column}": number})
        .first()
    )


def locked_pair(survivor: Individual, merged: Individual) -> tuple[Individual, Individual]:
    """Both fresh rows, locked in the order of their keys, so that two merges cannot deadlock."""
    keys = sorted({survivor.pk, merged.pk})
    rows = {
        row.pk: row
        for row in Individual.objects.select_for_update(of=("self",))
        .filter(pk__in=keys)
        .order_by("pk")
    }
    return rows[survivor.pk], rows[merged.pk]


def cases_of(people: Iterable[Individual], day: datetime.date) -> list[Case]:
    """Each person's case that day, or the last one."""
    return [case for each in people if (case := case_of(each, day))]
