"""A bar chart as numbers: what the template draws as inline SVG."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

HEIGHT = 120
WIDTH = 640
GREATEST_WIDTH = 40


@dataclass(frozen=True)
class Bar:
    """One day: where its bar stands in a drawing of WIDTH x HEIGHT, and what it says."""

    day: datetime.date
    number: int
    x: int
    y: int
    width: int
    height: int
    is_peak: bool

    @property
    def middle(self) -> int:
        return self.x + self.width // 2

    @property
    def above(self) -> int:
        """Where the number stands: over the bar."""
        return self.y - 4


def bars(days: Sequence[tuple[datetime.date, int]]) -> list[Bar]:
    """Bars side by side, the greatest at full height; days without anybody between two others count as zero."""
    if not days:
        return []
    known = dict(days)
    first, last = days[0][0], days[-1][0]
    every = [first + datetime.timedelta(days=n) for n in range((last - first).days + 1)]
    if len(every) > WIDTH // 4:
        every = [day for day, _ in days]
    step = min(GREATEST_WIDTH, WIDTH / len(every))
    greatest = max(known.values())
    return [
        Bar(
            day=day,
            number=known.get(day, 0),
            x=round(index * step),
            y=HEIGHT - round(HEIGHT * known.get(day, 0) / greatest),
            width=max(1, round(step) - 2),
            height=round(HEIGHT * known.get(day, 0) / greatest),
            is_peak=known.get(day, 0) == greatest,
        )
        for index, day in enumerate(every)
    ]
