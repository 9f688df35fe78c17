"""The occupancy of a site on a night."""

from dataclasses import dataclass
from decimal import Decimal

from pages.percentages import per_hundred


@dataclass(frozen=True)
class Occupancy:
    """One site on one night.

    `sleepers` counts everybody asleep there, with or without a bed. `beds` counts beds in service, and `free` those of them
    that are free; `surge` and `surge_free` count surge places. `kept` counts places of people who left, or leave that day,
    and are not checked out; `expected` counts places of people who have not arrived. Neither are sleepers.
    """

    sleepers: int
    beds: int
    free: int
    surge: int = 0
    surge_free: int = 0
    kept: int = 0
    expected: int = 0

    @property
    def percent(self) -> int | None:
        """Sleepers per 100 beds, rounded half up; may exceed 100. None without any bed."""
        if not self.beds:
            return None
        return per_hundred(self.sleepers, self.beds)

    @property
    def above_capacity(self) -> int:
        """People beyond the number of beds."""
        return max(0, self.sleepers - self.beds)

    @property
    def surge_taken(self) -> int:
        return self.surge - self.surge_free

    @property
    def taken(self) -> int:
        """Beds assigned that night, whether slept in or not."""
        return self.beds - self.free

    @property
    def without_bed(self) -> int:
        """Sleepers who have neither a bed nor a surge place."""
        return max(0, self.sleepers - (self.taken + self.surge_taken - self.kept - self.expected))

    def __add__(self, other: "Occupancy") -> "Occupancy":
        return Occupancy(
            sleepers=self.sleepers + other.sleepers,
            beds=self.beds + other.beds,
            free=self.free + other.free,
            surge=self.surge + other.surge,
            surge_free=self.surge_free + other.surge_free,
            kept=self.kept + other.kept,
            expected=self.expected + other.expected,
        )


def square_metres_per_person(usable_area_m2: Decimal | float | None, sleepers: int) -> float | None:
    """Covered area for each sleeper (Sphere recommends 3.5); None if the area is unknown or nobody sleeps there."""
    if not usable_area_m2 or not sleepers:
        return None
    return round(float(usable_area_m2) / sleepers, 1)


SPHERE_SQUARE_METRES = 3.5
