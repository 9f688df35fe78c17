"""The counts of Today, each as the queryset that it counts; all run in one statement.

Numbers without a queryset are computed elsewhere: what falls due (`worklist.due_today`), losses of aid
(`worklist.aid_losses`), people who sleep against a rule (`shelters.tonight`).
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
from accounts.sight import access_sources, keys_seen
from casework.arrivals.models import ArrivalDraft
from casework.duplicates.models import DuplicatePair
from casework.needs.filters import WITHOUT_SEX_OR_AGE
from casework.register.models.arrival import Arrival
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.assignment import colleagues_of
from casework.slots.arrived import without_mistaken
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
from worklist.ranking import MOST

# Dates this near can come first; later ones wait in the lists.
AHEAD = datetime.timedelta(days=7)
# A notice to leave counts down for longer: other places have to be found.
NOTICE_AHEAD = datetime.timedelta(days=30)
# One line may be merged into a worse one about the same family.
FAMILIES_FETCHED = 8 * MOST
# The states of stays, in this order.
STATES = ("arriving", "leaving", "not_arrived", "overdue", "left_open")

Questions = dict[str, QuerySet[Any, Any]]


def today_counts(user: User, kept_night: datetime.date | None) -> Answers:
    """The user's counts, and the unsealed rows that Today shows; each limited by the user's permissions.

    `kept_night` is tonight if the projection says who waits for a bed. Compiling takes Django as long as running takes the
    database, so the SQL is cached for the day.
    """
    asked = (
        user.standing_key,
        kept_night,
        get_current_timezone_name(),
        access_sources.entries,
        waiting_counts.entries,
    )
    statement: Together = _compiled.of(asked, lambda: _compile(user, kept_night))
    return statement.answers({ANY_MOMENT: timezone.now() - ArrivalDraft.LIFETIME})


_compiled = Remembered(500)


def _compile(user: User, kept_night: datetime.date | None) -> Together:
    counts, rows = _counts(user), Questions()
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
        rows["stays"] = _in_states(user)
    if user.holds(Permission.DUPLICATE_DECIDE):
        rows["duplicates"] = _pairs_by_status(user)
    if user.holds(Permission.CASE_MOVE):
        counts["nobodys"] = _nobodys(user)
        rows["cases_held"] = _cases_held(user)
        rows["tasks_late"] = _number_by(
            CaseTask.objects.visible_to(user).overdue_on(user.today()), "assigned_to"
        )
        rows["colleagues"] = (
            colleagues_of(user).order_by(ByName("full_name")).values("pk", "full_name")
        )
    return together(counts, rows)


def _counts(user: User) -> Questions:
    """Counts without rows."""
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
        coming = (user.today(), user.today() + AHEAD)
        counts["tasks_overdue"] = mine.filter(due_on__lt=user.today())
        counts["tasks_coming"] = mine.filter(due_on__range=coming)
    if user.holds(Permission.IMPORT_RUN):
        mine = ImportBatch.objects.visible_to(user).filter(uploaded_by=user).order_by().values("pk")
        counts["imports"] = mine.filter(ended_at=None)
        for state in ("running", "failed", "waiting"):
            counts[f"imports_{state}"] = mine.in_state(state)
    return counts


def _drafts(user: User) -> Any:
    """Saved since the moment that replaces ANY_MOMENT."""
    return ArrivalDraft.objects.of(user, ANY_MOMENT + ArrivalDraft.LIFETIME)


def _arrivals(user: User) -> Questions:
    """The user's own cases; families and people who arrived since yesterday, whatever became of them."""
    today = user.today()
    seen = Case.objects.filter(pk__in=keys_seen(Case.objects, user, Permission.CASE_READ))
    own = CaseAssignment.objects.on(today).filter(caseworker=user)
    recent = Arrival.objects.of_days(today - datetime.timedelta(days=1)).order_by()
    people = keys_seen(Individual.objects, user, Permission.INDIVIDUAL_READ)
    came = without_mistaken(Individual.objects.all())
    arrived = came.filter(among("arrival", recent.values("pk")), pk__in=people)
    return {
        "own_cases": seen.open().filter(pk__in=own.values("case")).order_by().values("pk"),
        "families": seen.filter(among("pk", recent.values("case"))).order_by().values("pk"),
        "people": arrived.order_by().values("pk"),
        "without_sex_or_age": arrived.filter(WITHOUT_SEX_OR_AGE).order_by().values("pk"),
    }


