"""Filters that the case list and the API share."""

import django_filters
from django.utils.translation import gettext_lazy as _

from imports.choices import ImportStatus
from imports.models import ImportBatch, ImportedFamily


class ImportFilter(django_filters.FilterSet):
    status = django_filters.ChoiceFilter(
        label=_("Status"), choices=ImportStatus.choices, empty_label=_("All")
    )

    class Meta:
        model = ImportBatch
        fields = ("status",)


class ImportedFamilyFilter(django_filters.FilterSet):
    class Meta:
        model = ImportedFamily
        fields = ()
