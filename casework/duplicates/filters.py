"""Filters that the list of pairs and the API share."""

import django_filters
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from casework.duplicates.choices import PairStatus
from casework.duplicates.models import DuplicatePair
from pages.filters import FilterSet


class PairFilter(FilterSet):
    status = django_filters.ChoiceFilter(
        label=_("Status"), choices=PairStatus.choices, empty_label=_("All")
    )

    class Meta:
        model = DuplicatePair
        fields = ("status",)

    @property
    def qs(self) -> QuerySet[DuplicatePair]:
        """The pairs to decide or to merge, unless the URL filters by status."""
        rows: QuerySet[DuplicatePair] = (
            super().qs if "status" in self.data else super().qs.waiting()
        )
        return rows
