"""Specific needs that somebody should look at again."""

import datetime
import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import F, OuterRef, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from casework.due import columns, severity
from casework.models import FamilyMember, SpecificNeed


class NeedReviews:
    """Open needs with a day of review. The sentence holds a number, never the need."""

    def __init__(self, kind: str, permission: Permission, *, is_restricted: bool) -> None:
        self.kind = kind
        self.permission = permission
        self.is_restricted = is_restricted
        self.title = (
            gettext_lazy("Restricted needs to look at again")
            if is_restricted
            else gettext_lazy("Needs to look at again")
        )

    def rows(self, today: datetime.date) -> Any:
        """Open needs with a day of review, of people who are in a case today."""
        memberships = FamilyMember.objects.on(today).filter(individual=OuterRef("individual"))
        rows = (
            SpecificNeed.objects.in_use(today)
            .filter(code__is_restricted=self.is_restricted, review_on__isnull=False)
            .annotate(
                of_case=Subquery(memberships.order_by().values("case")[:1]),
                of_office=F("individual__office_id"),
                how_bad=severity("review_on", today),
            )
            .exclude(of_case=None)
        )
        return columns(self, rows, about="casework.specificneed", on="review_on", case="of_case")

    def sentence(self, about_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
        """Of whom, by number."""
        found = SpecificNeed.objects.filter(pk__in=about_ids).select_related("individual")
        return {
            need.pk: _("Look at a need again: %(number)s") % {"number": need.individual.number}
            for need in found
        }


reviews = NeedReviews("need_review", Permission.NEED_READ, is_restricted=False)
restricted_reviews = NeedReviews(
    "restricted_need_review", Permission.FLIGHT_READ, is_restricted=True
)
