"""Filters by service in a force, for list pages and the API."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.service.models import ServiceRecord
from pages.filters import FilterSet
from reference.choices import ForceKind, RankBand


class ServedFilter(FilterSet):
    """Filters by force and rank band of current records, if the user may see service."""

    force_kind = django_filters.ChoiceFilter(
        label=_("Served in"), choices=ForceKind.choices, method="served_in", empty_label=_("All")
    )
    rank_band = django_filters.ChoiceFilter(
        label=_("Rank band"), choices=RankBand.choices, method="of_band", empty_label=_("All")
    )

    def served_in(self, rows: QuerySet[Any], name: str, kind: str) -> QuerySet[Any]:
        return self.of_people(rows, ServiceRecord.objects.people(self._reader, force__kind=kind))

    def of_band(self, rows: QuerySet[Any], name: str, band: str) -> QuerySet[Any]:
        return self.of_people(rows, ServiceRecord.objects.people(self._reader, rank_band=band))

    def of_people(self, rows: QuerySet[Any], people: QuerySet[Any]) -> QuerySet[Any]:
        """Returns the rows of these people; filters of rows that are no people override this method."""
        return rows.filter(pk__in=people)

    @property
    def _reader(self) -> User:
        user: User = self.request.user
        return user