def _to_a_thousand(rows: Any) -> Any:
    return rows.order_by().values("pk")[: COUNTED_AT_MOST + 1]


def oldest_without_bed(
    user: User, kept_night: datetime.date | None, most: int, **which: bool
) -> Any:
    """The oldest cases among the families without a bed tonight, each with the waiting time and the people who wait."""
    waiting = waiting_in_sight(user, Permission.PLACEMENT_READ, kept_night=kept_night)
    return _without_bed(waiting, user).filter(**which)[:most]


def _without_bed(waiting: Any, user: User) -> Any:
    rows = waiting_since(waiting, user.today()).order_by("opened_on", "number")
    who = members_without_bed(user.today()).filter(case=OuterRef("pk")).order_by()
    rows = rows.annotate(who_waits=ArraySubquery(who.values("individual")))
    shown = ("pk", "opened_on", "waiting_since", "has_baby", "small_born", "number", "who_waits")
    return rows.values(*shown)


def _at_unpaid_sites(user: User) -> Any:
    """How many people and families of the user sleep where they must leave, or the paid nights end, soonest.

    Whoever still sleeps at a closed site had to leave on the day it closed.
    """
    seen = Placement.objects.visible_to(user, Permission.PLACEMENT_READ)
    asleep = seen.asleep_on(user.today()).order_by()
    here = Exists(asleep.filter(site=OuterRef("pk")))
    near = user.today() + AHEAD
    is_unpaid = Q(paid_until__lte=near, closed_on=None)
    must_leave = Q(must_leave_on__lte=user.today() + NOTICE_AHEAD) | Q(closed_on__lte=near)
    sites = Site.objects.filter(here, is_unpaid | must_leave)
    # In the order of `worklist.ranking`.
    soonest = sites.alias(site_ends_on=Least("paid_until", "must_leave_on", "closed_on"))
    by_site = asleep.filter(site__in=soonest.order_by("site_ends_on", "pk").values("pk")[:MOST])
    named = by_site.values(
        "site",
        name=F("site__name"),
        site_ends_on=Least("site__paid_until", "site__must_leave_on", "site__closed_on"),
        must_leave_on=Least("site__must_leave_on", "site__closed_on"),
    ).order_by("site_ends_on", "site")
    people, families = (Count(each, distinct=True) for each in ("individual", "case"))
    return named.annotate(people=people, families=families)


def _in_states(user: User) -> Any:
    """One row: how many stays are in each of the states."""
    seen = Placement.objects.visible_to(user, Permission.PLACEMENT_READ)
    # Nearly all other rows are skipped before anybody's sight is checked.
    rows = seen.asking(user.today()).order_by()
    asked_of = states(user.today(), of_few=True)
    numbers = {state: Count("pk", filter=asked) for state, asked in asked_of.items()}
    # Cancelled stays are in none of these states, so all rows belong to one group.
    return rows.values("cancelled_at").annotate(**numbers).values(*STATES)


def _pairs_by_status(user: User) -> Any:
    pairs: Any = DuplicatePair.objects.waiting().visible_to(user)
    return pairs.order_by().values("status").annotate(number=Count("pk"))


def _nobodys(user: User) -> Any:
    """Open cases that nobody looks after, counted to a thousand."""
    held = CaseAssignment.objects.on(user.today()).filter(case=OuterRef("pk"))
    seen = keys_seen(Case.objects, user, Permission.CASE_READ)
    return _to_a_thousand(Case.objects.open().filter(~Exists(held), pk__in=seen))


def _cases_held(user: User) -> Any:
    seen = keys_seen(Case.objects, user, Permission.CASE_READ)
    cases = Case.objects.open().filter(pk__in=seen)
    held = CaseAssignment.objects.on(user.today()).filter(case__in=cases)
    return _number_by(held, "caseworker")


def _number_by(rows: Any, whose: str) -> Any:
    return rows.order_by().values(who=F(whose)).annotate(number=Count("pk"))
