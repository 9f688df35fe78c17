"""A model field for a day that may be known only by month or year. Its column is a daterange of the possible days."""

import datetime
from typing import Any

from django.contrib.postgres.fields.ranges import FullyLessThan
from django.db import models
from django.db.backends.postgresql.psycopg_any import DateRange, Range

from pages.dates import RoughDay, last_of

A_DAY = datetime.timedelta(days=1)


class RoughDayColumn(models.DateField):  # type: ignore[type-arg]
    """Its values are `RoughDay`. Sorts by the first possible day. `fully_lt`: all possible days lie before those of the other."""

    def db_type(self, connection: Any) -> str:
        return "daterange"

    def to_python(self, value: Any) -> Any:
        """From the text of `isoformat`, or from the range as JSON in the database: `[2019-03-01,2019-04-01)`."""
        if not isinstance(value, str):
            return value
        if not value.startswith("["):
            return RoughDay.fromisoformat(value)
        first, end = map(datetime.date.fromisoformat, value[1:-1].split(","))
        return RoughDay.between(first, end - A_DAY)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> RoughDay | None:
        return None if value is None else RoughDay.between(value.lower, value.upper - A_DAY)

    def get_prep_value(self, value: Any) -> Any:
        if value is None or isinstance(value, Range) or hasattr(value, "resolve_expression"):
            return value
        first = datetime.date(value.year, value.month, value.day)
        return DateRange(first, last_of(value) + A_DAY)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        return value if prepared else self.get_prep_value(value)


RoughDayColumn.register_lookup(FullyLessThan)


@RoughDayColumn.register_lookup
class First(models.Transform):
    """The first possible day, as a date."""

    lookup_name = "first"
    function = "LOWER"
    output_field = models.DateField()


@RoughDayColumn.register_lookup
class LengthInDays(models.Transform):
    """The number of possible days."""

    lookup_name = "days"
    template = "(UPPER(%(expressions)s) - LOWER(%(expressions)s))"
    output_field = models.IntegerField()
