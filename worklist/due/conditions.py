"""SQL conditions on due dates: which are still open after the decisions about them, and whose they are."""

import datetime
from typing import Any

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q

from accounts.due import due_sources
from accounts.models import Grant, StandIn, User
from accounts.permissions import Permission
from accounts.roles import ROLES, Role
from asylum.pathways.choices import DeadlineKind
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.models.interview import ClaimInterview
from casework.register.models.assignment import CaseAssignment
from casework.tasks.models import CaseTask
from worklist.due.choices import DecisionKind, Whose
from worklist.due.models import DueDecision
from worklist.projection.models import KeptDue, TouchedDue
from worklist.projection.sight_sql import compiled_sql
from worklist.projection.update import is_current
from worklist.sources.kinds import NEVER_HIDDEN, OF_INTERVIEWS, TASK_DUE, TERMS_OF_LAW

# The decision `one` is about the subject and the day of the row `dated`. A date that moves to another day is open again.
_SAME_DATE = "one.kind = dated.kind AND one.about_id = dated.about_id AND one.due_on = dated.due_on"
_DECISION = f"SELECT 1 FROM {DueDecision._meta.db_table} AS one WHERE {_SAME_DATE} AND one.undone_at IS NULL"  # noqa: S608


def _key_of_row(kinds: tuple[str, ...]) -> str:
    """SQL: the key of the subject of a date, if the date is of one of these kinds; else NULL."""
    return f"CASE WHEN dated.kind IN ({', '.join(map(repr, kinds))}) THEN dated.about_id::uuid END"


_TERM_HAS_OWNER = (
    f"EXISTS (SELECT 1 FROM {LegalDeadline._meta.db_table} AS term"  # noqa: S608
    f" WHERE term.id = {_key_of_row(TERMS_OF_LAW)} AND term.owner_id IS NOT NULL)"
)


def open_condition(
    user: User, today: datetime.date, *, about_id: str = "", whose: str = ""
) -> tuple[str, list[Any]]:
    """The condition that a date, the row called `dated`, is still open for the user; and its values.

    A settled date is not open. A postponed date is open again from its day on. It stays open for users who can settle it,
    if a colleague who cannot settle it postponed it. An overdue date of the kinds in NEVER_HIDDEN stays open for
    those responsible for the office. `about_id` and `whose` narrow the dates."""
    waits = "one.what = %s AND one.until > %s"
    params: list[Any] = [DecisionKind.DONE, DecisionKind.POSTPONED, today]
    if user.holds(Permission.CASE_MOVE):
        waits += " AND NOT (dated.kind = ANY(%s) AND dated.due_on < %s)"
        params += [list(NEVER_HIDDEN), today]
    by_others, values = _unless_only_readers_decided(user, today)
    waits += by_others
    params += values
    where = f"NOT EXISTS ({_DECISION} AND (one.what = %s OR ({waits})))"
    if about_id:
        where += " AND dated.about_id = %s"
        params.append(about_id)
    if whose in Whose.values:
        sql, values = (
            _mine_condition(user, today) if whose == Whose.MINE else nobodys_condition(today)
        )
        where += f" AND ({sql})"
        params += values
    return where, params


def decisions_in_force(user: User) -> Any:
    """The visible decisions that are in force today.

    Leaves out postponements of a date that has moved or is settled, if the projection knows such dates.
    """
    today = user.today()
    rows = with_projected_dates(DueDecision.objects.visible_to(user).standing_on(today), today)
    return rows.exclude(what=DecisionKind.POSTPONED, is_projected=True, is_still_due=False)


def with_projected_dates(rows: Any, today: datetime.date) -> Any:
    """Annotates decisions with `is_projected` and `is_still_due`.

    `is_projected` says whether the projection is valid for the kind of the date, `is_still_due` whether it has the date.
    """
    of_kind = {"day": today, "kind": OuterRef("kind")}
    same = {"about_id": OuterRef("about_id"), "due_on": OuterRef("due_on")}
    is_projected = is_current(today, [OuterRef("kind")], TouchedDue.objects.all())
    return rows.annotate(
        is_projected=ExpressionWrapper(is_projected, BooleanField()),
        is_still_due=Exists(KeptDue.objects.filter(**of_kind, **same)),
    )


def postponed_condition(user: User, today: datetime.date) -> tuple[str, list[Any]]:
    """The condition that a date, the row called `dated`, is hidden from the user by a postponement; and its values."""
    where, params = open_condition(user, today)
    done = f"EXISTS ({_DECISION} AND one.what = %s)"
    return f"NOT ({where}) AND NOT {done}", [*params, DecisionKind.DONE]


def _unless_only_readers_decided(user: User, today: datetime.date) -> tuple[str, list[Any]]:
    """More conditions on the postponement `one`, and their values.

    If the user can settle this kind of date, only postponements by colleagues who can settle it count, and the user's own.
    """
    needed = {each.seen_to_with for each in due_sources if each.seen_to_with}
    if not (settles_with := sorted(needed & user.permissions_today())):
        return "", []
    grants, of_grants = compiled_sql(Grant.objects.in_force(today).values("user", "role"))
    # Only SQL that the ORM made from our own querysets; every value is a parameter.
    holders = f"SELECT held.by_id FROM ({grants}) AS held (by_id, role) WHERE held.role = ANY(%s)"  # noqa: S608
    where, params = "", list[Any]()
    for permission in settles_with:
        kinds = [each.kind for each in due_sources if each.seen_to_with == permission]
        roles = [role for role, described in ROLES.items() if permission in described.permissions]
        where += f" AND (NOT dated.kind = ANY(%s) OR one.by_id = %s OR one.by_id IN ({holders}))"
        params += [kinds, user.pk, *of_grants, roles]
    return where, params


