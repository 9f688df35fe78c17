"""A day of somebody that becomes another one, as pages show it before it is done and afterwards."""

import datetime
from typing import NamedTuple


class MovedDay(NamedTuple):
    """Whose day, of what, the day before and the new one, and the page of the file in which it stands."""

    who: str
    what: str
    was: datetime.date
    now: datetime.date
    url: str
