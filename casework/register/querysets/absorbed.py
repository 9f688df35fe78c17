"""Earlier cases of merged records."""

from collections.abc import Iterable

from accounts.models import User
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.case import CaseQuerySet


def absorbed_cases(people: Iterable[Individual], user: User) -> CaseQuerySet:
    """Returns visible cases of records that were merged into one of these people. Rows about the family are still there."""
    cases = Case.objects.visible_to(user)
    rows: CaseQuerySet = (
        cases.filter(members__individual__merged_into__in=people).distinct().order_by("number")
    )
    return rows
