"""Filters of the lists of imports."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from imports.choices import ImportStatus
from imports.models import ImportBatch, ImportedFamily
from pages.filters import FilterSet, OneOf


class ImportFilter(FilterSet):
    status = OneOf(ImportStatus, label=_("Status"))
    state = django_filters.ChoiceFilter(
        label=_("What it waits for"),
        choices=[
            ("running", _("It runs")),
            ("failed", _("It failed")),
            ("waiting", _("Rows wait for somebody")),
        ],
        method="filter_state",
        empty_label=_("All"),
    )
    whose = django_filters.ChoiceFilter(
        label=_("Whose"), choices=[("mine", _("Mine"))], empty_label=_("All"), method="filter_own"
    )

    class Meta:
        model = ImportBatch
        fields = ("status",)

    def filter_state(self, batches: Any, name: str, state: str) -> QuerySet[Any]:
        rows: QuerySet[Any] = batches.in_state(state)
        return rows

    def filter_own(self, batches: Any, name: str, value: str) -> QuerySet[Any]:
        rows: QuerySet[Any] = batches.filter(uploaded_by=self.request.user)
        return rows


class ImportedFamilyFilter(FilterSet):
    class Meta:
        model = ImportedFamily
        fields = ()
