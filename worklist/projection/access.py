"""What the projection answers to apps on lower floors (`shelters.kept.NightKeeper`)."""

import datetime

from django.utils import timezone

from accounts.access import cached_per_request
from worklist.projection.models import KeptDue
from worklist.projection.update import CurrentProjection, current_projection, is_night_current

WITHOUT_ADULT = "child_without_adult"


@cached_per_request
def projection_of(day: datetime.date) -> CurrentProjection:
    """The valid parts of the projection of the day.

    A request that only reads asks once, so that the projection is brought up to date at most once."""
    return current_projection(day)


def children_without_adult(day: datetime.date) -> list[int] | None:
    """The keys of the memberships of children without an adult of their family on that day.

    None if the projection is not valid for this kind."""
    if WITHOUT_ADULT not in projection_of(day).kinds:
        return None
    rows = KeptDue.objects.filter(day=day, kind=WITHOUT_ADULT)
    return [int(key) for key in rows.values_list("about_id", flat=True)]


def are_nights_kept(night: datetime.date) -> bool:
    """Whether the rows that `shelters.keeping` wrote for this night are valid."""
    # Only tonight is computed. For other nights the state is read, and no request remembers it.
    return (
        projection_of(night).has_night if night == timezone.localdate() else is_night_current(night)
    )
