"""Why two records may not be merged yet: what every subject says."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from casework.register.models.individual import Individual
from pages.slots import Slot


@dataclass(frozen=True)
class Obstacle:
    """Why two records may not be merged yet, and the page on which somebody can mend it."""

    sentence: str
    address: str = ""


merge_obstacles: Slot[Callable[[Individual, Individual], Iterable[Obstacle]]] = Slot(
    "what keeps two records apart"
)


def obstacles(survivor: Individual, merged: Individual) -> list[Obstacle]:
    """Everything that stands in the way; empty when the two may be merged."""
    if survivor.erased_on or merged.erased_on:
        return [Obstacle(_("One of the two was erased: there is nothing left to merge."))]
    return [
        obstacle for obstacles_of in merge_obstacles for obstacle in obstacles_of(survivor, merged)
    ]


def doubles(rows: Any, survivor: Individual, merged: Individual, *same: str) -> Any:
    """Those of the merged record's rows of which the survivor has one that is the same in `same`."""
    alike = rows.filter(individual=survivor, **{name: OuterRef(name) for name in same})
    return rows.filter(Exists(alike), individual=merged).order_by("pk")
