"""Access to the projection for apps on lower floors."""

import datetime

from django.utils import timezone

from accounts.access import once
from worklist.projection.models import KeptDue
from worklist.projection.update import Kept, is_night_kept, kept_of

WITHOUT_ADULT = "child_without_adult"


@once
def kept_now(day: datetime.date) -> Kept:
    """What is kept of the day. A page that only reads queries it once and brings it up to date at most once."""
    return kept_of(day)


def children_without_adult(day: datetime.date) -> list[int] | None:
    """The memberships of children without an adult of their family there that day; None where the projection does not know."""
    if WITHOUT_ADULT not in kept_now(day).kinds:
        return None
    kept = KeptDue.objects.filter(day=day, kind=WITHOUT_ADULT)
    return [int(key) for key in kept.values_list("about_id", flat=True)]


def are_nights_kept(night: datetime.date) -> bool:
    """Whether what `shelters.keeping` wrote of this night still agrees with stays and beds."""
    # Other nights are not kept, and nothing is computed to find that out.
    return kept_now(night).night if night == timezone.localdate() else is_night_kept(night)
