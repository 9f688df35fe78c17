"""What the page Today knows about one reader. Each fact is queried once and shared by all parts of the page."""

import datetime
import uuid
from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Count, Window
from django.utils import timezone

from accounts.due import waiting_counts
from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import visible_keys
from casework.needs.filters import NEW_FOR
from casework.needs.missing import incomplete_since
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.case import CaseQuerySet
from pages.questions import ANY_MOMENT, cached_rows
from pages.together import Answers
from shelters.access import no_site_yet
from shelters.models import Site
from shelters.occupied import with_occupancy
from worklist.due.lines import Line
from worklist.due.rows import Due
from worklist.projection.access import projection_of
from worklist.projection.update import CurrentProjection
from worklist.today.aid_losses import LosingAid, losing_aid
from worklist.today.counts import FAMILIES_FETCHED, oldest_without_bed, today_counts
from worklist.today.dates import NO_DATES, DueToday, KindNumbers, due_today
from worklist.today.ranking import MOST_LINES

# How many incomplete arrivals the page shows.
LINES = 4
# More families than lines, because a line may be merged into a worse one about the same family.
FAMILIES_SHOWN = 4 * MOST_LINES
# The kinds of dates that can be among the first lines. Tasks are not here, because only the user's own tasks can.
FIRST_KINDS = (
    "child_missing",
    "child_alone",
    "child_back",
    "person_back",
    "appeal_term",
    "legal_term",
    "interview",
    "interview_missed",
    "interview_in_doubt",
    "application_to_lodge",
    "permit_expires",
    "stay_paper_expires",
    "loss_to_confirm",
    "site_notice",
    "site_paid_until",
    "case_received",
)


class TodayFacts:
    """The user, the day, and the facts that several parts of the page need."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.today = user.today()
        # The lines of rows, by the identity of the row; `first_lines` fills this for the block of the week.
        self.lines: dict[int, Line] = {}

    def cases(self, permission: Permission) -> CaseQuerySet:
        """The cases that the user sees with this permission."""
        return Case.objects.filter(pk__in=visible_keys(Case.objects, self.user, permission))

    @cached_property
    def _projection(self) -> CurrentProjection:
        return projection_of(self.today)

    @property
    def projected_kinds(self) -> frozenset[str]:
        """The kinds of dates that the projection holds; empty if it could not be brought up to date."""
        return self._projection.kinds

    @property
    def kept_night(self) -> datetime.date | None:
        """Tonight, if the projection says which families wait for a bed; else None."""
        return self.today if self._projection.has_night else None

    @cached_property
    def dates(self) -> DueToday:
        """The overdue dates, and those within fourteen days."""
        return due_today(self.user, FIRST_KINDS, self.projected_kinds, self.kept_night)

    def first_of(self, kind: str) -> list[Due]:
        """The earliest dates of this kind, until seven days from now."""
        return self.dates.first.get(kind, [])

    def is_own(self, row: Due) -> bool:
        """Whether the row is overdue and the user's own: their task, or a date that was handed to them or that they took."""
        return (row.kind, row.about_id) in self._own

    @cached_property
    def _own(self) -> set[tuple[str, str]]:
        return {(row.kind, row.about_id) for row in self.dates.own}

    def number_of(self, kind: str) -> KindNumbers:
        """How many dates of this kind there are, and how many are near."""
        return self.dates.numbers.get(kind, NO_DATES)

    @cached_property
    def _answers(self) -> Answers:
        return today_counts(self.user, self.kept_night)

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of `worklist.today.counts` by name; only those that the user's permissions open."""
        return self._answers.counts

    @property
    def rows(self) -> dict[str, list[dict[str, Any]]]:
        """The rows of `worklist.today.counts` by name. Their days are texts."""
        return self._answers.rows

    @property
    def no_reminders_since(self) -> datetime.datetime | None:
        """The last tick, if it is long ago: until the clock runs again, nobody is reminded of anything."""
        silent = self.rows.get("silent_clock")
        return datetime.datetime.fromisoformat(silent[0]["beat_at"]) if silent else None

    @cached_property
    def sites(self) -> list[Any]:
        """The sites whose occupancy the user may see. Open sites have the numbers of tonight."""
        sites = cached_rows(_sites, self.user)
        with_occupancy([site for site in sites if site.is_open_on(self.today)], self.today)
        return sites

    @property
    def open_sites(self) -> list[Any]:
        """The sites that are open today, with the numbers of tonight."""
        return [site for site in self.sites if site.is_open_on(self.today)]

    @cached_property
    def new_incomplete(self) -> list[Any]:
        """The latest arrivals with missing data. Each row has their total in `number_of_all`."""
        since = timezone.now() - NEW_FOR
        return cached_rows(_new_incomplete, self.user, values={ANY_MOMENT: since})

    @cached_property
    def without_bed(self) -> list["FamilyWithoutBed"]:
        """The families without a bed tonight that come first, in the order of the list of such families.

        A family cannot have waited since before its case was opened, unless somebody came from another case. Families
        with such people are all read. The others are read by the age of their case, and those with a baby apart, until no
        family that was not read can come before the families shown.
        """
        came_from_another_case = {_family(row) for row in self.rows.get("moved_without_bed", [])}
        number = FAMILIES_FETCHED
        babies, oldest = (
            [_family(row) for row in self.rows.get(name, [])]
            for name in ("babies_without_bed", "without_bed")
        )
        while True:
            first = sorted(came_from_another_case.union(babies, oldest), key=_queue_order)[
                :FAMILIES_SHOWN
            ]
            further = babies if len(babies) >= number else oldest
            is_whole = len(further) < number or (further is oldest and first[-1].has_baby)
            # Among families of the same day the one with the smallest child comes first, so all of them have to be read.
            if is_whole or first[-1].since < further[-1].opened_on:
                return first
            number *= 4
            babies, oldest = (
                [
                    _family(row)
                    for row in oldest_without_bed(self.user, self.kept_night, number, **which)
                ]
                for which in ({"has_baby": True}, {})
            )

    @property
    def number_without_bed(self) -> int:
        """How many families have no bed tonight; the count stops at a thousand."""
        return self.counts.get("without_bed", 0)

    @cached_property
    def no_site_yet(self) -> str:
        """A sentence for users who run sites and are posted to none; else empty. Queried only if no family waits."""
        return "" if self.number_without_bed else no_site_yet(self.user)

    @cached_property
    def losing_aid(self) -> LosingAid:
        """The families that have no aid, or lose aid within fourteen days."""
        return losing_aid(self.user, is_kept=bool(self.projected_kinds), kept_night=self.kept_night)

    @cached_property
    def waiting(self) -> dict[str, int]:
        """How many things without a date wait for the user, by the slug of their `WaitingCount`."""
        return {
            each.slug: each.count(self.user) if each.count else self.counts[each.slug]
            for each in waiting_counts
            if self.user.holds(each.permission)
        }


