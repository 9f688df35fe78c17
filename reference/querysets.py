"""Querysets of rules of law, holidays, suspensions and texts."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.db import connection
from django.db.models import Exists, Model, OuterRef, Q, QuerySet, Subquery

from reference.rules import in_force


class DeadlineRuleQuerySet(QuerySet[Any]):
    def in_force(self, code: str, *, on: datetime.date, country: str) -> Any | None:
        """The version of a rule in force on that day; None without one."""
        return in_force(self.filter(code=code, country=country), on)


class PublicHolidayQuerySet(QuerySet[Any]):
    def closed_days(self, country: str, *, since: datetime.date) -> frozenset[datetime.date]:
        """The days from `since` on that are public holidays of a country."""
        return frozenset(
            self.filter(country=country, on__gte=since, is_worked=False).values_list(
                "on", flat=True
            )
        )


class TermSuspensionQuerySet(QuerySet[Any]):
    def in_use(self) -> "TermSuspensionQuerySet":
        return self.filter(withdrawn_on=None)

    def suspended_days(self, country: str, *, since: datetime.date) -> frozenset[datetime.date]:
        """The days from `since` on for which terms were suspended in a country. May include earlier days of a period."""
        ranges = self.in_use().filter(country=country, through_on__gte=since)
        return frozenset(
            starts_on + datetime.timedelta(days=n)
            for starts_on, through_on in ranges.values_list("starts_on", "through_on")
            for n in range((through_on - starts_on).days + 1)
        )


class TermDayQuerySet(QuerySet[Any]):
    def write(
        self, country: str, code: str, days: Iterable[tuple[Model, datetime.date, datetime.date]]
    ) -> None:
        """Replaces the rows of a rule. `days` are (rule, starting day, last day). Uses COPY, because there are thousands."""
        written = [
            (country, code, rule.pk, starts_on, last_on) for rule, starts_on, last_on in days
        ]
        self.filter(country=country, code=code).delete()
        columns = "COPY reference_termday (country, code, rule_id, starts_on, last_on) FROM STDIN"
        with connection.cursor() as cursor, cursor.copy(columns) as rows:
            for row in written:
                rows.write_row(row)


class HouseTextQuerySet(QuerySet[Any]):
    def in_force(self, code: str, *, on: datetime.date) -> dict[str, Any]:
        """The newest version of a text in force on that day, by language; empty without one."""
        candidates = self.filter(Q(in_force_from=None) | Q(in_force_from__lte=on), code=code)
        newest = candidates.order_by("-version").values("version")[:1]
        return {text.language: text for text in candidates.filter(version=Subquery(newest))}

    def outdated(self, on: datetime.date) -> "HouseTextQuerySet":
        """Texts with a newer version in force on that day."""
        return self.filter(Exists(self._newer(on)))

    def same_version(self, text: Any) -> dict[str, Any]:
        """The rows of the same text and version, by language."""
        return {each.language: each for each in self.filter(code=text.code, version=text.version)}

    def with_replaced_on(self, on: datetime.date) -> Any:
        """Adds `replaced_on`: the first day of the next version, if it is in force on `on`; else None."""
        return self.annotate(replaced_on=Subquery(self._newer(on).values("in_force_from")[:1]))

    def _newer(self, on: datetime.date) -> Any:
        newer = self.model.objects.filter(code=OuterRef("code"), version__gt=OuterRef("version"))
        return newer.filter(Q(in_force_from=None) | Q(in_force_from__lte=on)).order_by("version")
