"""The counts of Today that are counts of querysets, in one statement.

Other numbers are computed elsewhere: due dates (`worklist.today.dates`), losses of aid (`worklist.today.aid_losses`), people
who sleep against a rule (`shelters.tonight`).
"""

import datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Least
from django.utils import timezone
from django.utils.timezone import get_current_timezone_name

from accounts.due import waiting_counts
from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import access_sources, visible_keys
from casework.arrivals.models import ArrivalDraft
from casework.duplicates.models import DuplicatePair
from casework.needs.filters import WITHOUT_SEX_OR_AGE
from casework.register.models.arrival import Arrival
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.assignment import colleagues_of
from casework.slots.arrival_people import without_mistaken
from casework.tasks.models import CaseTask
from imports.models import ImportBatch
from pages.lookups import among
from pages.order import ByName
from pages.pager import COUNTED_AT_MOST
from pages.questions import ANY_MOMENT
from pages.remembered import Remembered
from pages.together import Answers, Together, together
from shelters.access import waiting_in_sight
from shelters.models import Placement, Site
from shelters.querysets.families import (
    members_without_bed,
    waiting_since,
    with_who_may_wait_since_before,
)
from shelters.querysets.placement import states
from worklist.scheduler.readiness import silent_clock
from worklist.today.ranking import MOST_LINES

# How far the counts of tasks and the unpaid nights look ahead.
WEEK_AHEAD = datetime.timedelta(days=7)
# A notice to leave counts down for longer: other places have to be found.
NOTICE_AHEAD = datetime.timedelta(days=30)
# More families than lines, because a line may be merged into a worse one about the same family.
FAMILIES_FETCHED = 8 * MOST_LINES
# The states of stays, in this order.
STATES = ("arriving", "leaving", "not_arrived", "overdue", "left_open")

Questions = dict[str, QuerySet[Any, Any]]


def today_counts(user: User, kept_night: datetime.date | None) -> Answers:
    """The counts and the rows that the user's permissions open, by name.

    `kept_night` is tonight if the projection says which families wait for a bed. The SQL is cached for the day, because
    Django needs as long to compile it as the database to run it.
    """
    key = (
        user.standing_key,
        kept_night,
        get_current_timezone_name(),
        access_sources.entries,
        waiting_counts.entries,
    )
    statement: Together = _compiled.of(key, lambda: _compile(user, kept_night))
    return statement.answers({ANY_MOMENT: timezone.now() - ArrivalDraft.LIFETIME})


_compiled = Remembered(500)


def _compile(user: User, kept_night: datetime.date | None) -> Together:
    """One statement with the counts and rows that the user's permissions open."""
    counts, rows = _counts(user), Questions()
    rows["silent_clock"] = silent_clock().values("beat_at")
    if user.holds(Permission.PLACEMENT_READ):
        waiting = waiting_in_sight(user, Permission.PLACEMENT_READ, kept_night=kept_night)
        counts["without_bed"] = _to_a_thousand(waiting)
        rows["without_bed"] = oldest_without_bed(user, kept_night, FAMILIES_FETCHED)
        rows["babies_without_bed"] = oldest_without_bed(
            user, kept_night, FAMILIES_FETCHED, has_baby=True
        )
        rows["moved_without_bed"] = _without_bed(with_who_may_wait_since_before(waiting), user)
        rows["at_unpaid_sites"] = _at_unpaid_sites(user)
    if user.holds(Permission.PLACEMENT_CHANGE):
        rows["stays"] = _stays_by_state(user)
    if user.holds(Permission.DUPLICATE_DECIDE):
        rows["duplicates"] = _pairs_by_status(user)
    if user.holds(Permission.CASE_MOVE):
        counts["nobodys"] = _cases_of_nobody(user)
        rows["cases_held"] = _cases_held(user)
        rows["tasks_late"] = _numbers_by_user(
            CaseTask.objects.visible_to(user).overdue_on(user.today()), "assigned_to"
        )
        rows["colleagues"] = (
            colleagues_of(user).order_by(ByName("full_name")).values("pk", "full_name")
        )
    return together(counts, rows)


def _counts(user: User) -> Questions:
    """The querysets of which Today shows only the number."""
    counts: Questions = {
        each.slug: each.rows(user).order_by()
        for each in waiting_counts
        if each.rows and user.holds(each.permission)
    }
    if user.holds(Permission.CASE_LOG):
        counts |= _arrivals(user)
        counts["drafts"] = _drafts(user).order_by().values("pk")
    if user.holds(Permission.TASK_CHANGE):
        mine = CaseTask.objects.visible_to(user).of(user).open().order_by().values("pk")
        coming = (user.today(), user.today() + WEEK_AHEAD)
        counts["tasks_overdue"] = mine.filter(due_on__lt=user.today())
        counts["tasks_coming"] = mine.filter(due_on__range=coming)
    if user.holds(Permission.IMPORT_RUN):
        mine = ImportBatch.objects.visible_to(user).filter(uploaded_by=user).order_by().values("pk")
        counts["imports"] = mine.filter(ended_at=None)
        for state in ("running", "failed", "waiting"):
            counts[f"imports_{state}"] = mine.in_state(state)
    return counts


def _drafts(user: User) -> Any:
    """The user's drafts since a moment that replaces ANY_MOMENT."""
    return ArrivalDraft.objects.of(user, ANY_MOMENT + ArrivalDraft.LIFETIME)


