"""Requests about the own data that the law wants answered by a day."""

import datetime
import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import F, OuterRef, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from casework.due import columns, severity
from casework.models import FamilyMember, SubjectRequest


class SubjectRequestsDue:
    """Open requests, on the last day of their term."""

    kind = "subject_request_due"
    title = gettext_lazy("Request about own data to answer")
    permission = Permission.EXTRACT_MAKE

    def rows(self, today: datetime.date) -> Any:
        """Open requests of people who are in a case today."""
        memberships = FamilyMember.objects.on(today).filter(individual=OuterRef("individual"))
        rows = SubjectRequest.objects.open().annotate(
            of_case=Subquery(memberships.order_by().values("case")[:1]),
            of_office=F("individual__office_id"),
            how_bad=severity("due_on", today),
        )
        return columns(
            self,
            rows.exclude(of_case=None).exclude(due_on=None),
            about="casework.subjectrequest",
            on="due_on",
            case="of_case",
        )

    def sentence(self, about_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
        """Whose request, by number."""
        found = SubjectRequest.objects.filter(pk__in=about_ids).select_related("individual")
        return {
            row.pk: _("Request about own data: %(number)s") % {"number": row.individual.number}
            for row in found
        }


subject_requests = SubjectRequestsDue()
