"""Which merges somebody may look at and undo, and whom an old number means today."""

from typing import Any, Self

from django.apps import apps
from django.db.models import Q

from accounts.models import User
from accounts.permissions import Permission
from vault.querysets import SealedQuerySet


class MergeQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.INDIVIDUAL_MERGE) -> Self:
        """Merges whose survivor the user may see and whose merged person's case, too.

        A survivor may have been merged in turn: then whoever stands for both must be seen.
        """
        people = apps.get_model("casework.Individual").objects.visible_to(user, permission)
        cases = apps.get_model("casework.Case").objects.visible_to(user, permission)
        return self.filter(
            Q(case=None) | Q(case__in=cases),
            Q(survivor__in=people) | Q(survivor__merged_into__in=people),
        )

    def in_force(self) -> Self:
        return self.filter(undone_at=None)


def survivor_of(
    number: Any, user: User, permission: Permission, *, column: str = "number"
) -> Any | None:
    """The visible person whom the number (or another column) of a merged record means today; None for any other."""
    return (
        apps.get_model("casework.Individual")
        .objects.visible_to(user, permission)
        .filter(**{f"merged_from__{column}": number})
        .first()
    )


def merges_into(individual: Any, user: User) -> list[tuple[Any, bool]]:
    """The merges that stand behind this record, and of each whether the user may undo it.

    One of a record that was merged in turn is undone after the later one.
    """
    every: Any = apps.get_model("casework.Merge").objects
    merges = (
        every.in_force()
        .filter(Q(survivor=individual) | Q(survivor__merged_into=individual))
        .select_related("merged", "by")
    )
    undoable = set(
        every.visible_to(user)
        .filter(pk__in=individual.merges.in_force())
        .values_list("pk", flat=True)
    )
    return [(merge, merge.pk in undoable) for merge in merges]