def _arrivals(user: User) -> Questions:
    """The user's own cases; families and people who arrived since yesterday, also those who have left again."""
    today = user.today()
    visible = Case.objects.filter(pk__in=visible_keys(Case.objects, user, Permission.CASE_READ))
    own = CaseAssignment.objects.on(today).filter(caseworker=user)
    recent = Arrival.objects.of_days(today - datetime.timedelta(days=1)).order_by()
    people = visible_keys(Individual.objects, user, Permission.INDIVIDUAL_READ)
    came = without_mistaken(Individual.objects.all())
    arrived = came.filter(among("arrival", recent.values("pk")), pk__in=people)
    return {
        "own_cases": visible.open().filter(pk__in=own.values("case")).order_by().values("pk"),
        "families": visible.filter(among("pk", recent.values("case"))).order_by().values("pk"),
        "people": arrived.order_by().values("pk"),
        "without_sex_or_age": arrived.filter(WITHOUT_SEX_OR_AGE).order_by().values("pk"),
    }


def _to_a_thousand(rows: Any) -> Any:
    """The keys of these rows, cut off after the number up to which lists count."""
    return rows.order_by().values("pk")[: COUNTED_AT_MOST + 1]


def oldest_without_bed(
    user: User, kept_night: datetime.date | None, most: int, **which: bool
) -> Any:
    """The oldest cases without a bed tonight, each with the day since when it waits and the people who have no bed.

    At most `most` cases; `which` narrows them by columns."""
    waiting = waiting_in_sight(user, Permission.PLACEMENT_READ, kept_night=kept_night)
    return _without_bed(waiting, user).filter(**which)[:most]


def _without_bed(waiting: Any, user: User) -> Any:
    """The rows of these waiting cases, oldest first, with the columns of `FamilyWithoutBed`."""
    rows = waiting_since(waiting, user.today()).order_by("opened_on", "number")
    who = members_without_bed(user.today()).filter(case=OuterRef("pk")).order_by()
    rows = rows.annotate(who_waits=ArraySubquery(who.values("individual")))
    shown = ("pk", "opened_on", "waiting_since", "has_baby", "small_born", "number", "who_waits")
    return rows.values(*shown)


def _at_unpaid_sites(user: User) -> Any:
    """The sites where people must leave or whose paid nights end first, with how many people and families sleep there.

    People who still sleep at a closed site had to leave on the day it closed.
    """
    visible = Placement.objects.visible_to(user, Permission.PLACEMENT_READ)
    asleep = visible.asleep_on(user.today()).order_by()
    here = Exists(asleep.filter(site=OuterRef("pk")))
    near = user.today() + WEEK_AHEAD
    is_unpaid = Q(paid_until__lte=near, closed_on=None)
    must_leave = Q(must_leave_on__lte=user.today() + NOTICE_AHEAD) | Q(closed_on__lte=near)
    sites = Site.objects.filter(here, is_unpaid | must_leave)
    # In the order of `worklist.today.ranking`.
    soonest = sites.alias(site_ends_on=Least("paid_until", "must_leave_on", "closed_on"))
    by_site = asleep.filter(
        site__in=soonest.order_by("site_ends_on", "pk").values("pk")[:MOST_LINES]
    )
    named = by_site.values(
        "site",
        name=F("site__name"),
        site_ends_on=Least("site__paid_until", "site__must_leave_on", "site__closed_on"),
        must_leave_on=Least("site__must_leave_on", "site__closed_on"),
    ).order_by("site_ends_on", "site")
    people, families = (Count(each, distinct=True) for each in ("individual", "case"))
    return named.annotate(people=people, families=families)


def _stays_by_state(user: User) -> Any:
    """One row with the number of stays in each of the STATES."""
    visible = Placement.objects.visible_to(user, Permission.PLACEMENT_READ)
    # Nearly all other rows are skipped before anybody's sight is checked.
    rows = visible.asking(user.today()).order_by()
    conditions = states(user.today(), of_few=True)
    numbers = {state: Count("pk", filter=condition) for state, condition in conditions.items()}
    # Cancelled stays are in none of these states, so all rows belong to one group.
    return rows.values("cancelled_at").annotate(**numbers).values(*STATES)


def _pairs_by_status(user: User) -> Any:
    """How many pairs of possible duplicates there are in each status."""
    pairs: Any = DuplicatePair.objects.waiting().visible_to(user)
    return pairs.order_by().values("status").annotate(number=Count("pk"))


def _cases_of_nobody(user: User) -> Any:
    """Open cases without a caseworker; the count stops at a thousand."""
    assignments = CaseAssignment.objects.on(user.today()).filter(case=OuterRef("pk"))
    visible = visible_keys(Case.objects, user, Permission.CASE_READ)
    return _to_a_thousand(Case.objects.open().filter(~Exists(assignments), pk__in=visible))


def _cases_held(user: User) -> Any:
    """How many open cases each caseworker has, among those that the user sees."""
    visible = visible_keys(Case.objects, user, Permission.CASE_READ)
    cases = Case.objects.open().filter(pk__in=visible)
    assignments = CaseAssignment.objects.on(user.today()).filter(case__in=cases)
    return _numbers_by_user(assignments, "caseworker")


def _numbers_by_user(rows: Any, whose: str) -> Any:
    """How many of these rows each user has; `whose` is the column of the user."""
    return rows.order_by().values(who=F(whose)).annotate(number=Count("pk"))
