"""Acts on a taken bed: one gets the bed of another, who is parked or gets a new one; and what an act would say."""

import datetime
from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction

from accounts.models import User
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused
from shelters.actions.locks import lock_in_order
from shelters.actions.placements import move_all, place_family
from shelters.board.choices import PickVerdict
from shelters.models import Bed, Placement
from shelters.refusals import ReasonNeeded


@transaction.atomic
def take_over(
    case: Case,
    *,
    assignments: Mapping[Individual, Bed],
    beds: Mapping[Placement, Bed | None],
    on: datetime.date,
    planned_end_on: datetime.date | None,
    reason: str = "",
    by: User,
) -> list[Placement]:
    """Gives people without a bed the beds of others, who get those of `beds` or are parked."""
    lock_in_order(Case, [case.pk, *(stay.case_id for stay in beds)])
    move_all(beds, on=on, reason=reason, by=by)
    site = next(iter(assignments.values())).room.site
    return place_family(
        case,
        site=site,
        assignments=assignments,
        starts_on=on,
        planned_end_on=planned_end_on,
        reason=reason,
        by=by,
    )


def judge(act: Callable[..., Any], *about: Any, **facts: Any) -> tuple[PickVerdict, list[str]]:
    """What the act would say: carries it out and rolls it back, so that it says nothing else than the act itself."""
    try:
        with transaction.atomic():
            act(*about, **facts)
            transaction.set_rollback(True)
    except ReasonNeeded as asked:
        return PickVerdict.ASKS, [str(each) for each in asked.sentences]
    except ActionRefused as refused:
        return PickVerdict.REFUSED, [str(each) for each in refused.sentences]
    return PickVerdict.FITS, []
