"""SQL conditions: which dates still need action after the decisions made about them, and whose they are."""

import datetime
from typing import Any

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q

from accounts.due import due_sources
from accounts.models import Grant, User
from accounts.permissions import Permission
from accounts.roles import ROLES, Role
from asylum.pathways.choices import DeadlineKind
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.models.interview import ClaimInterview
from casework.register.models.assignment import CaseAssignment
from casework.tasks.models import CaseTask
from worklist.choices import (
    NEVER_HIDDEN,
    OF_INTERVIEWS,
    TASK_DUE,
    TERMS_OF_LAW,
    DecisionKind,
    Whose,
)
from worklist.models.decision import DueDecision
from worklist.models.kept import KeptDue, TouchedDue
from worklist.projection.update import is_truth
from worklist.sight_sql import compiled

# Of the rows called `dated`: the same thing and the same day. A date that moves to another day is open again.
_SAME = "one.kind = dated.kind AND one.about_id = dated.about_id AND one.due_on = dated.due_on"
_DECIDED = (
    f"SELECT 1 FROM {DueDecision._meta.db_table} AS one WHERE {_SAME} AND one.undone_at IS NULL"  # noqa: S608
)


def _key_of(kinds: tuple[str, ...]) -> str:
    """SQL: the key of the row behind a date of these kinds; null for other kinds."""
    return f"CASE WHEN dated.kind IN ({', '.join(map(repr, kinds))}) THEN dated.about_id::uuid END"


_TERM_HAS_OWNER = (
    f"EXISTS (SELECT 1 FROM {LegalDeadline._meta.db_table} AS term"  # noqa: S608
    f" WHERE term.id = {_key_of(TERMS_OF_LAW)} AND term.owner_id IS NOT NULL)"
)


def still_open(
    user: User, today: datetime.date, *, about_id: str = "", whose: str = ""
) -> tuple[str, list[Any]]:
    """The condition on rows called `dated`, and its values.

    A settled date is gone; a postponed one returns by itself. If somebody without the duty to act postponed it, it
    stays visible to those who have it. An overdue term of law and a child alone stay visible to those responsible for
    the office, even if they are postponed."""
    waits = "one.what = %s AND one.until > %s"
    params: list[Any] = [DecisionKind.DONE, DecisionKind.POSTPONED, today]
    if user.holds(Permission.CASE_MOVE):
        waits += " AND NOT (dated.kind = ANY(%s) AND dated.due_on < %s)"
        params += [list(NEVER_HIDDEN), today]
    by_others, values = _by_who_only_reads(user, today)
    waits += by_others
    params += values
    where = f"NOT EXISTS ({_DECIDED} AND (one.what = %s OR ({waits})))"
    if about_id:
        where += " AND dated.about_id = %s"
        params.append(about_id)
    if whose in Whose.values:
        sql, values = _mine(user, today) if whose == Whose.MINE else nobodys(today)
        where += f" AND ({sql})"
        params += values
    return where, params


def decisions_that_count(user: User) -> Any:
    """Visible decisions that are in force today, read from the projection.

    Leaves out decisions about a date that has moved or is settled.
    """
    today = user.today()
    rows = with_their_days(DueDecision.objects.visible_to(user).standing_on(today), today)
    return rows.exclude(what=DecisionKind.POSTPONED, is_kept=True, stands=False)


def with_their_days(rows: Any, today: datetime.date) -> Any:
    """Adds `is_kept`, whether the projection of such dates is current, and `stands`, whether the date is still open."""
    of_kind = {"day": today, "kind": OuterRef("kind")}
    same = {"about_id": OuterRef("about_id"), "due_on": OuterRef("due_on")}
    is_kept = is_truth(today, [OuterRef("kind")], TouchedDue.objects.all())
    return rows.annotate(
        is_kept=ExpressionWrapper(is_kept, BooleanField()),
        stands=Exists(KeptDue.objects.filter(**of_kind, **same)),
    )


def put_off(user: User, today: datetime.date) -> tuple[str, list[Any]]:
    """The condition on rows called `dated` that selects dates hidden from the user because somebody postponed them."""
    where, params = still_open(user, today)
    done = f"EXISTS ({_DECIDED} AND one.what = %s)"
    return f"NOT ({where}) AND NOT {done}", [*params, DecisionKind.DONE]


def _by_who_only_reads(user: User, today: datetime.date) -> tuple[str, list[Any]]:
    """Ignores postponements by colleagues who cannot settle this kind of date, if the user can."""
    asked = {each.seen_to_with for each in due_sources if each.seen_to_with}
    if not (seen_to := sorted(asked & user.permissions_today())):
        return "", []
    grants, of_grants = compiled(Grant.objects.in_force(today).values("user", "role"))
    # Only SQL that the ORM made from our own querysets; every value is a parameter.
    holders = f"SELECT held.by_id FROM ({grants}) AS held (by_id, role) WHERE held.role = ANY(%s)"  # noqa: S608
    where, params = "", list[Any]()
    for permission in seen_to:
        kinds = [each.kind for each in due_sources if each.seen_to_with == permission]
        roles = [role for role, described in ROLES.items() if permission in described.permissions]
        where += f" AND (NOT dated.kind = ANY(%s) OR one.by_id = %s OR one.by_id IN ({holders}))"
        params += [kinds, user.pk, *of_grants, roles]
    return where, params


