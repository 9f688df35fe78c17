"""How times are taken and ways of finding are raced, what a benchmark reports, and how the table of reports looks."""

import gc
import importlib
import os
import resource
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import django
from django.db import connection, connections

WARMING_UP = 10
# The numbers of people at which goals are judged, and at which it is judged how times grew.
JUDGED_AT, GROWN_TO = 10_000, 100_000
# What 95 of 100 requests may take, of whatever people wait for.
MOST_MS = 150


@dataclass(frozen=True)
class Goal:
    """What was measured, the most that it may be, and what is said of it."""

    measured: float
    most: float
    words: str

    @property
    def is_reached(self) -> bool:
        return self.measured <= self.most

    def __str__(self) -> str:
        return f"goal {self.words}"


@dataclass(frozen=True)
class Line:
    """One measurement, in milliseconds: the median of what was asked, and what stands beside it.

    `least` is the fastest, `processor` the median of what this process and its database connection computed. `beside` is
    the plain way of doing the same in the same run, `steady` a page that does the same work at every size: if it takes
    longer, the machine was busier. `growth` is how many times the time of a tenth of the people it may take, `peak`
    the MiB held at most, where that was measured on its own.
    """

    title: str
    size: int
    ms: float
    p95: float | None = None
    least: float | None = None
    processor: float | None = None
    statements: int | None = None
    kilobytes: float | None = None
    beside: float | None = None
    beside_processor: float | None = None
    beside_p95: float | None = None
    note: str = ""
    growth: float | None = None
    steady: float | None = None
    peak: float | None = None
    goals: tuple[Goal, ...] = ()

    @classmethod
    def of_race(cls, title: str, size: int, ours: "Result", plain: "Result") -> "Line":
        """Medians and 95th percentiles of both, and how often each found what was meant."""
        median, plain_median = statistics.median(ours.times), statistics.median(plain.times)
        return cls(
            title=title,
            size=size,
            ms=median,
            p95=p95(ours.times),
            beside=plain_median,
            beside_p95=p95(plain.times),
            note=f"found {ours.found} of {len(ours.times)}, pg_trgm {plain.found}",
            growth=1.5,
            goals=goals_at(size, Goal(median / plain_median, 1, "no more than pg_trgm")),
        )

    @property
    def ratio(self) -> float | None:
        if self.processor and self.beside_processor:
            return self.processor / self.beside_processor
        return self.ms / self.beside if self.beside else None

    @property
    def cost(self) -> float:
        """By what it is compared with itself at another size."""
        return self.processor or self.ms

    @property
    def reached(self) -> str:
        """Whether all its goals were; nothing where it has none."""
        if not self.goals:
            return ""
        return "yes" if all(goal.is_reached for goal in self.goals) else "NO"


def goals_at(size: int, *goals: Goal) -> tuple[Goal, ...]:
    """They are set for a world of one size; in others nothing is judged."""
    return goals if size == JUDGED_AT else ()


@dataclass
class Result:
    """Milliseconds of each search, and how many found what was meant."""

    times: list[float] = field(default_factory=list)
    found: int = 0


def race(asked: Sequence[tuple[str, Any]], *ways: Callable[[Any], Sequence[str]]) -> list[Result]:
    """Every question asked in each way, one after the other, so that a busy moment slows all of them.

    `asked` are pairs of what is meant and what is typed.
    """
    results = [Result() for _way in ways]
    for way in ways:
        for _meant, typed in asked[:WARMING_UP]:
            way(typed)
    for meant, typed in asked:
        for way, result in zip(ways, results, strict=True):
            started = time.perf_counter()
            found = way(typed)
            result.times.append((time.perf_counter() - started) * 1000)
            result.found += meant in found
    return results


