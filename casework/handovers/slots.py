"""Cases that a colleague put into somebody's hands: told to that one person."""

from django.db.models import F
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import due
from accounts.permissions import Permission
from casework.register.models.assignment import CaseAssignment


def _in_words(assignment: CaseAssignment) -> str:
    number, tasks = assignment.case.number, len(assignment.tasks)
    if not tasks:
        return _("You look after %(number)s from here on") % {"number": number}
    return ngettext(
        "You look after %(number)s from here on, with %(tasks)s open task",
        "You look after %(number)s from here on, with %(tasks)s open tasks",
        tasks,
    ) % {"number": number, "tasks": tasks}


# Assignments that begin today or later, on their first day. Who takes a case needs no telling, and
# nobody else is told.
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
    ways=(),
    said_by="",
)

VERBS: dict[str, str | Promise] = {
    "case.assigned": gettext_lazy("said who looks after the case"),
    "case.unassigned": gettext_lazy("left the case without anybody who looks after it"),
    "work.passed_on": gettext_lazy("passed tasks or goals on to a colleague"),
    "work.taken_back": gettext_lazy("took passed work back"),
}
