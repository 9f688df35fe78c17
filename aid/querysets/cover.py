"""Which days of cover, merged per person and kind by the database."""

import datetime
import uuid
from typing import Any, Self

from django.contrib.postgres.fields import DateRangeField
from django.core.exceptions import EmptyResultSet
from django.db import connections, models
from django.db.models import Aggregate, Case, F, Func, Q, Value, When
from django.db.models.functions import Least

STRETCHES = """
SELECT kind, greatest(lower(span), %s), CASE WHEN upper(span) <= %s THEN upper(span) END, count(*)
FROM ({}) merged, unnest(cover) span WHERE span && daterange(%s, %s, '[]') GROUP BY 1, 2, 3
"""


class DateMultiRangeField(models.Field):
    """PostgreSQL's datemultirange, read as psycopg's Multirange of half-open date ranges."""

    def db_type(self, connection: Any) -> str:
        return "datemultirange"


class RangeAgg(Aggregate):
    """Merges ranges that overlap or touch, so that no day and no gap counts twice."""

    function = "range_agg"
    output_field = DateMultiRangeField()


class Contains(Func):
    """Whether the left range holds the right day or range."""

    arg_joiner = " @> "
    template = "(%(expressions)s)"
    output_field = models.BooleanField()


class CoverQuerySet(models.QuerySet[Any]):
    def with_end(self, *, what_if: tuple[uuid.UUID, datetime.date] | None = None) -> Self:
        """Adds `ends_on`: the first day without, by the stretch itself or by its agreement.

        `what_if` names an agreement and the day on which it would end instead.
        """
        agreement_end: Any = F("agreement_ends_on")
        if what_if:
            agreement, day = what_if
            agreement_end = Case(
                When(agreement_id=agreement, then=Value(day, models.DateField())),
                default=agreement_end,
            )
        return self.annotate(ends_on=Least(F("until"), agreement_end)).filter(
            Q(ends_on=None) | Q(ends_on__gt=F("starts_on"))
        )

    def firm(self) -> Self:
        return self.filter(is_firm=True)

    def merged(self) -> Any:
        """Rows (individual_id, kind, cover), `cover` holding every covered day once. After `with_end`."""
        days = Func(
            F("starts_on"), F("ends_on"), function="daterange", output_field=DateRangeField()
        )
        return self.order_by().values("individual_id", "kind").annotate(cover=RangeAgg(days))

    def stretches(self, first: datetime.date, last: datetime.date) -> list[Any]:
        """Kind, first day, first day without, and of how many people the stretch is, within these days. After `with_end`.

        What began before is said to begin on the first day; what goes on after the last has no end.
        """
        try:
            merged, params = self.merged().query.sql_with_params()
        except EmptyResultSet:
            return []
        with connections[self.db].cursor() as cursor:
            cursor.execute(STRETCHES.format(merged), [first, last, *params, first, last])
            return list(cursor.fetchall())

    def lost_between(self, on: datetime.date, last: datetime.date) -> Any:
        """Merged rows of people who have this aid on `on`, and not on every day up to and with `last`."""
        window = Func(
            Value(on, models.DateField()),
            Value(last + datetime.timedelta(days=1), models.DateField()),
            function="daterange",
            output_field=DateRangeField(),
        )
        return (
            self.merged()
            .filter(Contains(F("cover"), Value(on, models.DateField())))
            .exclude(Contains(F("cover"), window))
        )
