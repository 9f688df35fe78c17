"""Pages that people open all day, against Amparo's frame and a bare page of Django, in a world that grows in all.

All of a size are asked in turn, so that a busy moment slows all of them. `plain` is a view of Django with its own
log-in and a content security policy over a few rows; what a page costs over Amparo's own frame stands in the note.
"""

import gzip
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db import connection
from django.db.models.functions import Now
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casework.register.models.case import Case
from casework.register.models.individual import Individual
from seeds.crowd_lives import Lives
from shelters.models import Placement, Posting, Site
from tests.bench import plain_site
from tests.bench.measure import Line
from tests.bench.world import World, growing_world, tidy
from tests.cast import Cast
from worklist.choices import DecisionKind
from worklist.clock import tick
from worklist.models import DueDecision, KeptKind

ROUNDS = 9
NEW_NOTICES = 1000
PLAIN = "a bare page of Django"
FRAME = "frame of a page"


@dataclass
class Asked:
    """A page that somebody opens. `most` is how many times the frame it may cost at 10,000 people."""

    title: str
    who: str
    path: str
    most: float
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
        Asked(FRAME, "ana", reverse("account"), 1),
        *(Asked(f"Today, {who}", who, "/", 2.5) for who in everybody),
        Asked("due list, ana", "ana", "/due/", 1.5),
        Asked("due list, sonia", "sonia", "/due/", 1.5),
        Asked("notices", "sonia", "/inbox/", 1.5),
        Asked("case list", "sonia", "/cases/", 1.5),
        Asked("case list, last page", "sonia", "/cases/?page=9999", 1.5),
        Asked("people", "sonia", "/people/", 1.5),
        Asked("applications", "lucia", "/applications/", 1.5),
        Asked("permits", "lucia", "/permits/", 1.5),
        Asked("sites", "carla", "/sites/", 1.5),
        Asked("residents", "carla", "/placements/", 1.5),
        Asked("without a bed", "carla", "/families-without-bed/", 1.5),
        Asked("file, summary", "ana", file, 2.5),
        *(
            Asked(f"file, {slug}", "ana", f"{part}/{slug}/", 2.5)
            for slug in ("people", "law", "aid")
        ),
        Asked("person", "ana", reverse("individual-detail", args=[person.number]), 2.5),
        Asked("timeline", "ana", f"/cases/{case.number}/timeline/", 2.5),
        Asked("a night of 100 beds", "carla", reverse("site-night", args=[site.pk]), 2.5),
        Asked("figures", "sonia", "/figures/", 3),
        Asked("forecast", "sonia", "/forecast/", 3),
        Asked("retention", "sonia", "/retention/", 3),
        Asked("exits", "sonia", "/exits/", 3),
        Asked("renunciations missing", "lucia", "/renunciations/missing/", 3),
        Asked("API, cases", "sonia", "/api/v1/cases/", 1.5),
        Asked("API, people", "sonia", "/api/v1/individuals/", 1.5),
    ]


def run(sizes: list[int]) -> Iterator[Line]:
    """Grows a world in a database of its own, measures at each size, and takes the database away."""
    with growing_world() as world:
        lives = Lives(world.cast.ana, world.cast.cucuta.today())
        for size in sorted(sizes):
            grow(world, lives, size)
            yield from measured(world.cast, size)
            yield from ticks(world.cast, size)


def grow(world: World, lives: Lives, size: int) -> None:
    """Until there are so many people, each new family with a life, each new site with its coordinator."""
    before = set(Case.objects.values_list("pk", flat=True))
    world.grow(size)
    new = Case.objects.select_related("office").order_by("pk")
    lives.live([case for case in new if case.pk not in before])
    carla = world.cast.carla
    Posting.objects.bulk_create(
        Posting(user=carla, site=site, starts_on=site.opened_on, granted_by=world.cast.sonia)
        for site in Site.objects.exclude(postings__user=carla)
    )
    # What the sweep of duplicates costs is measured on its own; here everybody was compared long ago.
    Individual.objects.update(compared_at=Now())
    tidy()


def measured(cast: Cast, size: int) -> Iterator[Line]:
    """Every page against the plain one of the same round, the frame first."""
    asked, clients = pages(cast), {name: Client() for name in cast.users}
    for name, client in clients.items():
        client.force_login(cast.users[name])
    plain = Asked(PLAIN, "ana", "/bare/", 1)
    for page in asked:
        weigh(clients[page.who], page)
    for _ in range(ROUNDS):
        with override_settings(**plain_site.SETTINGS):
            ask(clients[plain.who], plain)
        # Other settings emptied what Django remembers of templates and addresses.
        clients[asked[0].who].get(asked[0].path)
        for page in asked:
            ask(clients[page.who], page)
    frame = asked[0]
    for page in asked:
        times = page.ms / frame.ms
        goal = "" if page is frame else f"{times:.1f}x the frame, goal {page.most}"
        reached = "" if page is frame else (" reached" if times <= page.most else " MISSED")
        yield Line(
            title=page.title,
            size=size,
            ours_ms=page.ms,
            plain_ms=plain.ms,
            ours_p95_ms=max(page.times),
            plain_p95_ms=max(plain.times),
            note=f"{goal}{reached}; {page.questions} questions, {page.kilobytes:.1f} kB",
        )


def ticks(cast: Cast, size: int) -> Iterator[Line]:
    """The job of every minute: the first of a day, one with nothing to say, and one with a thousand notices to write.

    The goal is in seconds, for the tick has no frame: another minute has to fit in behind it.
    """
    KeptKind.objects.all().delete()
    yield _tick("tick, first of the day", size, most_seconds=60)
    yield _tick("tick, nothing new", size, most_seconds=1)
    given = Case.objects.open().filter(office=cast.cucuta).order_by("-pk")[:NEW_NOTICES]
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
        for case in given
    )
    yield _tick("tick, 1,000 new", size, most_seconds=3)


def _tick(title: str, size: int, *, most_seconds: float) -> Line:
    began = time.perf_counter()
    with CaptureQueriesContext(connection) as queries:
        done = tick()
    took = time.perf_counter() - began
    reached = "reached" if took <= most_seconds else "MISSED"
    note = f"{done.notices} notices, goal {most_seconds} s {reached}; {len(queries)} questions"
    return Line(title, size, took * 1000, took * 1000, note=note)


def weigh(client: Client, page: Asked) -> None:
    """Opens it once to warm up, once to count."""
    client.get(page.path)
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(page.path)
    page.questions = len(queries)
    page.kilobytes = len(gzip.compress(answer.content)) / 1024


def ask(client: Client, page: Asked) -> None:
    began = time.perf_counter()
    answer = client.get(page.path)
    page.times.append((time.perf_counter() - began) * 1000)
    if answer.status_code != 200:
        raise RuntimeError(f"{page.title} answered {answer.status_code} at {page.path}.")
