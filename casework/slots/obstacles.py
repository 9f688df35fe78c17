"""Obstacles to an action, and follow-ups after one, from all subjects."""

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
    """Why something is not allowed yet, and the page on which it can be resolved."""

    sentence: str
    address: str = ""

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class FollowUp:
    """A sentence, and the page for it."""

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
    """The results of all functions in the slot, in order."""
    return [each for says in slot for each in says(*about, **named)]


def open_part(case: Case, part: str, panel: str, sentence: str) -> list[Obstacle]:
    """An obstacle in one part of the file, with the link to it."""
    page = reverse("case-part", args=[case.number, part])
    return [Obstacle(sentence, f"{page}#{panel}")]


def closure_hindrances(case: Case) -> list[Obstacle]:
    """Everything that keeps the case open, each with its page; empty if it may close."""
    return _results_of(closure_obstacles, case)


def ended_by_closing(case: Case) -> list[str]:
    """Sentences on what closing the case ends: things that do not keep it open."""
    return _results_of(closure_effects, case)


def closure_blockers(case: Case) -> list[str]:
    """The sentences of `closure_hindrances`."""
    return [obstacle.sentence for obstacle in closure_hindrances(case)]


def erasure_blockers(individual: Individual, today: datetime.date) -> list[str]:
    """Why the person may not be erased, in sentences; empty if allowed."""
    return _results_of(erasure_obstacles, individual, today)


def relative_blockers(individual: Individual) -> list[str]:
    """Sentences on rows that only a former member can have; empty if the person may count as a relative."""
    return _results_of(relative_obstacles, individual)


def obstacles(survivor: Individual, merged: Individual) -> list[Obstacle]:
    """Obstacles to a merge; empty if the two may be merged."""
    if survivor.erased_on or merged.erased_on:
        return [Obstacle(_("One of the two was erased: there is nothing left to merge."))]
    return _results_of(merge_obstacles, survivor, merged)


def follow_ups(individual: Individual, user: User) -> list[FollowUp]:
    """The matters still open after a person has left, as far as the user may see them."""
    return _results_of(exit_follow_ups, individual, user)


def doubles(rows: Any, survivor: Individual, merged: Individual, *same: str) -> Any:
    """The merged record's rows for which the survivor has one with the same values in `same`."""
    alike = rows.filter(individual=survivor, **{name: OuterRef(name) for name in same})
    return rows.filter(Exists(alike), individual=merged).order_by("pk")


def clashing(member: FamilyMember, survivor: Individual) -> bool:
    """Whether the survivor belongs to a case on a day of this membership."""
    others = survivor.memberships.exclude(left_on__lte=member.joined_on)
    if member.left_on:
        others = others.filter(joined_on__lt=member.left_on)
    return others.exists()
