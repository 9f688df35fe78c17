"""Followers of a move to another case, of a corrected arrival, and of a merge; other rooms implement them."""

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from accounts.models import User
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.slots.obstacles import FollowUp
from pages.slots import Slot


class Follower(Protocol):
    def sentences(self, people: Sequence[Individual], *, leaving: Case) -> list[str]:
        """What happens to rows of these people, in words and without names."""
        ...

    def follow(self, people: Sequence[Individual], *, case: Case, by: User) -> None:
        """Moves the rows of these people to `case`; the caller holds the locks and the permission."""
        ...


class DayFollower(Protocol):
    def contradictions(
        self, people: Sequence[Individual], *, on: datetime.date, opened: Case | None
    ) -> list[str]:
        """Sentences about facts from before `on` that cannot precede the arrival.

        `opened` is the case if it was opened for this arrival."""
        ...

    def follow(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> None:
        """Recomputes what depends on the day `was`; the caller holds the locks and the permission."""
        ...

    def foretold(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> list[str]:
        """What `follow` would change for `by`, in words and without names."""
        return []


@dataclass(frozen=True)
class MergeDecision:
    """A decision to make after a merge, with the rows that it is about and their pages."""

    sentence: str
    rows: list[FollowUp]


class MergeFollower(Protocol):
    """Something that both records have, so that one person has it twice after a merge. The slot orders the
    decisions."""

    def decision(self, survivor: Individual, merged: Individual, by: User) -> MergeDecision | None:
        """The sentence and the rows that `by` sees; None if there is nothing to decide."""
        ...

    def follow(self, survivor: Individual, *, by: User) -> None:
        """Runs after the two records were merged."""
        ...

    def undo(self, person: Individual, *, by: User) -> None:
        """Runs after the merge was undone; `person` is one of the two records."""
        ...


family_followers: Slot[Follower] = Slot("what goes along with people from case to case")
arrival_followers: Slot[DayFollower] = Slot("what hangs on the day of an arrival")
service_followers: Slot[Callable[[Individual, User], None]] = Slot(
    "what hangs on whether somebody served, and was of age"
)
merge_followers: Slot[MergeFollower] = Slot("what a merge puts side by side")


def sentences_of(people: Sequence[Individual], *, leaving: Case) -> list[str]:
    """The sentences of all followers, in the order of the slot."""
    return [
        sentence
        for each in family_followers
        for sentence in each.sentences(people, leaving=leaving)
    ]


def let_follow(people: Sequence[Individual], *, case: Case, by: User) -> None:
    """Runs all followers; the caller has moved these people to `case`."""
    for follower in family_followers:
        follower.follow(people, case=case, by=by)


def decisions_after_merge(
    survivor: Individual, merged: Individual, by: User
) -> dict[MergeFollower, MergeDecision]:
    """The merge followers with something to decide, each with its decision."""
    decisions = {each: each.decision(survivor, merged, by) for each in merge_followers}
    return {each: decision for each, decision in decisions.items() if decision}


def let_service_follow(individual: Individual, *, by: User) -> None:
    """Runs after the person's service, or the age on file, has changed."""
    for follow in service_followers:
        follow(individual, by)


def let_parting_follow(person: Individual, *, by: User) -> None:
    """Lets the merge followers undo, for one of two records, after the merge was undone."""
    for follower in merge_followers:
        follower.undo(Individual.objects.get(pk=person.pk), by=by)


def let_merge_follow(followers: Iterable[MergeFollower], survivor: Individual, *, by: User) -> None:
    """Runs these followers after the two records were merged."""
    for each in followers:
        each.follow(survivor, by=by)


def contradictions(
    people: Sequence[Individual], *, on: datetime.date, opened: Case | None
) -> list[str]:
    """The sentences of all followers, in the order of the slot."""
    return [
        sentence
        for each in arrival_followers
        for sentence in each.contradictions(people, on=on, opened=opened)
    ]


def let_day_follow(
    people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
) -> None:
    for follower in arrival_followers:
        follower.follow(people, was=was, on=on, by=by)


def foretold_of_day(
    people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
) -> list[str]:
    """The sentences of all followers, in the order of the slot."""
    return [
        sentence
        for each in arrival_followers
        for sentence in each.foretold(people, was=was, on=on, by=by)
    ]