class FamilyWithoutBed(NamedTuple):
    """A family without a bed tonight, and those of its people who have none."""

    pk: uuid.UUID
    opened_on: datetime.date
    since: datetime.date
    has_baby: bool
    small_born: int
    number: str
    people: frozenset[uuid.UUID]


def _family(row: Mapping[str, Any]) -> FamilyWithoutBed:
    """The family from a row of the database or from a row of JSON."""
    days = (row["opened_on"], row["waiting_since"])
    opened_on, since = (_day(day) for day in days)
    people = frozenset(uuid.UUID(str(person)) for person in row["who_waits"])
    key, child = uuid.UUID(str(row["pk"])), (row["has_baby"], row["small_born"])
    return FamilyWithoutBed(key, opened_on, since, *child, row["number"], people)


def _day(day: datetime.date | str) -> datetime.date:
    """The day itself, also from its text in JSON."""
    return datetime.date.fromisoformat(day) if isinstance(day, str) else day


def _queue_order(family: FamilyWithoutBed) -> tuple[bool, datetime.date, int, str]:
    """The sort key of the list of families without a bed (`shelters.querysets.families`)."""
    return not family.has_baby, family.since, -family.small_born, family.number


def _sites(user: User) -> Any:
    """The sites whose occupancy the user may see, with the columns that Today shows."""
    visible = Site.objects.visible_to(user, Permission.OCCUPANCY_READ).select_related("office")
    terms = ("paid_until", "contract_ends_on", "contract_gaps", "must_leave_on")
    shown = ("name", "opened_on", "closed_on", *terms)
    return visible.only(*shown, "office__time_zone")


def _new_incomplete(user: User) -> Any:
    """The latest visible people with missing data since a moment that replaces ANY_MOMENT."""
    visible = Individual.objects.visible_to(user, Permission.INDIVIDUAL_READ)
    people = incomplete_since(visible, ANY_MOMENT)
    return people.annotate(number_of_all=Window(Count("pk")))[:LINES]
