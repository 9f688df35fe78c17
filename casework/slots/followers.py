"""What else moves when people go to another case, or the day of their arrival is put right: the rooms above say and do it."""

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
        """What happens to what hangs on these people, in words and without names."""
        ...

    def follow(self, people: Sequence[Individual], *, case: Case, by: User) -> None:
        """Ties to `case` whatever goes along; the caller holds the locks and the permission."""
        ...


class DayFollower(Protocol):
    def contradictions(
        self, people: Sequence[Individual], *, on: datetime.date, opened: Case | None
    ) -> list[str]:
        """Sentences of what is on file from before `on` and cannot have been before the arrival.

        `opened` is the case if it was opened for this arrival.
        """
        ...

    def follow(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> None:
        """Moves what was computed from the day `was`; the caller holds the locks and the permission."""
        ...

    def foretold(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> list[str]:
        """What `follow` would move of what `by` sees, in words and without names."""
        return []


@dataclass(frozen=True)
class Twice:
    """What somebody must decide after a merge, and what there is to decide about, each with its page."""

    sentence: str
    rows: list[FollowUp]


class MergeFollower(Protocol):
    """What both records have, so that one person has it twice after a merge. The slot has the order of the decisions."""

    def twice(self, survivor: Individual, merged: Individual, by: User) -> Twice | None:
        """What that is, with the rows that `by` sees; nothing where there is no such thing."""
        ...

    def follow(self, survivor: Individual, *, by: User) -> None:
        """Both records had it, and are one now."""
        ...

    def undo(self, person: Individual, *, by: User) -> None:
        """The merge was undone; `person` is one of the two, as on file again."""
        ...


family_followers: Slot[Follower] = Slot("what goes along with people from case to case")
arrival_followers: Slot[DayFollower] = Slot("what hangs on the day of an arrival")
service_followers: Slot[Callable[[Individual, User], None]] = Slot(
    "what hangs on whether somebody served, and was of age"
)
merge_followers: Slot[MergeFollower] = Slot("what a merge puts side by side")


def sentences_of(people: Sequence[Individual], *, leaving: Case) -> list[str]:
    """Every follower's sentences, in the order of the slot."""
    return [said for each in family_followers for said in each.sentences(people, leaving=leaving)]


def let_follow(people: Sequence[Individual], *, case: Case, by: User) -> None:
    for follower in family_followers:
        follower.follow(people, case=case, by=by)


def twice_after(survivor: Individual, merged: Individual, by: User) -> dict[MergeFollower, Twice]:
    """Each follower of a merge that has something to say, with what it says."""
    said = {each: each.twice(survivor, merged, by) for each in merge_followers}
    return {each: twice for each, twice in said.items() if twice}


def let_service_follow(individual: Individual, *, by: User) -> None:
    """What is on file of the person's service, or of their age, says something else now."""
    for follow in service_followers:
        follow(individual, by)


def let_part(person: Individual, *, by: User) -> None:
    """For each of two records that are no longer one."""
    for each in merge_followers:
        each.undo(Individual.objects.get(pk=person.pk), by=by)


def follow_twice(twice: Iterable[MergeFollower], survivor: Individual, *, by: User) -> None:
    for each in twice:
        each.follow(survivor, by=by)


def contradictions(
    people: Sequence[Individual], *, on: datetime.date, opened: Case | None
) -> list[str]:
    """Every follower's sentences, in the order of the slot."""
    return [
        said
        for each in arrival_followers
        for said in each.contradictions(people, on=on, opened=opened)
    ]


def let_day_follow(
    people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
) -> None:
    for follower in arrival_followers:
        follower.follow(people, was=was, on=on, by=by)


def foretold_of_day(
    people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
) -> list[str]:
    """Every follower's sentences, in the order of the slot."""
    return [
        said for each in arrival_followers for said in each.foretold(people, was=was, on=on, by=by)
    ]
