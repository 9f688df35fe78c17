"""Followers: what other packages do after people change their case, an arrival is corrected, or records are merged."""

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from accounts.models import User
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.slots.obstacles import FollowUp
from pages.slots import Slot


class FamilyFollower(Protocol):
    def sentences(self, people: Sequence[Individual], *, leaving: Case) -> list[str]:
        """Returns sentences, without names, about what `follow` will do to rows of these people."""
        ...

    def follow(self, people: Sequence[Individual], *, case: Case, by: User) -> None:
        """Moves the rows of these people to `case`. The caller has locked the rows and checked the permission."""
        ...


class DayFollower(Protocol):
    def contradictions(
        self, people: Sequence[Individual], *, on: datetime.date, opened: Case | None
    ) -> list[str]:
        """Returns sentences about facts from before `on` that cannot be earlier than the arrival.

        `opened` is the case if it was opened for this arrival, else None.
        """
        ...

    def follow(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> None:
        """Updates what depends on the day of arrival, which was `was` and is now `on`. The caller has locked the rows."""
        ...

    def expected_changes(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> list[str]:
        """Returns sentences, without names, about what `follow` would change, as far as `by` may know it."""
        return []


@dataclass(frozen=True)
class MergeDecision:
    """A decision to make after a merge, with the rows that it is about and their pages."""

    sentence: str
    rows: list[FollowUp]


class MergeFollower(Protocol):
    """Something that one person may have twice after a merge, so that the user must decide about it."""

    def decision(self, survivor: Individual, merged: Individual, by: User) -> MergeDecision | None:
        """Returns the decision with the rows that `by` sees; None if there is nothing to decide."""
        ...

    def follow(self, survivor: Individual, *, by: User) -> None:
        """Runs after the two records were merged."""
        ...

    def undo(self, person: Individual, *, by: User) -> None:
        """Runs after the merge was undone; `person` is one of the two records."""
        ...


family_followers: Slot[FamilyFollower] = Slot("what goes along with people from case to case")
arrival_followers: Slot[DayFollower] = Slot("what hangs on the day of an arrival")
service_followers: Slot[Callable[[Individual, User], None]] = Slot(
    "what hangs on whether somebody served, and was of age"
)
merge_followers: Slot[MergeFollower] = Slot("what a merge puts side by side")


def sentences_of_move(people: Sequence[Individual], *, leaving: Case) -> list[str]:
    """The sentences of all followers, in the order of the slot."""
    return [
        sentence
        for each in family_followers
        for sentence in each.sentences(people, leaving=leaving)
    ]


def run_family_followers(people: Sequence[Individual], *, case: Case, by: User) -> None:
    """Runs all family followers; the caller has moved these people to `case`."""
    for follower in family_followers:
        follower.follow(people, case=case, by=by)


def decisions_after_merge(
    survivor: Individual, merged: Individual, by: User
) -> dict[MergeFollower, MergeDecision]:
    """Returns the merge followers that have something to decide, each with its decision."""
    decisions = {each: each.decision(survivor, merged, by) for each in merge_followers}
    return {each: decision for each, decision in decisions.items() if decision}


def run_service_followers(individual: Individual, *, by: User) -> None:
    """Runs all service followers, after the person's service or the age on file has changed."""
    for follow in service_followers:
        follow(individual, by)


def undo_merge_followers(person: Individual, *, by: User) -> None:
    """Runs the undo of all merge followers for one of two records, after the merge was undone."""
    for follower in merge_followers:
        follower.undo(Individual.objects.get(pk=person.pk), by=by)


def run_merge_followers(
    followers: Iterable[MergeFollower], survivor: Individual, *, by: User
) -> None:
    """Runs these merge followers, after the two records were merged."""
    for each in followers:
        each.follow(survivor, by=by)


def contradictions_of_new_day(
    people: Sequence[Individual], *, on: datetime.date, opened: Case | None
) -> list[str]:
    """The sentences of all followers, in the order of the slot."""
    return [
        sentence
        for each in arrival_followers
        for sentence in each.contradictions(people, on=on, opened=opened)
    ]


def run_arrival_followers(
    people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
) -> None:
    for follower in arrival_followers:
        follower.follow(people, was=was, on=on, by=by)


def changes_of_new_day(
    people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
) -> list[str]:
    """The sentences of all followers, in the order of the slot."""
    return [
        sentence
        for each in arrival_followers
        for sentence in each.expected_changes(people, was=was, on=on, by=by)
    ]
