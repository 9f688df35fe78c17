"""The board of 1,000 beds by 30 nights, nine in ten taken, beside SQL by hand and a table rendered from a list of the same runs;
and the board judged for a picked family, beside the board."""

import datetime
import gzip
import random
import statistics
from collections.abc import Callable, Iterator
from typing import Any

from django.db import connection, transaction
from django.template import engines
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from shelters.board.reading import Board
from shelters.board.rules import BoardNights
from shelters.models import Site
from tests.bench.measure import Goal, Line, Took, goals_at, p95, took
from tests.bench.world import World
from tests.shelters.board.full import DAY, a_full_board
from tests.shelters.build import a_family, people_of

ROUNDS, WARMING_UP, NIGHTS = 15, 6, 30
MOST_BESIDE, MOST_OF_A_PICK, MOST_KILOBYTES = 3, 2, 30
SQL = (
    "SELECT b.id, b.name, b.kind, b.opened_on, b.closed_on, r.id, r.name, r.floor FROM shelters_bed b "
    "JOIN shelters_room r ON r.id = b.room_id WHERE r.site_id = ANY(%(sites)s) ORDER BY r.site_id, r.name, b.position",
    "SELECT p.id, p.bed_id, p.starts_on, p.ends_on, p.planned_end_on, p.checked_in_at, i.number "
    "FROM shelters_placement p JOIN casework_individual i ON i.id = p.individual_id WHERE p.site_id = ANY(%(sites)s) "
    "AND p.cancelled_at IS NULL AND p.starts_on < %(end)s AND COALESCE(p.ends_on, p.planned_end_on, 'infinity') > %(first)s",
    "SELECT c.bed_id, c.starts_on, c.ends_on FROM shelters_bedclosure c WHERE c.starts_on < %(end)s",
)
TABLE = """<table>{% for room, bed, cells in rows %}<tr><th scope="row">{{ room }} {{ bed }}</th>
{% for nights, css, asks, pick, text, said in cells %}<td colspan="{{ nights }}" class="{{ css }}">
<button name="{{ asks }}" value="{{ pick }}">{{ text }}<span class="hidden">{{ said }}</span></button></td>{% endfor %}
</tr>{% endfor %}</table>"""


def inside(world: World, size: int) -> Iterator[Line]:
    """The sites and people are there while this is measured, and then never were."""
    lines: list[Line] = []
    with transaction.atomic():
        sites = a_full_board(world.puente, by=world.carla)
        [picked] = people_of(a_family(world.puente))
        lines += _measured(world, sites, picked.number, size)
        transaction.set_rollback(True)
    yield from lines


def _measured(world: World, sites: list[Site], picked: str, size: int) -> Iterator[Line]:
    client = Client()
    client.force_login(world.carla)
    first = world.office.today() - DAY
    asked = {"days": NIGHTS, "open": [site.pk.hex[:8] for site in sites]}

    def page(**more: Any) -> Any:
        answer = client.get(reverse("board"), {**asked, **more})
        if answer.status_code != 200:
            raise RuntimeError(f"The board answered {answer.status_code}.")
        return answer

    plain = _plain(sites, world, first)
    ways = [page, lambda: page(pick=picked), plain]
    board, judged, beside = _in_turn(ways, size)
    goals = [Goal(_ratio(board, beside), MOST_BESIDE, f"{MOST_BESIDE}x SQL and a list of runs")]
    yield _line(
        "board, 1,000 beds x 30", size, page, board, beside, goals, "SQL and a list of runs"
    )
    goals = [Goal(_ratio(judged, board), MOST_OF_A_PICK, f"{MOST_OF_A_PICK}x the board")]
    yield _line("board, judged pick", size, ways[1], judged, board, goals, "the board")


def _plain(sites: list[Site], world: World, first: datetime.date) -> Callable[[], Any]:
    """Reads the same rows by hand, and renders the same runs from a list that was made before."""
    nights = BoardNights(first, first + NIGHTS * DAY)
    board = Board(sites, nights, reader=world.carla)
    board.draw()
    rows = [
        (
            line.room,
            line.bed,
            [(c.nights, c.css, c.asks, c.pick, c.shown, c.said) for c in line.cells],
        )
        for band in board.bands
        for line in band.lines
    ]
    table = engines["django"].from_string(TABLE)
    values: dict[str, Any] = {
        "sites": [site.pk for site in sites],
        "first": nights.first,
        "end": nights.end,
    }

    def plain() -> Any:
        with connection.cursor() as cursor:
            for statement in SQL:
                cursor.execute(statement, values)
                cursor.fetchall()
        return table.render({"rows": rows})

    return plain


def _in_turn(ways: list[Callable[[], Any]], size: int) -> list[list[Took]]:
    dice, times = random.Random(size), [list[Took]() for _ in ways]  # noqa: S311
    for turn in range(WARMING_UP + ROUNDS):
        for number in dice.sample(range(len(ways)), len(ways)):
            each = took(ways[number])
            if turn >= WARMING_UP:
                times[number].append(each)
    return times


def _ratio(ours: list[Took], beside: list[Took]) -> float:
    return _computed(ours) / _computed(beside)


def _computed(times: list[Took]) -> float:
    return statistics.median(each.processor for each in times)


def _line(
    title: str,
    size: int,
    page: Callable[[], Any],
    times: list[Took],
    beside: list[Took],
    goals: list[Goal],
    what: str,
) -> Line:
    with CaptureQueriesContext(connection) as queries:
        answer = page()
    kilobytes = len(gzip.compress(answer.content)) / 1024
    if what != "the board":
        goals.append(Goal(kilobytes, MOST_KILOBYTES, f"{MOST_KILOBYTES} KB"))
    return Line(
        title=title,
        size=size,
        ms=statistics.median(each.ms for each in times),
        p95=p95([each.ms for each in times]),
        processor=_computed(times),
        statements=len(queries),
        kilobytes=kilobytes,
        beside=statistics.median(each.ms for each in beside),
        beside_processor=_computed(beside),
        note=f"beside {what}",
        goals=goals_at(size, *goals),
    )
