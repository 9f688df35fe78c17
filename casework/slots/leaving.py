"""What is still to do elsewhere once somebody has left."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from accounts.models import User
from casework.register.models.individual import Individual
from pages.slots import Slot


@dataclass(frozen=True)
class FollowUp:
    """A sentence, and the page on which it is done."""

    sentence: str
    url: str


exit_follow_ups: Slot[Callable[[Individual, User], Iterable[FollowUp]]] = Slot(
    "what is still to do once somebody has left"
)


def follow_ups(individual: Individual, user: User) -> list[FollowUp]:
    """Everything that is to do and that the user may see."""
    return [each for follow_ups_of in exit_follow_ups for each in follow_ups_of(individual, user)]
