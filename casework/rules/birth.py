"""What is known of a birth."""

import datetime
from dataclasses import dataclass

from casework.choices import BirthPrecision


@dataclass(frozen=True)
class Birth:
    """What is known of a birth; an age or a year alone never becomes a day."""

    precision: BirthPrecision = BirthPrecision.UNKNOWN
    born_on: datetime.date | None = None
    year: int | None = None
