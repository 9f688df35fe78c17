"""Why somebody still counts as a former member of a force although no record of service is left."""

from collections.abc import Callable, Sequence

from casework.register.models.individual import Individual
from pages.slots import Slot

relative_obstacles: Slot[Callable[[Individual], Sequence[str]]] = Slot(
    "what only a former member has"
)


def relative_blockers(individual: Individual) -> list[str]:
    """The sentences of everything that only a former member has; empty when somebody may count as a relative."""
    return [sentence for obstacle in relative_obstacles for sentence in obstacle(individual)]
