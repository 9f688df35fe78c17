"""Pages that people open all day, asked alone, in a world that grows in all.

All of a size are asked in turn, shuffled anew in each round, so that a busy moment slows all of them. Lists and found names
stand beside what Django alone gives of the same rows (plain_site.py), sites and a night beside JSON of the same beds
(plain_json.py), by what each computed. A bare page of Django tells how fast the machine was: growth is judged beside it, and
where it waited for its turn the machine was busy: then pages are judged by what they computed, and not by the clock.
"""

import gc
import gzip
import random
import statistics
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from config.gunicorn import pre_fork
from tests.bench import plain_site
from tests.bench.asked import Asked, Beside, pages
from tests.bench.measure import MOST_MS, Goal, Line, Took, goals_at, p95, took
from tests.bench.world import STAFF, World, tidy
from worklist.scheduler.tick import tick

ROUNDS = 30
# PostgreSQL plans a statement anew the first five times that a connection asks it. A process lives for days.
WARMING_UP = 6
# With the milliseconds of `measure` the promise for every page that is opened, at 10,000 people.
MOST_STATEMENTS = 25
# What the first look after a change may compute more than the usual one.
MOST_AFTER_A_CHANGE = 30
BARE = Asked("a bare page of Django", "ana", "/bare/")
# How many times what it computed the bare page may take by the clock on a machine that does nothing else.
WAITED = 1.5


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
        gc.collect()
        pre_fork(None, None)
        dice = random.Random(size)  # noqa: S311
        for turn in range(WARMING_UP + ROUNDS):
            if turn == WARMING_UP:
                _forget_times(asked)
            BARE.times.append(took(lambda: opened(plain_clients["ana"], BARE)))
            for page in dice.sample(asked, len(asked)):
                ask(clients[page.who], plain_clients[page.who], page)
    steady = statistics.median(each.processor for each in BARE.times)
    is_busy = p95([each.ms for each in BARE.times]) > WAITED * p95(computed(BARE.times))
    for page in [BARE, *asked]:
        yield line_of(page, size, steady, is_busy=is_busy)
    BARE.times.clear()


def line_of(page: Asked, size: int, steady: float, *, is_busy: bool) -> Line:
    times = [each.ms for each in page.times]
    line = Line(
        title=page.title,
        size=size,
        ms=statistics.median(times),
        p95=p95(times),
        least=min(times),
        processor=statistics.median(computed(page.times)),
        statements=page.statements,
        kilobytes=page.kilobytes,
        growth=page.growth,
        steady=steady,
    )
    judged, how = (
        (p95(computed(page.times)), "computed") if is_busy else (p95(times), "on the clock")
    )
    goals = [Goal(judged, MOST_MS, f"p95 {MOST_MS} ms {how}")]
    if page.is_opened_alone:
        goals.append(Goal(page.statements, MOST_STATEMENTS, f"{MOST_STATEMENTS} statements"))
    if page.as_before:
        more = statistics.median(computed(page.times)) - statistics.median(
            computed(page.as_before.times)
        )
        most = MOST_AFTER_A_CHANGE
        goals.append(Goal(more, most, f"{most} ms computed more than {page.as_before.title}"))
    if beside := page.beside:
        line = replace(
            line,
            beside=statistics.median(each.ms for each in beside.times),
            beside_processor=statistics.median(computed(beside.times)),
            note=f"beside {beside.what}",
        )
        goals.append(Goal(line.ratio or 0, beside.most, f"{beside.most}x {beside.what}"))
    return replace(line, goals=goals_at(size, *goals))


def _forget_times(asked: list[Asked]) -> None:
    for page in [BARE, *asked]:
        page.times.clear()
        if page.beside:
            page.beside.times.clear()


def computed(times: list[Took]) -> list[float]:
    return [each.processor for each in times]


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
        beside.times.append(took(lambda: open_beside(plain_client, beside)))


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
