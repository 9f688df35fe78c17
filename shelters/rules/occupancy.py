"""How full a site is. A rate never stands without what it was divided by."""

from dataclasses import dataclass
from decimal import Decimal

from pages.percentages import per_hundred


@dataclass(frozen=True)
class Occupancy:
    """One site on one night.

    `sleepers` everybody who is counted asleep there, on a bed, on a surge place or on none; `beds` those in service,
    surge places left out; `free` of these `beds`; `surge` and `surge_free` likewise for surge places in service. `kept`
    are places of who left or leaves that day and has not been checked out: nobody is counted in them.
    """

    sleepers: int
    beds: int
    free: int
    surge: int = 0
    surge_free: int = 0
    kept: int = 0

    @property
    def percent(self) -> int | None:
        """Sleepers per 100 beds, half up; may pass 100. None where there is no bed to divide by."""
        if not self.beds:
            return None
        return per_hundred(self.sleepers, self.beds)

    @property
    def above_capacity(self) -> int:
        """People beyond the beds that the site has."""
        return max(0, self.sleepers - self.beds)

    @property
    def surge_taken(self) -> int:
        return self.surge - self.surge_free

    @property
    def taken(self) -> int:
        """Beds that are somebody's that night, whether they sleep in it or not."""
        return self.beds - self.free

    @property
    def without_bed(self) -> int:
        """Sleepers beyond the beds and surge places that are taken and slept in."""
        return max(0, self.sleepers - (self.taken + self.surge_taken - self.kept))

    def __add__(self, other: "Occupancy") -> "Occupancy":
        return Occupancy(
            sleepers=self.sleepers + other.sleepers,
            beds=self.beds + other.beds,
            free=self.free + other.free,
            surge=self.surge + other.surge,
            surge_free=self.surge_free + other.surge_free,
            kept=self.kept + other.kept,
        )


def square_metres_per_person(usable_area_m2: Decimal | float | None, sleepers: int) -> float | None:
    """Covered area for each sleeper (Sphere guides at 3.5); None where it cannot be told."""
    if not usable_area_m2 or not sleepers:
        return None
    return round(float(usable_area_m2) / sleepers, 1)


SPHERE_SQUARE_METRES = 3.5
