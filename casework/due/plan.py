"""Plans that are to be looked at again."""

import datetime
import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from casework.due import columns, severity
from casework.models import CasePlan


class PlanReviews:
    """The review of an open case's plan."""

    kind = "plan_review"
    title = gettext_lazy("Plan to review")
    permission = Permission.PLAN_CHANGE

    def rows(self, today: datetime.date) -> Any:
        """Plans of open cases, on the day of their next review."""
        rows = CasePlan.objects.filter(case__closed_on=None).annotate(
            of_office=F("case__office_id"), how_bad=severity("review_on", today)
        )
        return columns(self, rows, about="casework.caseplan", on="review_on")

    def sentence(self, about_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
        """Whose plan, by the case number."""
        found = CasePlan.objects.filter(pk__in=about_ids).values_list("pk", "case__number")
        return {pk: _("Plan to review: %(number)s") % {"number": number} for pk, number in found}


plan_reviews = PlanReviews()
