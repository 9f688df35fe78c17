"""How ways of finding are raced, what a benchmark reports, and how the table of reports looks."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

WARMING_UP = 10


@dataclass(frozen=True)
class Line:
    """One measurement: Amparo's way against the plain way, in milliseconds."""

    title: str
    size: int
    ours_ms: float
    plain_ms: float
    ours_p95_ms: float | None = None
    plain_p95_ms: float | None = None
    note: str = ""

    @classmethod
    def of_race(cls, title: str, size: int, ours: "Result", plain: "Result") -> "Line":
        """Medians and 95th percentiles of both, and how often each found what was meant."""
        return cls(
            title=title,
            size=size,
            ours_ms=statistics.median(ours.times),
            ours_p95_ms=p95(ours.times),
            plain_ms=statistics.median(plain.times),
            plain_p95_ms=p95(plain.times),
            note=f"found {ours.found} of {len(ours.times)}, pg_trgm {plain.found}",
        )

    @property
    def ratio(self) -> float:
        return self.ours_ms / self.plain_ms if self.plain_ms else float("inf")


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


HEADINGS = (
    f"{'what':<38} {'size':>8} {'ours ms':>9} {'p95':>8} {'plain ms':>9} {'p95':>8} "
    f"{'ratio':>6} {'peak MiB':>9}  note"
)


def printed(line: Line, peak_mib: float) -> str:
    return (
        f"{line.title:<38} {line.size:>8,} {line.ours_ms:>9.2f} {_optional(line.ours_p95_ms):>8} "
        f"{line.plain_ms:>9.2f} {_optional(line.plain_p95_ms):>8} {line.ratio:>6.2f} "
        f"{peak_mib:>9.0f}  {line.note}"
    )


def _optional(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
