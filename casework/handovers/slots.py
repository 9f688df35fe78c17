"""Notices about assigned and moved cases, and the words of the audit log."""

import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import due
from accounts.permissions import Permission
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import CaseTeamChange
from pages.dates import short_date


def _in_words(assignment: CaseAssignment) -> str:
    tasks = len(assignment.tasks)
    words = {"number": assignment.case.number, "day": short_date(assignment.starts_on)}
    if not tasks:
        return _("You look after %(number)s from %(day)s on") % words
    return ngettext(
        "You look after %(number)s from %(day)s on, with %(tasks)s open task",
        "You look after %(number)s from %(day)s on, with %(tasks)s open tasks",
        tasks,
    ) % {**words, "tasks": tasks}


# Assignments that begin today or later: the new caseworker gets a notice at once, and sees them listed on their first
# day. A user who assigned the case to themselves gets none.
cases_assigned = due.Source(
    kind="case_assigned",
    title=gettext_lazy("Cases handed to you"),
    permission=Permission.CASE_CHANGE,
    about=CaseAssignment,
    date="starts_on",
    case="case_id",
    office="case__office_id",
    related=("case",),
    rows_on=lambda today: (
        CaseAssignment.objects.on_or_after(today)
        .filter(starts_on__gte=today)
        .exclude(assigned_by=F("caseworker"))
    ),
    say=_in_words,
    concerns="caseworker",
    tells=True,
    actions=(),
    shown_in_panel="",
)

# How long a family from another team is listed here; afterwards it is listed among those without a carer.
LISTED_FOR = datetime.timedelta(days=30)
# How long the former carer sees that a family went to another team.
LISTED_FOR_FORMER_CARER = datetime.timedelta(days=7)


def _moves_into_team(today: datetime.date) -> Any:
    """The moves of open cases to their present team after which nobody looks after them."""
    moves = CaseTeamChange.objects.filter(case=OuterRef("case"))
    assignments = CaseAssignment.objects.on_or_after(today).filter(case=OuterRef("case"))
    newest = CaseTeamChange.objects.filter(case__closed_on=None, on__gte=today - LISTED_FOR)
    return newest.filter(
        Exists(moves.filter(at__lt=OuterRef("at"))),
        ~Exists(moves.filter(at__gt=OuterRef("at"))),
        ~Exists(assignments),
    )


# For users who may assign a carer, except the one who moved the case.
cases_received = due.Source(
    kind="case_received",
    title=gettext_lazy("Families that came from another team"),
    permission=Permission.CASE_ASSIGN,
    about=CaseTeamChange,
    date="on",
    case="case_id",
    office="case__office_id",
    related=("case",),
    rows_on=_moves_into_team,
    say=lambda change: (
        _("%(number)s came from another team, and nobody looks after it")
        % {"number": change.case.number}
    ),
    what=lambda change: _("came from another team, and nobody looks after it"),
    by="by",
    tells=True,
    actions=(
        due.DueAction(
            gettext_lazy("Say who looks after it"),
            "case-assign",
            Permission.CASE_ASSIGN,
            due.KeyOf.CASE_NUMBER,
        ),
    ),
    shown_in_panel="",
)


def _ended_by_move(today: datetime.date) -> Any:
    """Assignments that ended because the case moved to a team in which the colleague does not see it."""
    moves = CaseTeamChange.objects.filter(
        case=OuterRef("case"), at__gt=OuterRef("assigned_at"), on=OuterRef("ends_on")
    )
    moved_by_themselves = moves.filter(by=OuterRef("caseworker"))
    assignments = CaseAssignment.objects.on_or_after(today).filter(
        case=OuterRef("case"), caseworker=OuterRef("caseworker")
    )
    ended = CaseAssignment.objects.filter(
        ends_on__gte=today - LISTED_FOR_FORMER_CARER, case__closed_on=None
    )
    return ended.filter(Exists(moves), ~Exists(moved_by_themselves), ~Exists(assignments))


# The source names no case, because the recipient no longer sees it.
cases_moved_away = due.Source(
    kind="case_gone",
    title=gettext_lazy("Families that went to another team"),
    permission=Permission.CASE_CHANGE,
    about=CaseAssignment,
    date="ends_on",
    office="case__office_id",
    related=("case__team",),
    rows_on=_ended_by_move,
    say=lambda assignment: (
        _("%(number)s is with the team %(team)s now: you no longer look after it")
        % {"number": assignment.case.number, "team": assignment.case.team}
    ),
    concerns="caseworker",
    is_news=True,
)
handover_sources = (cases_assigned, cases_received, cases_moved_away)

VERBS: dict[str, str | Promise] = {
    "case.assigned": gettext_lazy("said who looks after the case"),
    "case.unassigned": gettext_lazy("left the case without anybody who looks after it"),
    "work.passed_on": gettext_lazy("passed tasks or goals on to a colleague"),
    "work.taken_back": gettext_lazy("took passed work back"),
}