def p95(times: Sequence[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def milliseconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000


@dataclass(frozen=True)
class Took:
    """Milliseconds on the clock, and those that this process and its database connection computed meanwhile."""

    ms: float
    processor: float


def took(act: Callable[[], object]) -> Took:
    computed, began = _computed(), time.perf_counter()
    act()
    ended = time.perf_counter()
    return Took((ended - began) * 1000, (_computed() - computed) * 1000)


def _computed() -> float:
    """Seconds. The database's share is left out where the system does not tell it, as outside Linux."""
    session = connection.connection
    told = Path(f"/proc/{session.info.backend_pid if session else 0}/schedstat")
    try:
        of_database = int(told.read_text().split()[0]) / 1e9
    except OSError:
        of_database = 0
    return time.process_time() + of_database


MOST_MIB = 300


@dataclass(frozen=True)
class Peak:
    """How long something took, and the MiB that this process held before and at most meanwhile."""

    ms: float
    before: float
    most: float

    @property
    def goal(self) -> Goal:
        """What the benchmarks before it left behind counts with it, so it is told."""
        return Goal(self.most, MOST_MIB, f"{MOST_MIB} MiB, {self.before:.0f} before it")


def peak_of(act: Callable[[], object]) -> Peak:
    """Where the kernel cannot forget an earlier peak, as outside Linux, it is that of the whole run."""
    gc.collect()
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        before = peak_mib()
        return Peak(milliseconds(act), before, peak_mib())
    before = _status_mib("VmRSS:")
    took = milliseconds(act)
    return Peak(took, before, _status_mib("VmHWM:"))


def _status_mib(name: str) -> float:
    told = Path("/proc/self/status").read_text().partition(name)[2]
    return int(told.split()[0]) / 1024


def peak_mib() -> float:
    """The most memory that this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


HEADINGS = (
    f"{'what':<38} {'people':>8} {'ms':>9} {'p95':>9} {'least':>8} {'computed':>8} {'SQL':>4} {'kB':>5} "
    f"{'beside':>8} {'ratio':>6} {'MiB':>5} {'goals':>5}"
)


def printed(line: Line) -> str:
    missing = [f"missed: {goal}" for goal in line.goals if not goal.is_reached]
    note = "; ".join(filter(None, [line.note, *missing]))
    return (
        f"{line.title:<38} {line.size:>8,} {line.ms:>9.1f} {_optional(line.p95):>9} {_optional(line.least):>8} "
        f"{_optional(line.processor):>8} {_optional(line.statements, 0):>4} {_optional(line.kilobytes):>5} "
        f"{_optional(line.beside):>8} {_optional(line.ratio, 2):>6} {line.peak or peak_mib():>5.0f} "
        f"{line.reached:>5}  {note}"
    ).rstrip()


def lines_apart(name: str, sizes: list[int]) -> list[Line]:
    """What the module of that name measures, in a process of its own: the memory it tells of is its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_lines_of, name, sizes).result()


def _lines_of(name: str, sizes: list[int]) -> list[Line]:
    django.setup()
    lines = importlib.import_module(name).run(sizes)
    return [replace(line, peak=line.peak or peak_mib()) for line in lines]


@dataclass(frozen=True)
class Growth:
    """How many times the time at a tenth of the people something took; beside a steady page, the ratio to it."""

    title: str
    before: int
    last: int
    times: float
    alone: float
    goal: Goal | None

    def __str__(self) -> str:
        alone = f"({self.alone:.2f} on the clock)"
        return (
            f"{self.title:<38} {self.before:>8,} to {self.last:>8,} {self.times:>6.2f} {alone:>21}  "
            f"{self.goal or ''}"
        ).rstrip()


def growths(lines: Iterable[Line]) -> Iterator[Growth]:
    """Of everything that was measured at several sizes, the two largest."""
    by_title: dict[str, list[Line]] = {}
    for line in lines:
        by_title.setdefault(line.title, []).append(line)
    for title, found in by_title.items():
        if len(found) > 1:
            before, last = sorted(found, key=lambda line: line.size)[-2:]
            alone = last.ms / before.ms
            times = last.cost / before.cost
            if last.steady and before.steady:
                times /= last.steady / before.steady
            is_judged = last.growth and (before.size, last.size) == (JUDGED_AT, GROWN_TO)
            goal = (
                Goal(times, last.growth, f"{last.growth}x") if last.growth and is_judged else None
            )
            yield Growth(title, before.size, last.size, times, alone, goal)


def missed(lines: Iterable[Line], grown: Iterable[Growth]) -> list[str]:
    """What the run fails for, in a line each."""
    told = [
        f"{line.title} at {line.size:,}: {goal.measured:.2f}, {goal}"
        for line in lines
        for goal in line.goals
        if not goal.is_reached
    ]
    return told + [
        f"{each.title}, from {each.before:,} to {each.last:,}: {each.times:.2f}, {each.goal}"
        for each in grown
        if each.goal and not each.goal.is_reached
    ]


def machine() -> str:
    """On what was measured, and when."""
    words = Path("/proc/meminfo").read_text().split() if Path("/proc/meminfo").exists() else ()
    memory = f", {int(words[1]) / 1024**2:.0f} GiB" if words else ""
    # The application's own leads to the world, which is gone by now.
    with connections["owner"].cursor() as cursor:
        cursor.execute("SHOW server_version")
        [version] = cursor.fetchone()
    today = time.strftime("%d %B %Y")
    return f"{today}, {os.cpu_count()} cores{memory}, PostgreSQL {version}"


def _optional(value: float | None, digits: int = 1) -> str:
    return "" if value is None else f"{value:.{digits}f}"
