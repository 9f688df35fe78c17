"""The case list against the list view that Django alone gives over the same rows."""

import statistics
import time
from collections.abc import Iterator

from django.test import Client

from accounts.models import User
from tests.bench import plain_site
from tests.bench.measure import Line
from tests.bench.world import growing_world, tidy

ROUNDS = 25


def run(sizes: list[int]) -> Iterator[Line]:
    """Grows a world in a database of its own, measures at each size, and takes the database away."""
    with growing_world() as world:
        for size in sorted(sizes):
            world.grow(size)
            tidy()
            yield measured(world.cast.ana, size)


def measured(worker: User, size: int) -> Line:
    """The page as it is served, against the plain site's, in turn: same rows, same person, same client."""
    client, plain_client = Client(), plain_site.plain_client(worker)
    client.force_login(worker)
    ours, plain = list[float](), list[float]()
    for _round in range(ROUNDS + 1):
        ours.append(_milliseconds(client))
        plain.append(_milliseconds(plain_client))
    # The first of each was to warm up.
    ours, plain = sorted(ours[1:]), sorted(plain[1:])
    p95 = int(ROUNDS * 0.95)
    return Line(
        title="case list, a page of 25",
        size=size,
        ours_ms=statistics.median(ours),
        plain_ms=statistics.median(plain),
        ours_p95_ms=ours[p95],
        plain_p95_ms=plain[p95],
        note="sight, sealed names, audit, frame v. a plain ListView",
        growth=1.3,
    )


def _milliseconds(client: Client) -> float:
    began = time.perf_counter()
    answer = client.get("/cases/")
    if answer.status_code != 200:
        raise RuntimeError(f"The case list answered {answer.status_code}.")
    return (time.perf_counter() - began) * 1000
