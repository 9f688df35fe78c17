"""Pages that people open all day, against Amparo's frame and a bare page of Django, in a world that grows in all.

All of a size are asked in turn, so that a busy moment slows all of them. `plain` is a view of Django with its own
log-in, a content security policy and the rows that a frame shows; the frame is a page of Amparo with nothing else on it,
whose look is written down. What a page costs over the frame stands in the note.
"""

import gc
import gzip
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casework.duplicates.actions import sweep_duplicates
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.search.actions import remember_search
from shelters.models import Placement
from tests.bench import frame_site, plain_site
from tests.bench.measure import Goal, Line, milliseconds
from tests.bench.world import World, tidy
from tests.cast import Cast
from worklist.choices import DecisionKind
from worklist.clock import tick
from worklist.models import DueDecision, TouchedDue

ROUNDS = 9
NEW_NOTICES, MORE_THAN_A_PAGE = 1000, 60
PLAIN = "a bare page of Django"
FRAME = "frame of a page"
FRAME_MOST = 2.5


@dataclass
class Asked:
    """A page that somebody opens, or sends `typed` to. `most` is how many times the frame it may cost at 10,000 people,
    `growth` how many times itself at ten times the people."""

    title: str
    who: str
    path: str
    most: float
    growth: float = 1.3
    typed: dict[str, str] | None = None
    status: int = 200
    times: list[float] = field(default_factory=list)
    questions: int = 0
    kilobytes: float = 0.0

    @property
    def ms(self) -> float:
        return statistics.median(self.times)


def pages(cast: Cast) -> list[Asked]:
    """What is asked, the frame first."""
    case = (
        Case.objects.open()
        .filter(placements__isnull=False, tasks__isnull=False, permits__isnull=False)
        .filter(team=cast.norte)
        .order_by("number")
        .first()
    )
    if case is None:
        raise RuntimeError("No family of the crowd has a bed, a permit and a task.")
    person = case.members.order_by("pk")[0].individual
    site = Placement.objects.order_by("placed_at")[0].site
    file, part = reverse("case-detail", args=[case.number]), f"/cases/{case.number}/part"
    everybody = ("ana", "carla", "lucia", "sonia", "adela")
    return [
        Asked(FRAME, "ana", frame_site.PATH, 1, 1.2),
        *(Asked(f"Today, {who}", who, "/", 2.5) for who in everybody),
        Asked("due list, ana", "ana", "/due/", 1.5),
        Asked("due list, sonia", "sonia", "/due/", 1.5),
        Asked("notices", "sonia", "/inbox/", 1.5),
        Asked("case list", "sonia", "/cases/", 1.5),
        Asked("case list, last page", "sonia", "/cases/?page=9999", 1.5),
        Asked("people", "sonia", "/people/", 1.5),
        Asked("applications", "lucia", "/applications/", 1.5),
        Asked("permits", "lucia", "/permits/", 1.5),
        Asked("sites", "sonia", "/sites/", 1.5),
        Asked("residents", "sonia", "/placements/", 1.5),
        Asked("without a bed", "carla", "/families-without-bed/", 1.5),
        Asked("file, summary", "ana", file, 2.5, 1.2),
        *(
            Asked(f"file, {slug}", "ana", f"{part}/{slug}/", 2.5, 1.2)
            for slug in ("people", "law", "aid")
        ),
        Asked("person", "ana", reverse("individual-detail", args=[person.number]), 2.5, 1.2),
        Asked("timeline", "ana", f"/cases/{case.number}/timeline/", 2.5, 1.2),
        Asked("a night of 100 beds", "sonia", reverse("site-night", args=[site.pk]), 2.5),
        Asked("figures", "sonia", "/figures/", 3, 2),
        Asked("forecast", "sonia", "/forecast/", 3, 2),
        Asked("retention", "sonia", "/retention/", 3, 2),
        Asked("exits", "sonia", "/exits/", 3, 2),
        Asked("renunciations missing", "lucia", "/renunciations/missing/", 3, 2),
        *searches(cast, person),
        Asked("API, cases", "sonia", "/api/v1/cases/", 1.5),
        Asked("API, people", "sonia", "/api/v1/individuals/", 1.5),
    ]


def searches(cast: Cast, person: Individual) -> list[Asked]:
    """A common name is typed, whom it finds, and who may be on file already while a row of the quick-log is typed."""
    called = {"given_names": person.given_names.split()[0], "family_names": person.family_names}
    name = f"{called['given_names']} {person.family_names.split()[0]}"
    kept = remember_search(name, by=cast.sonia)
    return [
        Asked("search, typed", "sonia", reverse("search"), 1.5, 1.5, {"q": name}, 302),
        Asked("search, found", "sonia", reverse("search-results", args=[kept.pk]), 1.5, 1.5),
        Asked(
            "suggestions as one types",
            "ana",
            reverse("arrival-duplicates"),
            1.5,
            1.5,
            {f"row-{field}": text for field, text in called.items()} | {"row-sex": person.sex},
        ),
    ]


