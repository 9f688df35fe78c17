"""The cases that shelters opens to users who run sites: those of residents, and of families that wait for a bed.

It never opens the case file: the scope below has no CASE_READ.
"""

import datetime
import uuid
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db.models import BooleanField, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import RawSQL
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import Permission
from accounts.roles import titles_with
from accounts.sight import REMEMBERED_AT_MOST, access_sources
from casework.register.choices import CaseStatus
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import NAME_FIELDS
from casework.register.querysets.case import CaseQuerySet
from casework.search.nobody_visible import sentence_if_nobody_visible
from pages.questions import PLACEHOLDER, cached_rows
from pages.remembered import Remembered
from shelters.kept import is_kept
from shelters.models import KeptWaiting, Placement, Posting
from shelters.querysets.families import (
    is_without_bed,
    members_without_bed,
    with_waiting,
    without_bed,
)
from shelters.querysets.sight import office_ids

# A coordinator still sees people for this long after they left, to settle the stay.
SETTLING_DAYS = 7

_conditions = Remembered(REMEMBERED_AT_MOST)
# Whether the query that is compiled returns only families that wait, so that the scope need not check it.
_only_waiting: ContextVar[bool] = ContextVar("only_waiting", default=False)


class ResidentsAndWaiting:
    """Residents of sites run by the user, and families of their office that wait for a bed."""

    permissions = frozenset(
        {
            Permission.CASE_CARD,
            Permission.NEED_FLAGS,
            Permission.COMPARTMENT_WRITE,
            Permission.PLACEMENT_READ,
            Permission.PLACEMENT_CHANGE,
            Permission.RESIDENT_PHONE_READ,
            Permission.AID_READ,
            Permission.AID_CHANGE,
            Permission.FORECAST_READ,
            Permission.TASK_READ,
        }
    )

    def reached_by(self, user: User) -> Q:
        """Condition: cases with a stay at a site to which the user is posted today, or of its office and without a bed."""
        postings = _postings(user)
        if postings is None:
            return Q(pk__in=[])
        stays = _stays(user, postings).filter(case=OuterRef("pk"))
        # Cheap conditions first: the database keeps this order.
        if _only_waiting.get():
            # Nearly all of them match: a lookup by case is faster than EXISTS, for which the planner reads all stays.
            return _is_open_at_office(postings) | Q(
                pk=Subquery(stays.order_by().values("case")[:1])
            )
        return Q(Exists(stays)) | _is_open_at_office(postings) & is_without_bed(user.today())

    def keys_reached_by(self, user: User, kept_night: datetime.date | None) -> list[QuerySet[Any]]:
        postings = _postings(user)
        if postings is None:
            return []
        residents = _stays(user, postings).values("case")
        if kept_night:
            offices = postings.values("site__office")
            waiting = KeptWaiting.objects.filter(night=kept_night, case_office_id__in=offices)
            return [residents, waiting.values("case_id")]
        waiting_cases = Case.objects.filter(
            _is_open_at_office(postings), is_without_bed(user.today())
        )
        return [residents, waiting_cases.values("pk")]


def _postings(user: User) -> Any:
    """The user's postings of today; None if the user runs no sites."""
    offices = office_ids(user, Permission.PLACEMENT_CHANGE, posted=True)
    if not offices:
        return None
    return Posting.objects.in_force(user.today()).filter(user=user, site__office__in=offices)


def _stays(user: User, postings: Any) -> Any:
    """Stays at the sites of these postings that are open or ended less than SETTLING_DAYS ago."""
    since = user.today() - datetime.timedelta(days=SETTLING_DAYS)
    return Placement.objects.open_on(since).filter(site__in=postings.values("site"))


def _is_open_at_office(postings: Any) -> Q:
    return Q(status=CaseStatus.OPEN, office__in=postings.values("site__office"))


residents_and_waiting = ResidentsAndWaiting()


def waiting_in_sight(
    user: User, permission: Permission, *, kept_night: datetime.date | None = None
) -> CaseQuerySet:
    """The families without a bed tonight among the cases that the user sees.

    It returns what `without_bed` of these cases returns, but faster: the scope above does not check again that they wait.
    Use it only to fetch rows: its SQL is cached, and must not become part of another query. `kept_night` is a night whose
    projection is current: then beds are not queried.
    """
    key = (user.pk, user.standing, user.today(), permission, access_sources.entries, kept_night)
    sql, params = _conditions.of(key, lambda: _condition(user, permission, kept_night))
    rows: CaseQuerySet = Case.objects.filter(
        RawSQL(sql, params, output_field=BooleanField())  # noqa: S611 - made by the ORM
    )
    return rows


def waiting_line(user: User) -> CaseQuerySet:
    """The families without a bed tonight that the user sees, the most urgent first."""
    today = user.today()
    kept = today if is_kept(today) else None
    cases = waiting_in_sight(user, Permission.PLACEMENT_READ, kept_night=kept)
    rows: CaseQuerySet = with_waiting(cases, today).only("number", "opened_on").in_line()
    return rows


def who_waits(
    cases: Iterable[Case], today: datetime.date, *columns: str
) -> dict[uuid.UUID, list[FamilyMember]]:
    """By case its members without a bed tonight. Of people it reads what names them, and these columns."""
    waiting: dict[uuid.UUID, list[FamilyMember]] = {case.pk: [] for case in cases}
    for member in cached_rows(_who_waits, today, columns, values={PLACEHOLDER: list(waiting)}):
        waiting[member.case_id].append(member)
    return waiting


def _who_waits(today: datetime.date, columns: Iterable[str]) -> Any:
    rows = members_without_bed(today).filter(case__in=[PLACEHOLDER]).select_related("individual")
    return rows.only("case_id", *(f"individual__{name}" for name in (*NAME_FIELDS, *columns)))


def nobody_waits_because(user: User) -> str:
    """Why the list of families without a bed is empty although families may wait; empty if no family waits."""
    return no_site_yet(user) or sentence_if_nobody_visible(user, Permission.PLACEMENT_READ)


def no_site_yet(user: User) -> str:
    """A sentence for users who could run sites but are posted to none today; empty for others."""
    postings = _postings(user)
    sees_the_office = office_ids(user, Permission.PLACEMENT_CHANGE, posted=False)
    if postings is None or sees_the_office or postings.exists():
        return ""
    return _(
        "No site is yours yet. Who waits for a bed you see once you are posted to one. Ask for it: %(who)s."
    ) % {"who": titles_with(Permission.SITE_CHANGE)}


def _waits(night: datetime.date) -> Exists:
    return Exists(KeptWaiting.objects.filter(night=night, case_id=OuterRef("pk")))


def _condition(
    user: User, permission: Permission, kept_night: datetime.date | None
) -> tuple[str, tuple[Any, ...]]:
    """The condition of `waiting_in_sight` on a row of cases, as SQL with its parameters."""
    token = _only_waiting.set(True)
    try:
        visible: Any = Case.objects.visible_to(user, permission)
        rows = (
            visible.open().filter(_waits(kept_night))
            if kept_night
            else without_bed(visible, user.today())
        )
        sql, params = rows.order_by().values("pk").query.sql_with_params()
    except EmptyResultSet:
        return "false", ()
    finally:
        _only_waiting.reset(token)
    select, _where, condition = sql.partition(" WHERE ")
    if " JOIN " in select:
        raise RuntimeError(
            "Who sees a case depends on more than the row of the case: the condition cannot be used alone."
        )
    return condition, params