def owned_interviews(today: datetime.date, whose: Q | None = None) -> Any:
    """Interviews whose term (`summons__terms`) is owned by somebody whose role follows claims today.

    The role is checked because a term that ended is passed on to nobody. `whose` narrows the terms.
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


def cases_by_role(rows: Any, today: datetime.date) -> Any:
    """The assignments whose caseworker holds a role that day; one row for each role, in `caseworker__grants__role`."""
    return rows.filter(caseworker__grants__in=Grant.objects.in_force(today))


def may_see(role: str, permission: str) -> bool:
    """Whether this role sees dates of that permission. A date belongs only to a caseworker who may see it."""
    return Permission(permission) in ROLES[Role(role)].permissions


def _has_owner(today: datetime.date) -> tuple[str, list[Any]]:
    """SQL: the row is a term of law or a date of an interview that has an owner."""
    interviews, params = compiled(owned_interviews(today).values("pk"))
    summoned = f"SELECT FROM ({interviews}) AS summoned (pk) WHERE pk = {_key_of(OF_INTERVIEWS)}"
    return f"({_TERM_HAS_OWNER} OR EXISTS ({summoned}))", list(params)


def _mine(user: User, today: datetime.date) -> tuple[str, list[Any]]:
    """Own tasks, dates handed to me, terms of law and interviews that are mine, and other dates of cases that I look
    after.

    Terms of law count as mine too if I am their deputy. Dates that a colleague sees to are left out."""
    tasks, task_params = compiled(CaseTask.objects.of(user).values("pk"))
    terms, term_params = compiled(LegalDeadline.objects.running().of(user).values("pk"))
    is_mine = Q(summons__terms__owner=user) | Q(summons__terms__deputy=user)
    heard, heard_params = compiled(owned_interviews(today, is_mine).values("pk"))
    has_owner, owner_params = _has_owner(today)
    cases, case_params = compiled(
        CaseAssignment.objects.on(today).filter(caseworker=user).values("case")
    )
    handed = f"{_DECIDED} AND one.what = %s"
    own = f"dated.about_id IN (SELECT key::text FROM ({tasks}) AS own (key))"  # noqa: S608
    given = f"EXISTS ({handed} AND one.to_id = %s)"
    of_law = f"({terms} UNION ALL {heard}) AS term (key)"
    owned = f"dated.about_id IN (SELECT key::text FROM {of_law})"  # noqa: S608
    looked_after = f"dated.case_id IN ({cases}) AND NOT {has_owner}"
    other = f"{given} OR (({owned} OR {looked_after}) AND NOT EXISTS ({handed}))"
    where = f"CASE WHEN dated.kind = '{TASK_DUE}' THEN {own} ELSE {other} END"
    return where, [
        *task_params,
        DecisionKind.HANDED,
        user.pk,
        *term_params,
        *heard_params,
        *case_params,
        *owner_params,
        DecisionKind.HANDED,
    ]


def nobodys(today: datetime.date) -> tuple[str, list[Any]]:
    """Unassigned tasks, and dates of cases that nobody who may see them looks after.

    Terms of law and interviews with an owner are left out, as are dates that were handed over.
    """
    held = cases_by_role(CaseAssignment.objects.on(today), today)
    cases, params = compiled(held.values("case", "caseworker__grants__role"))
    seen = [
        f"{source.kind} {role}"
        for source in due_sources
        for role in Role
        if may_see(role, source.permission)
    ]
    tasks, of_nobody = compiled(CaseTask.objects.open().filter(assigned_to=None).values("pk"))
    own = f"dated.about_id IN (SELECT key::text FROM ({tasks}) AS nobodys (key))"  # noqa: S608
    has_owner, owner_params = _has_owner(today)
    where = f"NOT {has_owner}"
    where += (
        f" AND NOT EXISTS (SELECT FROM ({cases}) AS held (pk, role) WHERE held.pk = dated.case_id"
    )
    where += " AND dated.kind || ' ' || held.role = ANY(%s))"
    where += f" AND NOT EXISTS ({_DECIDED} AND one.what = %s)"
    where = f"dated.case_id IS NOT NULL AND CASE WHEN dated.kind = '{TASK_DUE}' THEN {own} ELSE {where} END"
    return where, [*of_nobody, *owner_params, *params, seen, DecisionKind.HANDED]
