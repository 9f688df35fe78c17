"""The days that a query for due dates asks for, as SQL."""

import datetime
import json
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from worklist.sources.warning_days import OVERDUE, WARNING_DAYS, Steps


class Bounds(NamedTuple):
    """The days that a query asks for. The fields are arguments of `due`."""

    since: datetime.date | None
    until: datetime.date | None
    today: datetime.date
    warns_today: bool
    is_told: bool
    steps: Steps = MappingProxyType({})

    def as_sql(self, *, is_told_at_once: bool = False) -> tuple[str, list[Any]]:
        """The condition on `due_on` and `warn_days`, and its values.

        With `is_told` only rows from their first day of warning on are selected, unless the source `is_told_at_once`.
        """
        where, params = "due_on IS NOT NULL", list[Any]()
        if self.since:
            where += " AND due_on::date >= %s"
            params.append(self.since)
        if self.until:
            where += " AND due_on::date <= %s"
            params.append(self.until)
        if self.warns_today:
            of_kinds, days = self._of_kinds(lambda days: [*days, OVERDUE], "int[]")
            where += (
                f" AND CASE WHEN {_HAS_STEPS} THEN to_jsonb(due_on::date - %s::date) <@"
                f" (warn_days::jsonb || %s::jsonb) ELSE due_on::date - %s::date = ANY({of_kinds}) END"
            )
            params += [self.today, json.dumps([OVERDUE]), self.today, *days]
        if self.is_told and not is_told_at_once:
            furthest = "SELECT max(step::int) FROM jsonb_array_elements_text(warn_days::jsonb) step"
            of_kinds, days = self._of_kinds(max, "int")
            where += (
                " AND due_on::date <= %s::date"
                f" + CASE WHEN {_HAS_STEPS} THEN ({furthest}) ELSE {of_kinds} END"
            )
            params += [self.today, *days]
        return where, params

    def _of_kinds(self, value: Callable[[Sequence[int]], Any], type_: str) -> tuple[str, list[Any]]:
        """SQL that gives for the kind of a row this value of its days of warning; and its values."""
        sql, params = f"%s::{type_}", [value(WARNING_DAYS)]
        for kind, days in self.steps.items():
            sql = f"CASE WHEN kind = %s THEN %s::{type_} ELSE {sql} END"
            params = [kind, value(days), *params]
        return sql, params


# Whether the rule of a row lists its own days of warning. Other rows use WARNING_DAYS, which are faster to compare.
_HAS_STEPS = "jsonb_typeof(warn_days::jsonb) = 'array' AND warn_days::jsonb <> '[]'"
