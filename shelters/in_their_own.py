"""People who left a site for a place of their own: they wait for no bed, and may get one again."""

import datetime
from typing import Any

from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.questions import PLACEHOLDER, cached_rows
from shelters.querysets.families import members_in_their_own
from shelters.querysets.moment import ANY_NIGHT


def in_their_own(case: Case, night: datetime.date) -> list[Individual]:
    """The members of the family with a place of their own that night, by number."""
    return cached_rows(_in_their_own, values={ANY_NIGHT: night, PLACEHOLDER: case.pk})


def _in_their_own() -> Any:
    members = members_in_their_own(ANY_NIGHT).filter(case=PLACEHOLDER)
    people = Individual.objects.filter(pk__in=members.values("individual")).order_by("number")
    return people.select_related("arrival")
