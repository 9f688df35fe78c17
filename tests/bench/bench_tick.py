"""The job of every minute: the first of a day, one with nothing to say, and one with a thousand notices to write.

The goal is in seconds, at 100,000 people too: another minute has to fit in behind it. The first of a day works out what falls
due of everybody, so it takes ten times as long for ten times the people, and its growth is not judged.
"""

from collections.abc import Iterator

from django.db import connection
from django.test.utils import CaptureQueriesContext

from casework.register.models.case import Case
from tests.bench.measure import GROWN_TO, JUDGED_AT, Goal, Line, took
from tests.bench.world import World, tidy
from worklist.due.choices import DecisionKind
from worklist.due.models import DueDecision
from worklist.projection.models import TouchedDue
from worklist.scheduler.tick import tick

NEW_NOTICES = 1_000


def inside(world: World, size: int) -> Iterator[Line]:
    TouchedDue.objects.create()
    yield _tick("tick, first of the day", size, most_seconds=60)
    # Before the next minute the database has cleared away what was forgotten, where it does so by itself.
    tidy()
    yield _tick("tick, nothing new", size, most_seconds=1)
    hand_over(world, NEW_NOTICES)
    yield _tick("tick, 1,000 new", size, most_seconds=3)


def hand_over(world: World, number: int) -> None:
    """Gives so many dates to sonia, of which she has not been told yet."""
    told = DueDecision.objects.filter(to=world.sonia).values("case")
    given = Case.objects.open().filter(office=world.office).exclude(pk__in=told).order_by("-pk")
    DueDecision.objects.bulk_create(
        DueDecision(
            kind="task_due",
            about_type="casework.casetask",
            about_id=str(case.pk),
            due_on=world.office.today(),
            case=case,
            what=DecisionKind.HANDED,
            to=world.sonia,
            by=world.ana,
        )
        for case in given[:number]
    )


def _tick(title: str, size: int, *, most_seconds: float) -> Line:
    notices = list[int]()
    with CaptureQueriesContext(connection) as queries:
        once = took(lambda: notices.append(tick().notices))
    goal = Goal(once.ms / 1000, most_seconds, f"{most_seconds} s")
    return Line(
        title,
        size,
        once.ms,
        processor=once.processor,
        statements=len(queries),
        note=f"{notices[0]} notices",
        goals=(goal,) if size in (JUDGED_AT, GROWN_TO) else (),
    )
