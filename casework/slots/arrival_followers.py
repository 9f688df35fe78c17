"""What else hangs on the day on which somebody arrived: what the rooms above say and do when it is put right."""

import datetime
from collections.abc import Sequence
from typing import Protocol

from accounts.models import User
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.slots import Slot


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


arrival_followers: Slot[DayFollower] = Slot("what hangs on the day of an arrival")


def contradictions(
    people: Sequence[Individual], *, on: datetime.date, opened: Case | None
) -> list[str]:
    """Every follower's sentences, in the order of the slot."""
    return [
        sentence
        for follower in arrival_followers
        for sentence in follower.contradictions(people, on=on, opened=opened)
    ]


def let_day_follow(
    people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
) -> None:
    for follower in arrival_followers:
        follower.follow(people, was=was, on=on, by=by)
