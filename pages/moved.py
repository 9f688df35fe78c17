"""Somebody's date that moves, as pages show it before and after the change."""

import datetime
from typing import NamedTuple


class MovedDay(NamedTuple):
    """Whose date, of what, the old and the new day, and where in the file it is."""

    who: str
    what: str
    was: datetime.date
    now: datetime.date
    url: str