def owned_interviews(today: datetime.date, whose: Q | None = None) -> Any:
    """Interviews whose term (`summons__terms`) belongs to a user whose role follows claims today.

    The role is checked because a term that has ended is not passed on when its owner changes role. `whose` narrows the
    terms.
    """
    roles = [
        role for role, each in ROLES.items() if Permission.APPLICATION_CHANGE in each.permissions
    ]
    lawyers = Grant.objects.in_force(today).filter(role__in=roles).values("user")
    return ClaimInterview.objects.filter(
        whose or Q(),
        summons__terms__kind=DeadlineKind.INTERVIEW,
        summons__terms__owner__in=lawyers,
    )


def assignments_by_role(rows: Any, today: datetime.date) -> Any:
    """The assignments among `rows` with the roles of their caseworkers on that day.

    One row for each role, which is in `caseworker__grants__role`."""
    return rows.filter(caseworker__grants__in=Grant.objects.in_force(today))


def role_sees(role: str, permission: str) -> bool:
    """Whether this role sees dates of that permission. A caseworker without it does not see to the date."""
    return Permission(permission) in ROLES[Role(role)].permissions


def _owner_condition(today: datetime.date) -> tuple[str, list[Any]]:
    """The condition that a date is a term of law or a date of an interview with an owner; and its values."""
    interviews, params = compiled_sql(owned_interviews(today).values("pk"))
    summoned = (
        f"SELECT FROM ({interviews}) AS summoned (pk) WHERE pk = {_key_of_row(OF_INTERVIEWS)}"
    )
    return f"({_TERM_HAS_OWNER} OR EXISTS ({summoned}))", list(params)


def _mine_condition(user: User, today: datetime.date) -> tuple[str, list[Any]]:
    """The condition that a date is the user's to see to; and its values.

    These are the user's tasks, dates that were handed to the user, terms of law and interviews of which the user is owner
    or deputy, and other dates of cases that the user looks after. Dates handed to a colleague are left out. Of a colleague
    who is away and for whom the user is the deputy, the same dates are included."""
    users = [user.pk, *StandIn.objects.replaced_by(user, today)]
    tasks, task_params = compiled_sql(CaseTask.objects.filter(assigned_to__in=users).values("pk"))
    owned_terms = Q(owner__in=users) | Q(deputy__in=users)
    terms, term_params = compiled_sql(
        LegalDeadline.objects.running().filter(owned_terms).values("pk")
    )
    is_mine = Q(summons__terms__owner__in=users) | Q(summons__terms__deputy__in=users)
    interviews, interview_params = compiled_sql(owned_interviews(today, is_mine).values("pk"))
    has_owner, owner_params = _owner_condition(today)
    cases, case_params = compiled_sql(
        CaseAssignment.objects.on(today).filter(caseworker__in=users).values("case")
    )
    hand_over = f"{_DECISION} AND one.what = %s"
    own = f"dated.about_id IN (SELECT key::text FROM ({tasks}) AS own (key))"  # noqa: S608
    handed_to_user = f"EXISTS ({hand_over} AND one.to_id = ANY(%s))"
    of_law = f"({terms} UNION ALL {interviews}) AS term (key)"
    owned = f"dated.about_id IN (SELECT key::text FROM {of_law})"  # noqa: S608
    looked_after = f"dated.case_id IN ({cases}) AND NOT {has_owner}"
    other = f"{handed_to_user} OR (({owned} OR {looked_after}) AND NOT EXISTS ({hand_over}))"
    where = f"CASE WHEN dated.kind = '{TASK_DUE}' THEN {own} ELSE {other} END"
    return where, [
        *task_params,
        DecisionKind.HANDED,
        users,
        *term_params,
        *interview_params,
        *case_params,
        *owner_params,
        DecisionKind.HANDED,
    ]


def nobodys_condition(today: datetime.date) -> tuple[str, list[Any]]:
    """The condition that nobody sees to a date; and its values.

    These are tasks without a holder, and other dates of cases whose caseworkers may not see the date. Dates that have an
    owner or were handed over are left out.
    """
    assignments = assignments_by_role(CaseAssignment.objects.on(today), today)
    cases, params = compiled_sql(assignments.values("case", "caseworker__grants__role"))
    kinds_with_roles = [
        f"{source.kind} {role}"
        for source in due_sources
        for role in Role
        if role_sees(role, source.permission)
    ]
    tasks, of_nobody = compiled_sql(CaseTask.objects.open().filter(assigned_to=None).values("pk"))
    own = f"dated.about_id IN (SELECT key::text FROM ({tasks}) AS nobodys (key))"  # noqa: S608
    has_owner, owner_params = _owner_condition(today)
    where = f"NOT {has_owner}"
    where += (
        f" AND NOT EXISTS (SELECT FROM ({cases}) AS held (pk, role) WHERE held.pk = dated.case_id"
    )
    where += " AND dated.kind || ' ' || held.role = ANY(%s))"
    where += f" AND NOT EXISTS ({_DECISION} AND one.what = %s)"
    where = f"dated.case_id IS NOT NULL AND CASE WHEN dated.kind = '{TASK_DUE}' THEN {own} ELSE {where} END"
    return where, [*of_nobody, *owner_params, *params, kinds_with_roles, DecisionKind.HANDED]
