"""Cases that a colleague put into somebody's hands: told to that one person, on the way there and on the day."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.db.models import F, Value
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.permissions import Permission
from casework.due import columns
from casework.models import CaseAssignment


class CasesAssigned:
    """Another one said that you look after the case."""

    kind = "case_assigned"
    title = gettext_lazy("Cases handed to you")
    permission = Permission.CASE_CHANGE

    def rows(self, today: datetime.date) -> Any:
        """Assignments that begin today or later, on their first day. Who takes a case needs no telling."""
        rows = (
            CaseAssignment.objects.on_or_after(today)
            .filter(starts_on__gte=today)
            .exclude(assigned_by=F("caseworker"))
            .annotate(of_office=F("case__office_id"), how_bad=Value("warn"))
        )
        return columns(self, rows, about="casework.caseassignment", on="starts_on")

    def rows_of(self, user: User, today: datetime.date) -> Any:
        """Those of one person: nobody else is told."""
        return self.rows(today).filter(caseworker=user)

    def sentence(self, about_ids: Iterable[Any]) -> dict[Any, str]:
        """Which case, by number, and how many tasks came with it."""
        found = CaseAssignment.objects.filter(pk__in=about_ids).select_related("case")
        return {assignment.pk: _in_words(assignment) for assignment in found}


def _in_words(assignment: CaseAssignment) -> str:
    number, tasks = assignment.case.number, len(assignment.tasks)
    if not tasks:
        return _("You look after %(number)s from here on") % {"number": number}
    return ngettext(
        "You look after %(number)s from here on, with %(tasks)s open task",
        "You look after %(number)s from here on, with %(tasks)s open tasks",
        tasks,
    ) % {"number": number, "tasks": tasks}


cases_assigned = CasesAssigned()
