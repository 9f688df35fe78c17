"""What one reader's Today is made from, asked once however many parts of the page want it."""

import datetime
from functools import cached_property
from typing import Any

from django.db.models import Count, Q, Window

from accounts.due import waiting_counts
from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen
from aid.ahead import FamilyAhead
from aid.forecasts import forecast
from casework.needs.filters import lacking
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.case import CaseQuerySet
from shelters.querysets.families import waiting_since, without_bed
from worklist.due import Due, DueRows, due
from worklist.ranking import MOST

# What is as near as this may come first; what is further off waits in the lists.
AHEAD = datetime.timedelta(days=7)
AID_DAYS = 14
DATE_DAYS = 14
ENOUGH = 1000
LINES = 4


class Desk:
    """The reader, the day, and what several parts of the page ask for."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.today = user.today()

    def cases(self, permission: Permission) -> CaseQuerySet:
        """The cases that the reader reaches with this permission."""
        return Case.objects.filter(pk__in=keys_seen(Case.objects, self.user, permission))

    @cached_property
    def dates(self) -> DueRows:
        """What is overdue or falls due within fourteen days."""
        last = self.today + datetime.timedelta(days=DATE_DAYS)
        return due(self.user, today=self.today, until=last)

    @cached_property
    def rows(self) -> list[Due]:
        """The dates of the next days and those that have passed, the earliest first."""
        return due(self.user, today=self.today, until=self.today + AHEAD)[:ENOUGH]

    def first_dates(self, number: int, *, until: datetime.date) -> list[Due]:
        """The first dates from today on that are no later than `until`, a day within those of `rows`."""
        if len(self.rows) < ENOUGH:
            return [row for row in self.rows if self.today <= row.on <= until][:number]
        return due(self.user, today=self.today, since=self.today, until=until)[:number]

    def rows_of(self, *kinds: str) -> list[Due]:
        return [row for row in self.rows if row.kind in kinds]

    @property
    def yesterday(self) -> datetime.date:
        return self.today - datetime.timedelta(days=1)

    @cached_property
    def open_cases(self) -> dict[str, int]:
        """How many open cases are the reader's own, were opened since yesterday, and are looked after by nobody."""
        held = CaseAssignment.objects.on(self.today)
        own = held.filter(caseworker=self.user)
        numbers: dict[str, int] = (
            self.cases(Permission.CASE_READ)
            .open()
            .aggregate(
                own=Count("pk", filter=Q(pk__in=own.values("case"))),
                recent=Count("pk", filter=Q(opened_on__gte=self.yesterday)),
                nobodys=Count("pk", filter=~Q(pk__in=held.values("case"))),
            )
        )
        return numbers

    @cached_property
    def new_incomplete(self) -> list[Any]:
        """The last of the new arrivals that lack something, each with the number of all."""
        seen = Individual.objects.visible_to(self.user, Permission.INDIVIDUAL_READ)
        people = lacking(seen, "new", self.today)
        return list(people.annotate(number_of_all=Window(Count("pk")))[:LINES])

    def in_state(self, state: str) -> DueRows:
        """Those within the reader's sight of whom the state holds today, the longest first."""
        return due(self.user, today=self.today, state=state)

    @cached_property
    def without_bed(self) -> list[Any]:
        """The families that wait longest of those without a bed tonight: key, since when, and the number of all."""
        cases = self.cases(Permission.PLACEMENT_READ)
        waiting: Any = waiting_since(without_bed(cases, self.today), self.today)
        rows = waiting.order_by("waiting_since", "number")
        # One line may be taken by something worse about the same family.
        return list(rows.values_list("pk", "waiting_since", Window(Count("pk")))[: 4 * MOST])

    @cached_property
    def losing_aid(self) -> list[FamilyAhead]:
        """Families that lose aid within fourteen days, or have none."""
        if not self.user.holds(Permission.FORECAST_READ):
            return []
        return forecast(self.user, within_days=AID_DAYS, on=self.today)

    @cached_property
    def waiting(self) -> dict[str, int]:
        """How much waits of each kind without a day, by slug; of those kinds that are the reader's."""
        return {
            each.slug: each.count(self.user)
            for each in waiting_counts
            if self.user.holds(each.permission)
        }
