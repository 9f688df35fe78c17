"""What a benchmark reports, and how the table of reports looks."""

from dataclasses import dataclass


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

    @property
    def ratio(self) -> float:
        return self.ours_ms / self.plain_ms if self.plain_ms else float("inf")


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
