"""Acts on a taken bed: two parties change beds, or one gets the bed of another, who is parked."""

import datetime
from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction

from accounts.models import User
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused
from shelters.actions.placements import move_together, place_family
from shelters.actions.protecting import ask_about_money, protect, unpaid_when_given
from shelters.board.choices import PickVerdict
from shelters.models import Bed, Placement
from shelters.refusals import ReasonNeeded


@transaction.atomic
def exchange(
    beds: Mapping[Placement, Bed | None], *, on: datetime.date, reason: str = "", by: User
) -> list[Placement]:
    """Moves people of several families into their new beds on that day, or nobody. They may take each other's beds.

    Who gets no bed is parked: a stay without a bed at the same site, with the same planned end. Everybody is protected as
    they sleep afterwards. Raises what `shelters.actions.placements.move` raises.
    """
    _lock_cases({stay.case_id for stay in beds})
    stays = move_together(beds, on=on, by=by)
    protect(stays, left=list(beds), reason=reason, by=by)
    unpaid = {stay: rules for stay in stays if (rules := unpaid_when_given(stay))}
    ask_about_money(unpaid, reason=reason, by=by)
    return stays


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
    _lock_cases({case.pk, *(stay.case_id for stay in beds)})
    exchange(beds, on=on, reason=reason, by=by)
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


def _lock_cases(cases: set[Any]) -> None:
    """In one order, and before any stay, as `place_family` does: two acts on the same families cannot deadlock."""
    list(Case.objects.select_for_update(of=("self",)).filter(pk__in=cases).order_by("pk"))
