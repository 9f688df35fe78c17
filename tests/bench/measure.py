"""How ways of finding are raced, what a benchmark reports, and how the tables of reports look."""

import gc
import importlib
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

WARMING_UP = 10
# The number of people for which the goal of a race is set; of fewer and more it is told.
RACED_AT = 10_000


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
        return f"goal {self.words}{'' if self.is_reached else ' MISSED'}"


@dataclass(frozen=True)
class Line:
    """One measurement: Amparo's way against the plain way, in milliseconds.

    `growth` is how many times the time of a tenth of the people it may take, `peak` the MiB that it held at most,
    where that was measured on its own. `is_steady` says that the plain way does the same work at every size: if it takes
    longer, the machine was busier.
    """

    title: str
    size: int
    ours_ms: float
    plain_ms: float
    ours_p95_ms: float | None = None
    plain_p95_ms: float | None = None
    note: str = ""
    growth: float | None = None
    is_steady: bool = False
    peak: float | None = None
    goals: tuple[Goal, ...] = ()

    @classmethod
    def of_race(cls, title: str, size: int, ours: "Result", plain: "Result") -> "Line":
        """Medians and 95th percentiles of both, and how often each found what was meant."""
        median, plain_median = statistics.median(ours.times), statistics.median(plain.times)
        return cls(
            title=title,
            size=size,
            ours_ms=median,
            ours_p95_ms=p95(ours.times),
            plain_ms=plain_median,
            plain_p95_ms=p95(plain.times),
            note=f"found {ours.found} of {len(ours.times)}, pg_trgm {plain.found}",
            growth=1.5,
            goals=(Goal(median / plain_median, 1, "no more than pg_trgm"),)
            if size == RACED_AT
            else (),
        )

    @property
    def ratio(self) -> float:
        return self.ours_ms / self.plain_ms if self.plain_ms else float("inf")

    @property
    def reached(self) -> str:
        """Whether all its goals were; nothing where it has none."""
        if not self.goals:
            return ""
        return "yes" if all(goal.is_reached for goal in self.goals) else "NO"


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
    f"{'what':<38} {'size':>8} {'ours ms':>9} {'p95':>8} {'plain ms':>9} {'p95':>8} "
    f"{'ratio':>6} {'peak MiB':>9} {'reached':>7}  note"
)


def printed(line: Line) -> str:
    note = "; ".join(filter(None, [line.note, *map(str, line.goals)]))
    return (
        f"{line.title:<38} {line.size:>8,} {line.ours_ms:>9.2f} {_optional(line.ours_p95_ms):>8} "
        f"{line.plain_ms:>9.2f} {_optional(line.plain_p95_ms):>8} {line.ratio:>6.2f} "
        f"{line.peak or peak_mib():>9.0f} {line.reached:>7}  {note}"
    )


def lines_apart(name: str, sizes: list[int]) -> list[Line]:
    """What the module of that name measures, in a process of its own: the memory it tells of is its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_lines_of, name, sizes).result()


def _lines_of(name: str, sizes: list[int]) -> list[Line]:
    django.setup()
    lines = importlib.import_module(name).run(sizes)
    return [replace(line, peak=line.peak or peak_mib()) for line in lines]


def growths(lines: Iterable[Line]) -> Iterator[str]:
    """Of everything that was measured at several sizes: how many times the time of the second largest the largest took.

    Beside a steady plain way it is the ratio to it that may grow; the times alone are told.
    """
    by_title: dict[str, list[Line]] = {}
    for line in lines:
        by_title.setdefault(line.title, []).append(line)
    for title, found in by_title.items():
        if len(found) > 1:
            before, last = sorted(found, key=lambda line: line.size)[-2:]
            times = last.ours_ms / before.ours_ms
            judged = last.ratio / before.ratio if last.is_steady else times
            goal = Goal(judged, last.growth, str(last.growth)) if last.growth else ""
            alone = f"({times:.2f} in time)" if last.is_steady else ""
            yield f"{title:<38} {before.size:>8,} to {last.size:>8,} {judged:>6.2f} {alone:>15}  {goal}"


def _optional(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
