"""People who sleep at a site tonight, for the tests of the door."""

from typing import Any

from django.utils import timezone

from accounts.models import User
from shelters.models import Placement, Site
from tests.cast import Cast
from tests.shelters.build import a_family, a_stay, beds_of, people_of


def who_sleeps_here(
    cast: Cast, site: Site, *names: str, by: User | None = None, **fields: Any
) -> list[Placement]:
    """One family of these names that was checked in, each in a bed that no earlier call gave."""
    taken = set(Placement.objects.filter(site=site).values_list("bed", flat=True))
    free = iter([bed for bed in beds_of(site) if bed.pk not in taken])
    family = a_family(cast.norte, len(names), names=names)
    arrived = {"checked_in_at": timezone.now(), **fields}
    people = sorted(people_of(family), key=lambda person: names.index(str(person.given_names)))
    return [a_stay(each, site, next(free), by=by or cast.carla, **arrived) for each in people]
