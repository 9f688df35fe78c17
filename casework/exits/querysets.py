"""Querysets of reports of deaths and forced returns."""

from typing import Any, Self

from django.db.models import Q

from accounts.permissions import Permission
from casework.register.choices import Relation
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.individual import WithdrawableQuerySet


class LossQuerySet(WithdrawableQuerySet):
    read_with = Permission.EXIT_RECORD

    def to_confirm(self) -> Self:
        """Returns reports that are neither withdrawn nor confirmed."""
        return self.standing().filter(confirmed_on=None)

    def not_outdated(self) -> Any:
        """Returns reports that are not withdrawn, without those whose exit was annulled or whose person came back."""
        is_outdated = Q(exit__annulled_on__isnull=False) | Q(exit__back_on__isnull=False)
        return self.standing().exclude(is_outdated)


def is_principal_of_others(individual: Individual, case: Case | None) -> bool:
    """Whether another principal must be named before this person leaves the case."""
    if case is None:
        return False
    members = case.members.filter(left_on=None)
    principal = members.filter(individual=individual, relation_to_principal=Relation.PRINCIPAL)
    return bool(principal.exists() and members.exclude(individual=individual).exists())
