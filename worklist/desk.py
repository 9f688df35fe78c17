"""The data behind one reader's Today; each value is queried once and shared by all parts of the page."""

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
from accounts.sight import keys_seen
from casework.needs.filters import NEW_FOR
from casework.needs.missing import incomplete_since
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.case import CaseQuerySet
from pages.questions import ANY_MOMENT, kept_rows
from pages.together import Answers
from shelters.access import no_site_yet
from shelters.models import Site
from shelters.occupied import with_occupancy
from worklist.aid_losses import LosingAid, losing_aid
from worklist.due import Due
from worklist.due_today import NONE, DueToday, Number, due_today
from worklist.lines import Line
from worklist.projection.access import kept_now
from worklist.projection.update import Kept
from worklist.ranking import MOST
from worklist.today_counts import FAMILIES_FETCHED, oldest_without_bed, today_counts

LINES = 4
# A line may be merged into a worse one about the same family.
FAMILIES_SHOWN = 4 * MOST
# Kinds of dates that can come first. Tasks count only if they are the user's own.
FIRST_OF = (
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


class Desk:
    """The user, the day, and what several parts of the page ask for."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.today = user.today()
        # Dates in words, by the identity of their row; loaded together with the first lines.
        self.lines: dict[int, Line] = {}

    def cases(self, permission: Permission) -> CaseQuerySet:
        """The cases that the user reaches with this permission."""
        return Case.objects.filter(pk__in=keys_seen(Case.objects, self.user, permission))

    @cached_property
    def _kept(self) -> Kept:
        return kept_now(self.today)

    @property
    def kept(self) -> frozenset[str]:
        """The kinds whose projection is current; empty, and without aid, where it could not be brought up to date."""
        return self._kept.kinds

    @property
    def kept_night(self) -> datetime.date | None:
        """Tonight, if the projection says who waits for a bed."""
        return self.today if self._kept.night else None

    @cached_property
    def dates(self) -> DueToday:
        """What is overdue, and what falls due within fourteen days."""
        return due_today(self.user, FIRST_OF, self.kept, self.kept_night)

    def first_of(self, kind: str) -> list[Due]:
        """The first dates of this kind within seven days."""
        return self.dates.first.get(kind, [])

    def is_own(self, row: Due) -> bool:
        """Whether it is overdue and the user's own: their task, or a date that they were given or took."""
        return (row.kind, row.about_id) in self._own

    @cached_property
    def _own(self) -> set[tuple[str, str]]:
        return {(row.kind, row.about_id) for row in self.dates.own}

    def number_of(self, kind: str) -> Number:
        """How many of this kind there are."""
        return self.dates.numbers.get(kind, NONE)

    @cached_property
    def _answers(self) -> Answers:
        return today_counts(self.user, self.kept_night)

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of `worklist.today_counts` that the user's permissions open, by name."""
        return self._answers.counts

    @property
    def rows(self) -> dict[str, list[dict[str, Any]]]:
        """The rows that `worklist.today_counts` returns; their days are texts."""
        return self._answers.rows

    @cached_property
    def sites(self) -> list[Any]:
        """Every site whose occupancy the user may see; open ones with tonight's numbers."""
        sites = kept_rows(_sites, self.user)
        with_occupancy([site for site in sites if site.is_open_on(self.today)], self.today)
        return sites

    @property
    def open_sites(self) -> list[Any]:
        return [site for site in self.sites if site.is_open_on(self.today)]

    @cached_property
    def new_incomplete(self) -> list[Any]:
        """The latest new arrivals with missing data; each row carries the total."""
        since = timezone.now() - NEW_FOR
        return kept_rows(_new_incomplete, self.user, values={ANY_MOMENT: since})

    @cached_property
    def without_bed(self) -> list["Waiting"]:
        """The families without a bed tonight that have waited longest.

        Nobody waits from before their case was opened, except people who came from another case: these are all checked. The
        others are checked from the oldest case on, apart those with a baby, until no later case can come before the ones
        shown.
        """
        moved = {_waiting(row) for row in self.rows.get("moved_without_bed", [])}
        asked = FAMILIES_FETCHED
        babies, oldest = (
            [_waiting(row) for row in self.rows.get(name, [])]
            for name in ("babies_without_bed", "without_bed")
        )
        while True:
            first = sorted(moved.union(babies, oldest), key=_in_line)[:FAMILIES_SHOWN]
            further = babies if len(babies) >= asked else oldest
            is_whole = len(further) < asked or (further is oldest and first[-1].has_baby)
            # The family with a small child may be any of those with the same day.
            if is_whole or first[-1].since < further[-1].opened_on:
                return first
            asked *= 4
            babies, oldest = (
                [
                    _waiting(row)
                    for row in oldest_without_bed(self.user, self.kept_night, asked, **which)
                ]
                for which in ({"has_baby": True}, {})
            )

    @property
    def number_without_bed(self) -> int:
        """How many families have no bed tonight, counted to a thousand."""
        return self.counts.get("without_bed", 0)

    @cached_property
    def no_site_yet(self) -> str:
        """Shown to people who run sites and are posted to none; queried only when nobody waits."""
        return "" if self.number_without_bed else no_site_yet(self.user)

    @cached_property
    def losing_aid(self) -> LosingAid:
        """Families that lose aid within fourteen days, or have none."""
        return losing_aid(self.user, is_kept=bool(self.kept), kept_night=self.kept_night)

    @cached_property
    def waiting(self) -> dict[str, int]:
        """How many items without a date wait, by slug, for the kinds that concern the user."""
        return {
            each.slug: each.count(self.user) if each.count else self.counts[each.slug]
            for each in waiting_counts
            if self.user.holds(each.permission)
        }


class Waiting(NamedTuple):
    """A family, and those of its people who have no bed tonight."""

    pk: uuid.UUID
    opened_on: datetime.date
    since: datetime.date
    has_baby: bool
    small_born: int
    number: str
    people: frozenset[uuid.UUID]


def _waiting(row: Mapping[str, Any]) -> Waiting:
    """From a row, or from its JSON form."""
    days = (row["opened_on"], row["waiting_since"])
    opened_on, since = (_day(day) for day in days)
    people = frozenset(uuid.UUID(str(person)) for person in row["who_waits"])
    key, child = uuid.UUID(str(row["pk"])), (row["has_baby"], row["small_born"])
    return Waiting(key, opened_on, since, *child, row["number"], people)


def _day(day: datetime.date | str) -> datetime.date:
    return datetime.date.fromisoformat(day) if isinstance(day, str) else day


def _in_line(family: Waiting) -> tuple[bool, datetime.date, int, str]:
    """Sorted as the list of families without a bed sorts them (`shelters.querysets.families`)."""
    return not family.has_baby, family.since, -family.small_born, family.number


def _sites(user: User) -> Any:
    """What Today shows of a site."""
    seen = Site.objects.visible_to(user, Permission.OCCUPANCY_READ).select_related("office")
    terms = ("paid_until", "contract_ends_on", "contract_gaps", "must_leave_on")
    shown = ("name", "opened_on", "closed_on", *terms)
    return seen.only(*shown, "office__time_zone")


def _new_incomplete(user: User) -> Any:
    seen = Individual.objects.visible_to(user, Permission.INDIVIDUAL_READ)
    people = incomplete_since(seen, ANY_MOMENT)
    return people.annotate(number_of_all=Window(Count("pk")))[:LINES]