def inside(world: World, size: int) -> Iterator[Line]:
    """Every page and the ticks, in a world of so many people.

    At every size the reader of notices has more than a page of them, and nobody waits to be compared: how long that
    takes has a benchmark of its own.
    """
    hand_over(world.cast, MORE_THAN_A_PAGE)
    while Individual.objects.to_compare().exists():
        sweep_duplicates()
    tick()
    tidy()
    yield from measured(world.cast, size)
    yield from ticks(world.cast, size)


def measured(cast: Cast, size: int) -> Iterator[Line]:
    """Every page against the plain one of the same round, the frame first."""
    asked, clients = pages(cast), {name: Client() for name in cast.users}
    for name, client in clients.items():
        client.force_login(cast.users[name])
    plain, plain_client = Asked(PLAIN, "ana", "/bare/", 1), plain_site.plain_client(cast.ana)
    with override_settings(ROOT_URLCONF="tests.bench.frame_site"):
        weigh(plain_client, plain)
        for page in asked:
            weigh(clients[page.who], page)
        # As config/gunicorn.py does before it forks: the collector leaves alone what is loaded.
        gc.collect()
        gc.freeze()
        for _ in range(ROUNDS):
            ask(plain_client, plain)
            for page in asked:
                ask(clients[page.who], page)
    frame = asked[0]
    for page in asked:
        goal = Goal(page.ms / frame.ms, page.most, f"{page.most}x the frame")
        if page is frame:
            goal = Goal(page.ms / plain.ms, FRAME_MOST, f"{FRAME_MOST}x the bare page")
        yield Line(
            title=page.title,
            size=size,
            ours_ms=page.ms,
            plain_ms=plain.ms,
            ours_p95_ms=max(page.times),
            plain_p95_ms=max(plain.times),
            note=f"{page.ms / frame.ms:.1f}x the frame; {page.questions} questions, {page.kilobytes:.1f} kB",
            growth=page.growth,
            is_steady=True,
            goals=(goal,),
        )


def ticks(cast: Cast, size: int) -> Iterator[Line]:
    """The job of every minute: the first of a day, one with nothing to say, and one with a thousand notices to write.

    The goal is in seconds, for the tick has no frame: another minute has to fit in behind it.
    """
    TouchedDue.objects.create()
    yield _tick("tick, first of the day", size, most_seconds=60)
    # Before the next minute the database has cleared away what was forgotten, where it does so by itself.
    tidy()
    yield _tick("tick, nothing new", size, most_seconds=1)
    hand_over(cast, NEW_NOTICES)
    yield _tick("tick, 1,000 new", size, most_seconds=3)


def hand_over(cast: Cast, number: int) -> None:
    """Gives so many dates to sonia, of which she has not been told yet."""
    told = DueDecision.objects.filter(to=cast.sonia).values("case")
    given = Case.objects.open().filter(office=cast.cucuta).exclude(pk__in=told).order_by("-pk")
    DueDecision.objects.bulk_create(
        DueDecision(
            kind="task_due",
            about_type="casework.casetask",
            about_id=str(case.pk),
            due_on=cast.cucuta.today(),
            case=case,
            what=DecisionKind.HANDED,
            to=cast.sonia,
            by=cast.ana,
        )
        for case in given[:number]
    )


def _tick(title: str, size: int, *, most_seconds: float) -> Line:
    with CaptureQueriesContext(connection) as queries:
        began = time.perf_counter()
        done = tick()
        took = time.perf_counter() - began
    goal = Goal(took, most_seconds, f"{most_seconds} s")
    note = f"{done.notices} notices; {len(queries)} questions"
    return Line(title, size, took * 1000, took * 1000, note=note, growth=1.5, goals=(goal,))


def weigh(client: Client, page: Asked) -> None:
    """Opens it once to warm up, once to count."""
    opened(client, page)
    with CaptureQueriesContext(connection) as queries:
        answer = opened(client, page)
    page.questions = len(queries)
    page.kilobytes = len(gzip.compress(answer.content)) / 1024


def ask(client: Client, page: Asked) -> None:
    page.times.append(milliseconds(lambda: opened(client, page)))


def opened(client: Client, page: Asked) -> Any:
    """Raises RuntimeError unless it answers as it should."""
    typed = page.typed
    answer = client.get(page.path) if typed is None else client.post(page.path, typed)
    if answer.status_code != page.status:
        raise RuntimeError(f"{page.title} answered {answer.status_code} at {page.path}.")
    return answer
