"""Cases that a colleague put into somebody's hands: told to that one person, on the way there and on the day."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.db.models import F, Value
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

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
        """Which case, by number."""
        found = CaseAssignment.objects.filter(pk__in=about_ids).select_related("case")
        return {
            assignment.pk: _("You look after %(number)s from here on")
            % {"number": assignment.case.number}
            for assignment in found
        }


cases_assigned = CasesAssigned()
