"""What goes along when people move from one case to another: what the rooms above say and do."""

from collections.abc import Sequence
from typing import Protocol

from accounts.models import User
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.slots import Slot


class Follower(Protocol):
    def sentences(self, people: Sequence[Individual], *, leaving: Case) -> list[str]:
        """What happens to what hangs on these people, in words and without names."""
        ...

    def follow(self, people: Sequence[Individual], *, case: Case, by: User) -> None:
        """Ties to `case` whatever goes along; the caller holds the locks and the permission."""
        ...


family_followers: Slot[Follower] = Slot("what goes along with people from case to case")


def sentences_of(people: Sequence[Individual], *, leaving: Case) -> list[str]:
    """Every follower's sentences, in the order of the slot."""
    return [
        sentence
        for follower in family_followers
        for sentence in follower.sentences(people, leaving=leaving)
    ]


def let_follow(people: Sequence[Individual], *, case: Case, by: User) -> None:
    for follower in family_followers:
        follower.follow(people, case=case, by=by)
