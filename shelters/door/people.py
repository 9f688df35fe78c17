"""The people of one site and night, as the door needs them: in walking order, with age and family."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from accounts.permissions import Permission
from shelters.models import Placement, Site


@dataclass(frozen=True)
class PersonAtDoor:
    """One stay of the night, with what the door needs to know about it."""

    stay: Placement
    on: datetime.date

    @property
    def age(self) -> int | None:
        return self.stay.individual.age_on(self.on)

    @property
    def is_here(self) -> bool:
        """Whether the person was checked in; others are only expected."""
        return self.stay.has_arrived


@dataclass(frozen=True)
class PeopleAtDoor:
    """Everybody of that night whom the reader may see, and the number of the others."""

    people: Sequence[PersonAtDoor]
    unseen: int

    @property
    def here(self) -> list[PersonAtDoor]:
        return [each for each in self.people if each.is_here]

    @property
    def expected(self) -> list[PersonAtDoor]:
        return [each for each in self.people if not each.is_here]


def people_at_door(site: Site, on: datetime.date, *, reader: User) -> PeopleAtDoor:
    """Who sleeps at the site that night, without people who have left and people who were erased."""
    sleeping: Any = Placement.objects.filter(site=site).sleeping_on(on)
    seen = sleeping.visible_to(reader, Permission.PLACEMENT_CHANGE).with_people().in_order()
    stays = list(seen)
    return PeopleAtDoor(
        people=[
            PersonAtDoor(stay, on)
            for stay in stays
            if not stay.gone_on and not stay.individual.erased_on
        ],
        unseen=sleeping.count() - len(stays),
    )
