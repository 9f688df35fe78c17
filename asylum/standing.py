"""How a renunciation stands: the one question that whatever depends on it asks."""

import datetime
from dataclasses import dataclass

from asylum.models import Renunciation, RenunciationDemand
from asylum.rules.renunciations import may_be_asked, opens_admission
from casework.children.querysets import surely_adult
from casework.register.models.individual import Individual


@dataclass(frozen=True)
class RenunciationStanding:
    """Of one person on one day. `opens` says whether what depends on a renunciation may go on without a reason."""

    is_concerned: bool
    is_asked: bool | None
    has_verified: bool
    opens: bool


def standing_of(individual: Individual, on: datetime.date) -> RenunciationStanding:
    """How the person's renunciation stands on that day.

    Admission and protection ask it; aid that an agreement makes depend on a renunciation is to ask it too. Open
    reviews, observations and contrary evidence have no part in it: they are for people to judge (F30).
    """
    is_adult = surely_adult(individual, on)
    newest = (
        RenunciationDemand.objects.filter(individual=individual).order_by("-recorded_at").first()
    )
    verified = Renunciation.objects.filter(individual=individual, verified_on__lte=on).verified()
    is_asked, has_verified = newest.is_asked if newest else None, verified.exists()
    return RenunciationStanding(
        is_concerned=may_be_asked(individual.category, is_adult=is_adult),
        is_asked=is_asked,
        has_verified=has_verified,
        opens=opens_admission(
            individual.category, is_adult=is_adult, is_asked=is_asked, has_verified=has_verified
        ),
    )
