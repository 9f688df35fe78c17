"""Who keeps days that a list gave them: what they follow when the list is corrected."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass

from pages.slots import Slot
from reference.models import SanctionInstrument


@dataclass(frozen=True)
class InstrumentFollower:
    """`follow(instrument, was)` gets the corrected instrument and the day that it had before, in a transaction.

    `counts(instrument)` says beforehand how many rows, in how many files, would follow.
    """

    follow: Callable[[SanctionInstrument, datetime.date], None]
    counts: Callable[[SanctionInstrument], tuple[int, int]]


instrument_followers: Slot[InstrumentFollower] = Slot(
    "what took its day from a decree, an order or a list"
)
