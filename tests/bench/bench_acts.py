"""The two acts of every arrival, as their forms send them: logging a family of four, and giving it beds.

Who sends one waits for it as for a page, so its goal is that of a page. Beside it stand the inserts alone: what the act would
insert for another family is written in one transaction, statement by statement, by the same connection. They take turns, so
that a busy moment slows both. How many times their time the act takes is told and not judged: of four beds the inserts are two
statements, and what the act does besides (who may, whether bed and person are free, which rule protects somebody) is its point.
"""

import datetime
import re
import statistics
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casework.identity.actions.individuals import PersonRow
from casework.register.models.case import Case
from reference.models import Municipality
from seeds.people import Inventor
from shelters.actions.postings import post
from shelters.actions.rooms import add_rooms
from shelters.actions.sites import open_site
from shelters.choices import SiteKind
from shelters.models import Bed
from tests.bench.measure import MOST_MS, Goal, Line, Took, goals_at, p95, took
from tests.bench.world import World, tidy
from tests.cast import as_

ROUNDS = 15
WARMING_UP = 2
FOUR = 4
GROWTH = 1.2


@dataclass
class Written:
    """What an act says to the database in order to change it: statements with their values."""

    inserts: list[tuple[Any, Any]] = field(default_factory=list)
    others: list[tuple[Any, Any]] = field(default_factory=list)

    def take(self, execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        verb = str(sql).partition(" ")[0]
        if verb == "INSERT":
            self.inserts.append((sql, params))
        elif verb in ("UPDATE", "DELETE"):
            self.others.append((sql, params))
        return execute(sql, params, many, context)


def inside(world: World, size: int) -> Iterator[Line]:
    """Families arrive, half of them by the act, half by its inserts; then all of them get beds in the same two ways."""
    before = set(Case.objects.values_list("pk", flat=True))
    sent = arrivals(world, size)
    ana, carla = as_(world.ana), as_(world.carla)
    address = reverse("arrival-log")
    yield raced("arrival of four", size, [partial(ana.post, address, each) for each in sent])
    families = list(Case.objects.exclude(pk__in=before).order_by("number"))
    beds = free_beds(world, len(families), size)
    tidy()
    today = world.office.today()
    acts = [placing(carla, case, four, today) for case, four in zip(families, beds, strict=True)]
    yield raced("placing four", size, acts)


def raced(title: str, size: int, acts: list[Callable[[], Any]]) -> Line:
    """Of each two acts the first is only rehearsed and its inserts are written, the second is done."""
    ours, plain = list[Took](), list[Took]()
    statements = 0
    for rehearsed, done in zip(acts[::2], acts[1::2], strict=True):
        plain.append(inserted(what_it_writes(rehearsed)))
        if len(ours) + 1 == WARMING_UP:
            with CaptureQueriesContext(connection) as queries:
                ours.append(took(partial(went_well, done)))
            statements = len(queries)
        else:
            ours.append(took(partial(went_well, done)))
    ours, plain = ours[WARMING_UP:], plain[WARMING_UP:]
    by_the_clock, computed = [each.ms for each in ours], [each.processor for each in ours]
    floor = statistics.median(each.processor for each in plain)
    return Line(
        title=title,
        size=size,
        ms=statistics.median(by_the_clock),
        p95=p95(by_the_clock),
        least=min(by_the_clock),
        processor=statistics.median(computed),
        statements=statements,
        beside=statistics.median(each.ms for each in plain),
        beside_processor=floor,
        note="beside its inserts alone",
        goals=goals_at(size, Goal(p95(computed), MOST_MS, f"p95 {MOST_MS} ms computed")),
        growth=GROWTH,
        steady=floor,
    )


def what_it_writes(act: Callable[[], Any]) -> Written:
    """The act is done and taken back."""
    written = Written()
    with transaction.atomic(), connection.execute_wrapper(written.take):
        went_well(act)
        transaction.set_rollback(True)
    return written


def inserted(written: Written) -> Took:
    """How long the inserts take, up to the commit; what else changes, as the counter of a year, is not the floor's."""
    alone = took(lambda: execute(written.inserts))
    execute(written.others)
    return alone


@transaction.atomic
def execute(statements: list[tuple[Any, Any]]) -> None:
    with connection.cursor() as cursor:
        for sql, params in statements:
            cursor.execute(sql, params)


def went_well(act: Callable[[], Any]) -> None:
    """Raises RuntimeError with its errors for a form that comes back."""
    answer = act()
    if answer.status_code != 302:
        said = re.findall(r'<ul class="errorlist.*?</ul>', answer.content.decode(), re.DOTALL)
        raise RuntimeError(f"{answer.request['PATH_INFO']} answered {answer.status_code}: {said}")


def arrivals(world: World, seed: int) -> list[dict[str, Any]]:
    """What the browser sends for each family: somebody who served, and three relatives."""
    inventor, today = Inventor(seed + 1), world.office.today()
    sent = []
    for _family in range(2 * (ROUNDS + WARMING_UP)):
        head = inventor.former_member(today)
        four = [head, *inventor.relatives(head, today, FOUR - 1)]
        grid = {
            "on": today.isoformat(),
            "team": str(world.puente.pk),
            "entry_mode": "bridge",
            "submission": str(uuid.uuid4()),
            "member-TOTAL_FORMS": str(FOUR - 1),
            "member-INITIAL_FORMS": str(FOUR - 1),
            "member-MIN_NUM_FORMS": "0",
            "member-MAX_NUM_FORMS": "40",
        }
        for place, person in enumerate(four):
            prefix = f"member-{place - 1}" if place else "head"
            grid |= {f"{prefix}-{name}": text for name, text in in_a_row(person).items()}
        sent.append(grid)
    return sent


def in_a_row(person: PersonRow) -> dict[str, str]:
    """As somebody types it."""
    birth = person.birth
    return {
        "given_names": person.given_names,
        "family_names": person.family_names,
        "sex": person.sex,
        "birth": f"{birth.born_on:%d/%m/%Y}" if birth.born_on else str(birth.year),
        "document": person.document,
        "force": person.force.code if person.force else "",
        "rank": person.rank.code if person.rank else "",
        "relation": person.relation,
    }


def free_beds(world: World, families: int, number: int) -> list[list[Bed]]:
    """A room with four free beds for each family, at a site that is paid for."""
    today = world.office.today()
    site = open_site(
        office=world.office,
        by=world.sonia,
        name=f"Casa {number}",
        kind=SiteKind.HOTEL,
        municipality=Municipality.objects.earliest("code"),
        opened_on=today - datetime.timedelta(days=1),
        paid_until=today + datetime.timedelta(days=60),
    )
    post(world.carla, site=site, starts_on=site.opened_on, by=world.sonia)
    names = [str(101 + each) for each in range(families)]
    add_rooms(site, names=names, beds=FOUR, by=world.carla)
    beds = list(Bed.objects.filter(room__site=site).order_by("room__name", "position"))
    return [beds[first : first + FOUR] for first in range(0, len(beds), FOUR)]


def placing(client: Client, case: Case, beds: list[Bed], today: datetime.date) -> Callable[[], Any]:
    """Everybody of the family into the beds of one room, for a month."""
    people = case.members.order_by("individual__number").values_list("individual", flat=True)
    sent = {
        "people": [str(pk) for pk in people],
        "starts_on": today.isoformat(),
        "planned_end_on": (today + datetime.timedelta(days=30)).isoformat(),
        "run": ",".join(str(bed.pk) for bed in beds),
    }
    return lambda: client.post(reverse("placement-place", args=[case.pk]), sent)
