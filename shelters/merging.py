"""Says why two records of one person cannot be merged yet: both have a place on the same night."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from casework.register.models.individual import Individual
from casework.slots.obstacles import Obstacle
from pages.dates import short_date
from shelters.models import Placement


def overlapping_stays(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """One sentence for every stay of the merged record that overlaps one of the survivor's."""
    stays = Placement.objects.filter(cancelled_at=None)
    for stay in stays.filter(individual=merged):
        for other in stays.filter(individual=survivor):
            if _overlap(stay, other):
                day = short_date(max(stay.starts_on, other.starts_on))
                yield Obstacle(
                    _(
                        "Both records have a place on the same nights from %(day)s on: end or cancel one stay first."
                    )
                    % {"day": day},
                    reverse("placement-detail", args=[stay.pk]),
                )


def _overlap(stay: Placement, other: Placement) -> bool:
    starts_before_end = other.ends_on is None or stay.starts_on < other.ends_on
    ends_after_start = stay.ends_on is None or other.starts_on < stay.ends_on
    is_empty = stay.ends_on == stay.starts_on or other.ends_on == other.starts_on
    return starts_before_end and ends_after_start and not is_empty
