"""SQL that tells which rows of the projection a user sees, with named values."""

import datetime
import re
import uuid
from collections.abc import Iterable
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db.models import Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import AccessSource, visible_keys
from casework.register.models.case import Case
from casework.register.querysets.reach import reach_of
from worklist.sources.reach import SharedReach

NAME = re.compile(r"%\((\w+)\)s")


class ReaderQuestion:
    """Builds the SQL of one reader's query, from parts that the ORM made from our own querysets.

    The values are numbered in order, so that all readers of a role have the same text and the database plans it once.
    `looks_up_first` is for queries that count thousands of rows: the cases that access sources open are then looked up
    once, in a WITH clause. `kept_night` is a night for which the projection says who waits for a bed.
    """

    def __init__(
        self,
        user: User,
        *,
        looks_up_first: bool = False,
        kept_night: datetime.date | None = None,
        **values: Any,
    ) -> None:
        self.user = user
        self.values = values
        self.looks_up_first = looks_up_first
        self.kept_night = kept_night
        self._looked_up: dict[tuple[AccessSource, ...], str] = {}

    def with_names(self, sql: str, values: Iterable[Any]) -> str:
        """The SQL with the names of its values."""
        return sql % tuple(self.value(value) for value in values)

    def rows(self, queryset: Any) -> str:
        """The SQL of a queryset, with the names of its values. Raises EmptyResultSet if Django knows that it has no rows."""
        return self.with_names(*compiled_sql(queryset))

    def value(self, value: Any) -> str:
        """Adds a value, and returns its placeholder."""
        name = f"v{len(self.values)}"
        self.values[name] = value
        return f"%({name})s"

    def keys(self, keys: Iterable[uuid.UUID]) -> str:
        """Adds a list of keys, and returns its placeholder as an array."""
        return f"{self.value(list(keys))}::uuid[]"

    def with_ordered_values(self, sql: str) -> tuple[str, list[Any]]:
        """The SQL with nameless placeholders, and its values in their order."""
        names = NAME.findall(sql)
        return NAME.sub("%s", sql), [self.values[name] for name in names]

    def reach_condition(self, reach: SharedReach) -> str:
        """The condition that a row belongs to a visible case, or to no case and a visible office."""
        at_office = f"office_id = ANY({self.keys(reach.office_ids)})"
        return f"CASE WHEN case_id IS NULL THEN {at_office} ELSE {self.case_condition(reach.permission)} END"

    def lookup_clauses(self) -> list[str]:
        """The look-ups of cases as WITH clauses. Complete only after every condition is built."""
        return [
            f"reached_{place} (pk) AS MATERIALIZED ({sql})"
            for place, sql in enumerate(self._looked_up.values())
        ]

    def with_clause(self, *others: str) -> str:
        """The WITH of the query: the look-ups of cases, then `others`. Call it after every condition is built."""
        before = [*self.lookup_clauses(), *others]
        return f"WITH {', '.join(before)} " if before else ""

    def case_condition(self, permission: Permission, *, of_all: bool = False) -> str:
        """The condition that the case of a projected row, called `dated`, is visible with this permission (as
        `Case.visible_to`).

        Rows of a team or an office that the user sees as a whole need no look-up of the case. The other cases are
        looked up first in a WITH clause (`looks_up_first`), or all at once for a sum over all rows (`of_all`), or one
        by one."""
        cases: Any = visible_keys(Case.objects, self.user, permission)
        if not cases:
            return "false"
        reach = reach_of(self.user, permission)
        whole = (
            f"NOT case_is_restricted AND (case_team_id = ANY({self.keys(reach.team_ids)})"
            f" OR case_office_id = ANY({self.keys(reach.office_ids)}))"
        )
        sources = tuple(each for each in reach.sources if _leads_somewhere(each, self.user))
        visible = self.with_names(cases.sql, cases.params)
        alone = f"(SELECT true FROM ({visible}) AS seen (pk) WHERE seen.pk = dated.case_id LIMIT 1)"  # noqa: S608
        if not sources:
            others = f"WHEN case_is_restricted THEN {alone}"
        elif self.looks_up_first and (place := self._look_up(sources)) is not None:
            among = f"dated.case_id IN (SELECT pk FROM reached_{place})"  # noqa: S608
            others = f"WHEN case_is_restricted THEN {alone} ELSE {among}"
        elif of_all:
            others = f"ELSE dated.case_id IN ({visible})"
        else:
            others = f"ELSE {alone}"
        return f"CASE WHEN {whole} THEN true {others} END"

    def _look_up(self, sources: tuple[AccessSource, ...]) -> int | None:
        """The number of the WITH clause with the cases that these sources open; None if a source cannot list its cases."""
        if sources not in self._looked_up:
            querysets = [source.keys_reached_by(self.user, self.kept_night) for source in sources]
            if None in querysets:
                return None
            keys = [self.rows(each) for of_source in querysets for each in of_source or ()]
            self._looked_up[sources] = " UNION ALL ".join(keys)
        return list(self._looked_up).index(sources)


def _leads_somewhere(source: AccessSource, user: User) -> bool:
    """Whether this source can open any case for the user's roles."""
    try:
        _sql, values = compiled_sql(Case.objects.filter(Q(source.reached_by(user))).values("pk"))
    except EmptyResultSet:
        return False
    return values != (False,)


def compiled_sql(queryset: Any) -> tuple[str, tuple[Any, ...]]:
    """The SQL of the queryset without its order, and the values."""
    sql, values = queryset.order_by().query.sql_with_params()
    return sql, values
