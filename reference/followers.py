"""Who keeps days that a list gave them: what they follow when the list is corrected."""

import datetime
from collections.abc import Callable

from pages.slots import Slot
from reference.models import SanctionInstrument

# Called with the corrected instrument and the day that it had before; the caller is in a transaction.
instrument_followers: Slot[Callable[[SanctionInstrument, datetime.date], None]] = Slot(
    "what took its day from a decree, an order or a list"
)
