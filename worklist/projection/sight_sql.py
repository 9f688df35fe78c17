"""SQL with named values: whether the user sees a kept row."""

import datetime
import re
import uuid
from collections.abc import Iterable
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db.models import Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import AccessSource, keys_seen
from casework.register.models.case import Case
from casework.register.querysets.reach import reach_of
from worklist.sources.reach import SharedReach

NAME = re.compile(r"%\((\w+)\)s")


class ReaderQuestion:
    """Builds one reader's query. Only SQL that the ORM made from our own querysets.

    Equal values get equal names, so that the text is the same for all readers of a role and the database plans it once.
    `at_once` is for queries that count thousands of rows: the cases that the access sources lead to are looked up first, in
    a WITH clause. `kept_night` is a night for which the projection says who waits for a bed.
    """

    def __init__(
        self,
        user: User,
        *,
        at_once: bool = False,
        kept_night: datetime.date | None = None,
        **values: Any,
    ) -> None:
        self.user = user
        self.values = values
        self.at_once = at_once
        self.kept_night = kept_night
        self._looked_up: dict[tuple[AccessSource, ...], str] = {}

    def named(self, sql: str, values: Iterable[Any]) -> str:
        """The SQL with names instead of its values."""
        return sql % tuple(self.value(value) for value in values)

    def rows(self, queryset: Any) -> str:
        """The same for a queryset. Raises EmptyResultSet where Django knows that nothing is there."""
        return self.named(*compiled(queryset))

    def value(self, value: Any) -> str:
        name = f"v{len(self.values)}"
        self.values[name] = value
        return f"%({name})s"

    def keys(self, keys: Iterable[uuid.UUID]) -> str:
        return f"{self.value(list(keys))}::uuid[]"

    def in_order(self, sql: str) -> tuple[str, list[Any]]:
        """The SQL with its values in order, for a query without named parameters."""
        names = NAME.findall(sql)
        return NAME.sub("%s", sql), [self.values[name] for name in names]

    def reached(self, reach: SharedReach) -> str:
        """The condition that a row belongs to a visible case, or to no case and a visible office."""
        at_office = f"office_id = ANY({self.keys(reach.office_ids)})"
        return f"CASE WHEN case_id IS NULL THEN {at_office} ELSE {self.seen(reach.permission)} END"

    def looked_up(self) -> list[str]:
        """The first WITH clauses; complete once every condition is compiled."""
        return [
            f"reached_{place} (pk) AS MATERIALIZED ({sql})"
            for place, sql in enumerate(self._looked_up.values())
        ]

    def in_front(self, *others: str) -> str:
        """The start of the query: the WITH clauses, and `others`."""
        before = [*self.looked_up(), *others]
        return f"WITH {', '.join(before)} " if before else ""

    def seen(self, permission: Permission, *, of_all: bool = False) -> str:
        """The condition that the case of a kept row, called `dated`, is visible with this permission (as
        `Case.visible_to`).

        Users who see all of a team or an office need no case lookup. For the others, all cases are looked up `at_once`,
        or one per row, or the database computes everybody visible, which it does once for a sum `of_all`."""
        cases: Any = keys_seen(Case.objects, self.user, permission)
        if not cases:
            return "false"
        reach = reach_of(self.user, permission)
        whole = (
            f"NOT case_is_restricted AND (case_team_id = ANY({self.keys(reach.team_ids)})"
            f" OR case_office_id = ANY({self.keys(reach.office_ids)}))"
        )
        sources = tuple(each for each in reach.sources if _leads_somewhere(each, self.user))
        seen = self.named(cases.sql, cases.params)
        alone = f"(SELECT true FROM ({seen}) AS seen (pk) WHERE seen.pk = dated.case_id LIMIT 1)"  # noqa: S608
        if not sources:
            others = f"WHEN case_is_restricted THEN {alone}"
        elif self.at_once and (place := self._look_up(sources)) is not None:
            among = f"dated.case_id IN (SELECT pk FROM reached_{place})"  # noqa: S608
            others = f"WHEN case_is_restricted THEN {alone} ELSE {among}"
        elif of_all:
            others = f"ELSE dated.case_id IN ({seen})"
        else:
            others = f"ELSE {alone}"
        return f"CASE WHEN {whole} THEN true {others} END"

    def _look_up(self, sources: tuple[AccessSource, ...]) -> int | None:
        """The number of the WITH clause with the cases from these sources; None if one of them leads to most cases."""
        if sources not in self._looked_up:
            found = [source.keys_reached_by(self.user, self.kept_night) for source in sources]
            if None in found:
                return None
            keys = [self.rows(each) for of_source in found for each in of_source or ()]
            self._looked_up[sources] = " UNION ALL ".join(keys)
        return list(self._looked_up).index(sources)


def _leads_somewhere(source: AccessSource, user: User) -> bool:
    """Whether the user's roles reach any case through it."""
    try:
        _sql, values = compiled(Case.objects.filter(Q(source.reached_by(user))).values("pk"))
    except EmptyResultSet:
        return False
    return values != (False,)


def compiled(queryset: Any) -> tuple[str, tuple[Any, ...]]:
    sql, values = queryset.order_by().query.sql_with_params()
    return sql, values
