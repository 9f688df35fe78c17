"""A date in a file that a change of the law or calendar moves."""

import datetime
from typing import NamedTuple


class MovedDay(NamedTuple):
    """Name of the person, what is due, the old and the new day, and the URL in the file."""

    who: str
    what: str
    was: datetime.date
    now: datetime.date
    url: str
