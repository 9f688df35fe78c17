"""How long records of a bulk import wait until they have been compared with everybody.

Nothing is raced: both numbers are the milliseconds that one record took.
"""

import time
from collections.abc import Iterator

from casework.duplicates.actions import SECONDS_OF_A_SWEEP, sweep_duplicates
from casework.register.models.individual import Individual
from tests.bench.measure import Line
from tests.bench.world import World
from vault.keys import remembering
from vault.search import forget_frequencies

SECONDS = 20.0


def inside(world: World, size: int) -> Iterator[Line]:
    """As if nobody had been compared yet: sweeps for a while."""
    Individual.objects.update(compared_at=None)
    forget_frequencies()
    yield measured(size)
    world.calm_down()


def measured(size: int) -> Line:
    waiting, began = Individual.objects.to_compare().count(), time.perf_counter()
    with remembering():
        pairs = sweep_duplicates(seconds=SECONDS)
    took = time.perf_counter() - began
    compared = waiting - Individual.objects.to_compare().count()
    each = took * 1000 / max(compared, 1)
    minutes = waiting * each / 1000 / SECONDS_OF_A_SWEEP
    note = f"{compared} compared, {pairs} pairs; all in {minutes:.0f} ticks"
    return Line("sweep, each record", size, each, note=note, growth=1.5)
