"""A source of things that fall due, made of the cases themselves: due on the day they were opened."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.db.models import CharField, F, UUIDField, Value

from accounts.models import Office
from accounts.permissions import Permission
from casework.models import Case


class CasesOpened:
    kind = "case_opened"
    permission = Permission.CASE_READ

    def rows(self, today: datetime.date) -> Any:
        return Case.objects.annotate(
            kind=Value(self.kind, CharField()),
            on=F("opened_on"),
            about_type=Value("casework.case", CharField()),
            about_id=F("id"),
            case_id=F("id"),
            permission=Value(str(self.permission), CharField()),
            severity=Value("warn", CharField()),
        )

    def sentence(self, about_ids: Iterable[Any]) -> dict[Any, str]:
        return {case.pk: f"Opened: {case}" for case in Case.objects.filter(pk__in=about_ids)}


class OfficesCount:
    """One row per office, without a case, always due today."""

    kind = "office_counts"
    permission = Permission.OCCUPANCY_READ

    def rows(self, today: datetime.date) -> Any:
        return Office.objects.annotate(
            kind=Value(self.kind, CharField()),
            on=Value(today),
            about_type=Value("accounts.office", CharField()),
            about_id=F("id"),
            case_id=Value(None, UUIDField()),
            permission=Value(str(self.permission), CharField()),
            office_id=F("id"),
            severity=Value("calm", CharField()),
        )

    def sentence(self, about_ids: Iterable[Any]) -> dict[Any, str]:
        return {each.pk: f"Count {each}" for each in Office.objects.filter(pk__in=about_ids)}


cases_opened = CasesOpened()
offices_count = OfficesCount()
PATHS = ["tests.worklist.sources.cases_opened", "tests.worklist.sources.offices_count"]
