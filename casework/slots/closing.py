"""Why a case may not close yet: what every subject says."""

from collections.abc import Callable, Sequence

from casework.register.models.case import Case
from pages.slots import Slot

closure_obstacles: Slot[Callable[[Case], Sequence[str]]] = Slot("what keeps a case open")


def closure_blockers(case: Case) -> list[str]:
    """The sentences of everything that still stands open; empty when the case may close."""
    return [sentence for obstacle in closure_obstacles for sentence in obstacle(case)]
