"""What goes along when people move from one case to another: what the rooms above say and do.

settings.FAMILY_FOLLOWERS names objects with `sentences` and `follow`.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from accounts.models import User
from casework.models import Case, Individual


class Follower(Protocol):
    def sentences(self, people: Sequence[Individual], *, leaving: Case) -> list[str]:
        """What happens to what hangs on these people, in words and without names."""
        ...

    def follow(self, people: Sequence[Individual], *, case: Case, by: User) -> None:
        """Ties to `case` whatever goes along; the caller holds the locks and the permission."""
        ...


def _followers() -> list[Any]:
    return [import_string(path) for path in settings.FAMILY_FOLLOWERS]


def sentences_of(people: Sequence[Individual], *, leaving: Case) -> list[str]:
    """Every follower's sentences, in the order of the settings."""
    return [
        sentence
        for follower in _followers()
        for sentence in follower.sentences(people, leaving=leaving)
    ]


def let_follow(people: Sequence[Individual], *, case: Case, by: User) -> None:
    for follower in _followers():
        follower.follow(people, case=case, by=by)
