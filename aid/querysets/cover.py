"""Querysets of cover, merged per person and kind by the database."""

import datetime
import uuid
from dataclasses import dataclass
from typing import Any, Self

from django.contrib.postgres.fields import DateRangeField
from django.core.exceptions import EmptyResultSet
from django.db import connections, models
from django.db.models import Aggregate, Case, F, Func, Q, Value, When
from django.db.models.functions import Least

from accounts.sight import params_named
from pages.lookups import among
from shelters.models import Placement

# Merges the covers of each person and kind first: a person with other cover loses nothing when one cover ends.
LOSSES_BY_AGREEMENT = """
WITH cover (individual_id, kind, starts_on, ends_on, agreement_id) AS MATERIALIZED ({}),
lost AS (
    SELECT individual_id, kind, (SELECT upper(span) FROM unnest(days) span WHERE span @> %(on)s) AS ends_on
    FROM (
        SELECT individual_id, kind, range_agg(daterange(starts_on, ends_on)) AS days
        FROM cover GROUP BY individual_id, kind
    ) merged
    WHERE days @> %(on)s AND NOT days @> daterange(%(on)s, %(last)s, '[]')
)
SELECT agreement_id, kind, ends_on, array_agg(DISTINCT individual_id)
FROM lost JOIN cover USING (individual_id, kind, ends_on) GROUP BY agreement_id, kind, ends_on
"""


def _instead(rows: Q, day: datetime.date | None, default: Any = None) -> Case:
    return Case(When(rows, then=Value(day, models.DateField())), default=default)


class RangeAgg(Aggregate):
    """PostgreSQL's range_agg: merges ranges that overlap or touch. Its value is a Multirange of psycopg."""

    function = "range_agg"
    output_field: Any = models.Field()


@dataclass(frozen=True)
class WhatIf:
    """A question of the forecast: the key of an agreement that ends on another day, of a site that closes, and of a
    commitment that stops.

    The days are the first without aid. The agreement may end earlier or later than agreed; the others only earlier.
    """

    agreement: uuid.UUID | None = None
    ends_on: datetime.date | None = None
    site: uuid.UUID | None = None
    closes_on: datetime.date | None = None
    commitment: uuid.UUID | None = None
    stops_on: datetime.date | None = None

    def ends(self) -> list[Any]:
        """The end of the agreement of a row of cover, and the days on which its commitment stops and its site closes."""
        agreed: Any = F("agreement_ends_on")
        if self.agreement:
            agreed = _instead(Q(agreement=self.agreement), self.ends_on, agreed)
        ends = [agreed]
        if self.commitment:
            ends.append(_instead(Q(commitment=self.commitment), self.stops_on))
        if not self.site:
            return ends
        # A paid stay without a commitment has its own key in the cover.
        stays = Placement.objects.filter(site=self.site).values("pk")
        at_the_site = Q(commitment__site=self.site) | Q(commitment=None, reach_id__in=stays)
        return [*ends, _instead(at_the_site, self.closes_on)]


class CoverQuerySet(models.QuerySet[Any]):
    def with_end(self, today: datetime.date, *, what_if: WhatIf | None = None) -> Self:
        """Adds `ends_on`, the first day without: the end of the cover, of its agreement or of the stay as planned,
        whichever is earliest, with the answer to `what_if` in place of what is agreed.

        Leaves out cover that then has no day, and what `with_end_even_if_empty` leaves out.
        """
        return self.with_end_even_if_empty(today, what_if).filter(
            Q(ends_on=None) | Q(ends_on__gt=F("starts_on"))
        )

    def with_end_even_if_empty(self, today: datetime.date, what_if: WhatIf | None = None) -> Self:
        """Adds `ends_on` as `with_end` does, but keeps cover that its agreement shortens to no day.

        Leaves out stays that were to begin before `today` and that nobody checked in: they cover nobody. A planned end
        after `today` ends cover; who was to leave by `today` and is still there keeps it.
        """
        rows = self.filter(Q(expected_on=None) | Q(expected_on__gte=today))
        still_to_come = Case(When(planned_end_on__gt=today, then=F("planned_end_on")))
        ends = what_if.ends() if what_if else [F("agreement_ends_on")]
        return rows.annotate(ends_on=Least(F("until"), still_to_come, *ends))

    def of_commitments(self, commitments: models.QuerySet[Any]) -> Self:
        """Cover of these commitments. The database applies this filter inside the view, so it computes no other cover."""
        return self.filter(among("commitment", commitments.order_by().values("pk")))

    def firm(self) -> Self:
        return self.filter(is_firm=True)

    def merged(self) -> Any:
        """Rows of `individual_id`, `kind`, and `cover`, the merged ranges of days (`spans_of` converts it). Needs `with_end`."""
        days = Func(
            F("starts_on"), F("ends_on"), function="daterange", output_field=DateRangeField()
        )
        return self.order_by().values("individual_id", "kind").annotate(cover=RangeAgg(days))

    def lost_by_agreement(self, on: datetime.date, last: datetime.date) -> list[Any]:
        """Rows of (agreement, kind, first day without, keys of people) for aid that people have on `on` and lose by `last`.

        They lose it because this agreement, or a commitment under it, ends. Needs `with_end`.
        """
        columns = ("individual", "kind", "starts_on", "ends_on", "agreement")
        try:
            covers, params = params_named(self.order_by().values_list(*columns), "c")
        except EmptyResultSet:
            return []
        with connections[self.db].cursor() as cursor:
            cursor.execute(LOSSES_BY_AGREEMENT.format(covers), params | {"on": on, "last": last})
            return list(cursor.fetchall())
