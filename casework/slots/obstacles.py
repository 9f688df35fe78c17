"""Slots for sentences about why an action is not allowed, what it ends, and what is left to do after it."""

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from pages.slots import Slot

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Obstacle:
    """A sentence why something is not allowed yet, and the URL of the page on which it can be resolved."""

    sentence: str
    address: str = ""

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class FollowUp:
    """A sentence with a link."""

    sentence: str
    url: str


closure_obstacles: Slot[Callable[[Case], Iterable[Obstacle]]] = Slot("what keeps a case open")
closure_effects: Slot[Callable[[Case], Iterable[str]]] = Slot("what closing a case ends")
erasure_obstacles: Slot[Callable[[Individual, datetime.date], Iterable[str]]] = Slot(
    "what forbids to erase a person"
)
relative_obstacles: Slot[Callable[[Individual], Iterable[str]]] = Slot(
    "what only a former member has"
)
merge_obstacles: Slot[Callable[[Individual, Individual], Iterable[Obstacle]]] = Slot(
    "what keeps two records apart"
)
exit_follow_ups: Slot[Callable[[Individual, User], Iterable[FollowUp]]] = Slot(
    "what is still to do once somebody has left"
)


def _results_of(slot: Slot[Callable[P, Iterable[T]]], *about: P.args, **named: P.kwargs) -> list[T]:
    """Returns the results of all functions in the slot, in order."""
    return [each for function in slot for each in function(*about, **named)]


def obstacle_in_panel(case: Case, part: str, panel: str, sentence: str) -> list[Obstacle]:
    """Returns a list with one obstacle that links to a panel of the file; `part` is a key of PAGES, `panel` a slug."""
    page = reverse("case-part", args=[case.number, part])
    return [Obstacle(sentence, f"{page}#{panel}")]


def obstacles_to_closing(case: Case) -> list[Obstacle]:
    """Returns the obstacles to closing the case; empty if it may close."""
    return _results_of(closure_obstacles, case)


def effects_of_closing(case: Case) -> list[str]:
    """Returns sentences about what ends when the case is closed."""
    return _results_of(closure_effects, case)


def closure_blockers(case: Case) -> list[str]:
    return [obstacle.sentence for obstacle in obstacles_to_closing(case)]


def erasure_blockers(individual: Individual, today: datetime.date) -> list[str]:
    """Returns sentences why the person may not be erased; empty if allowed."""
    return _results_of(erasure_obstacles, individual, today)


def relative_blockers(individual: Individual) -> list[str]:
    """Returns sentences about rows that only a person with military service has; empty if there are none."""
    return _results_of(relative_obstacles, individual)


def obstacles_to_merge(survivor: Individual, merged: Individual) -> list[Obstacle]:
    """Returns the obstacles to a merge; empty if the two may be merged."""
    if survivor.erased_on or merged.erased_on:
        return [Obstacle(_("One of the two was erased: there is nothing left to merge."))]
    return _results_of(merge_obstacles, survivor, merged)


def follow_ups(individual: Individual, user: User) -> list[FollowUp]:
    """Returns what is still to do after the person has left, as far as the user sees it."""
    return _results_of(exit_follow_ups, individual, user)


def doubled_rows(rows: Any, survivor: Individual, merged: Individual, *same: str) -> Any:
    """Returns rows of the merged record for which the survivor has one with the same values in the fields `same`."""
    survivor_rows = rows.filter(individual=survivor, **{name: OuterRef(name) for name in same})
    return rows.filter(Exists(survivor_rows), individual=merged).order_by("pk")


def overlaps_membership(member: FamilyMember, survivor: Individual) -> bool:
    """Whether the survivor belongs to a case on a day of this membership."""
    memberships = survivor.memberships.exclude(left_on__lte=member.joined_on)
    if member.left_on:
        memberships = memberships.filter(joined_on__lt=member.left_on)
    return memberships.exists()
