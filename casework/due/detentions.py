"""Detentions of relatives at home that somebody wanted to ask about again."""

import datetime
import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from casework.due import columns, severity
from casework.models import Detention


class DetentionReviews:
    """The day has come to ask how a detained relative is."""

    kind = "detention_review"
    title = gettext_lazy("Ask about a detained relative")
    permission = Permission.HOME_READ

    def rows(self, today: datetime.date) -> Any:
        """Open detentions with a day on which to ask again."""
        rows: Any = Detention.objects.open()
        rows = (
            rows.filter(review_on__isnull=False)
            .with_case(today)
            .exclude(of_case=None)
            .annotate(
                of_office=F("relative__individual__office_id"), how_bad=severity("review_on", today)
            )
        )
        return columns(self, rows, about="casework.detention", on="review_on", case="of_case")

    def sentence(self, about_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
        """Whose relative it is, by number."""
        found = Detention.objects.filter(pk__in=about_ids).select_related("relative__individual")
        return {
            detention.pk: _("A relative of %(number)s is detained: ask how they are")
            % {"number": detention.relative.individual.number}
            for detention in found
        }


reviews = DetentionReviews()
