"""What somebody lives on, and who lives on them."""

from django.db import transaction

from accounts.models import User
from accounts.permissions import Permission
from casework.actions.about_person import lock_person, newest, tell
from casework.models import Individual, Livelihood


@transaction.atomic
def record_livelihood(
    individual: Individual,
    *,
    by: User,
    dependants_abroad: int | None = None,
    is_sole_breadwinner: bool = False,
    note: str = "",
) -> Livelihood:
    """Says anew who depends on the person. What was on file before stays readable."""
    individual = lock_person(individual, Permission.NEED_CHANGE, by=by)
    livelihood = Livelihood.objects.create(
        key_id=individual.key_id,
        individual=individual,
        dependants_abroad=dependants_abroad,
        is_sole_breadwinner=is_sole_breadwinner,
        note=note,
        replaces=newest(individual.livelihoods),
        recorded_by=by,
    )
    tell("livelihood.recorded", livelihood, by=by)
    return livelihood
