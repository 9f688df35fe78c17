"""What else hangs on the day on which somebody arrived: what the rooms above say and do when it is put right.

settings.ARRIVAL_FOLLOWERS names objects with `contradictions` and `follow`.
"""

import datetime
from collections.abc import Sequence
from typing import Any, Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from accounts.models import User
from casework.models import Individual


class DayFollower(Protocol):
    def contradictions(self, people: Sequence[Individual], *, on: datetime.date) -> list[str]:
        """Sentences of what is on file from before `on` and cannot have been before the arrival."""
        ...

    def follow(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> None:
        """Moves what was computed from the day `was`; the caller holds the locks and the permission."""
        ...


def _followers() -> list[Any]:
    return [import_string(path) for path in settings.ARRIVAL_FOLLOWERS]


def contradictions(people: Sequence[Individual], *, on: datetime.date) -> list[str]:
    """Every follower's sentences, in the order of the settings."""
    return [
        sentence for follower in _followers() for sentence in follower.contradictions(people, on=on)
    ]


def let_day_follow(
    people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
) -> None:
    for follower in _followers():
        follower.follow(people, was=was, on=on, by=by)
