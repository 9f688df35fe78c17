"""Pages that people open all day, asked alone, in a world that grows in all.

All of a size are asked in turn, shuffled anew in each round, so that a busy moment slows all of them. Lists, found names, sites
and a night stand beside what Django alone gives of the same rows (plain_site.py), the others beside nothing. Found names
stand beside a list that looks the same tokens up first: the search is part of what is asked. A bare page
of Django tells how fast the machine was: growth is judged beside it.
"""

import gc
import gzip
import random
import statistics
from collections.abc import Iterator
from typing import Any

from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from tests.bench import plain_site
from tests.bench.asked import Asked, Beside, pages
from tests.bench.measure import Goal, Line, goals_at, p95, took
from tests.bench.world import STAFF, World, tidy
from worklist.clock import tick

ROUNDS = 30
# The promise for every page: milliseconds of the 95th of a hundred requests, and statements, at 10,000 people.
MOST_MS, MOST_STATEMENTS = 150, 25
BARE = Asked("a bare page of Django", "ana", "/bare/")


def inside(world: World, size: int) -> Iterator[Line]:
    """Every page, in a world of so many people."""
    tick()
    tidy()
    asked = pages(world)
    clients, plain_clients = {name: Client() for name in STAFF}, dict[str, Client]()
    for name, client in clients.items():
        client.force_login(world.users[name])
        plain_clients[name] = plain_site.plain_client(world.users[name])
    with override_settings(ROOT_URLCONF="tests.bench.frame_site"):
        weigh(plain_clients["ana"], BARE)
        for page in asked:
            answer = weigh(clients[page.who], page)
            if page.beside:
                compare_rows(answer, open_beside(plain_clients[page.who], page.beside), page.beside)
        # As config/gunicorn.py does before it forks: the collector leaves alone what is loaded.
        gc.collect()
        gc.freeze()
        dice = random.Random(size)  # noqa: S311
        for _ in range(ROUNDS):
            BARE.times.append(took(lambda: opened(plain_clients["ana"], BARE)))
            for page in dice.sample(asked, len(asked)):
                ask(clients[page.who], plain_clients[page.who], page)
    steady = statistics.median(each.ms for each in BARE.times)
    for page in [BARE, *asked]:
        yield line_of(page, size, steady)
    BARE.times.clear()


def line_of(page: Asked, size: int, steady: float) -> Line:
    times = [each.ms for each in page.times]
    median, ninety_fifth = statistics.median(times), p95(times)
    goals = [
        Goal(ninety_fifth, MOST_MS, f"p95 {MOST_MS} ms"),
        Goal(page.statements, MOST_STATEMENTS, f"{MOST_STATEMENTS} statements"),
    ]
    beside = statistics.median(page.beside.times) if page.beside else None
    if page.beside and beside:
        goals.append(
            Goal(median / beside, page.beside.most, f"{page.beside.most}x {page.beside.what}")
        )
    return Line(
        title=page.title,
        size=size,
        ms=median,
        p95=ninety_fifth,
        least=min(times),
        processor=statistics.median(each.processor for each in page.times),
        statements=page.statements,
        kilobytes=page.kilobytes,
        beside=beside,
        note=f"beside {page.beside.what}" if page.beside else "",
        growth=page.growth,
        steady=steady,
        goals=goals_at(size, *goals),
    )


def weigh(client: Client, page: Asked) -> Any:
    """Opens it once to warm up, once to count."""
    opened(client, page)
    if page.before:
        page.before()
    with CaptureQueriesContext(connection) as queries:
        answer = opened(client, page)
    page.statements = len(queries)
    page.kilobytes = len(gzip.compress(answer.content)) / 1024
    return answer


def compare_rows(answer: Any, plain: Any, beside: Beside) -> None:
    """Raises RuntimeError unless both show the same rows."""
    if beside.names_row is None:
        return
    shown = answer.content.decode()
    texts = map(beside.names_row, plain.context_data["object_list"])
    if missing := [text for text in texts if text not in shown]:
        raise RuntimeError(f"{beside.path} shows {len(missing)} rows that Amparo's page does not.")


def ask(client: Client, plain_client: Client, page: Asked) -> None:
    if page.before:
        page.before()
    page.times.append(took(lambda: opened(client, page)))
    if beside := page.beside:
        beside.times.append(took(lambda: open_beside(plain_client, beside)).ms)


def opened(client: Client, page: Asked) -> Any:
    """Raises RuntimeError unless it answers as it should."""
    typed = page.typed
    answer = client.post(page.path, typed()) if typed else client.get(page.path)
    if answer.status_code != page.status:
        raise RuntimeError(f"{page.title} answered {answer.status_code} at {page.path}.")
    return answer


def open_beside(client: Client, beside: Beside) -> Any:
    answer = client.get(beside.path)
    if answer.status_code != 200:
        raise RuntimeError(f"{beside.path} answered {answer.status_code}.")
    return answer
