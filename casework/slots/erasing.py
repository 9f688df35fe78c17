"""Why somebody may not be erased yet."""

import datetime
from collections.abc import Callable, Sequence

from casework.register.models.individual import Individual
from pages.slots import Slot

erasure_obstacles: Slot[Callable[[Individual, datetime.date], Sequence[str]]] = Slot(
    "what forbids to erase a person"
)


def erasure_blockers(individual: Individual, today: datetime.date) -> list[str]:
    """The sentences of everything that forbids it; empty when the person may be erased."""
    return [sentence for obstacle in erasure_obstacles for sentence in obstacle(individual, today)]
