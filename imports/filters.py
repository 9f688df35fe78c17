"""Filters that the case list and the API share."""

import django_filters
from django.utils.translation import gettext_lazy as _

from imports.choices import ImportStatus
from imports.models import ImportBatch, ImportedFamily
from pages.filters import OneOf


class ImportFilter(django_filters.FilterSet):
    status = OneOf(ImportStatus, label=_("Status"))

    class Meta:
        model = ImportBatch
        fields = ("status",)


class ImportedFamilyFilter(django_filters.FilterSet):
    class Meta:
        model = ImportedFamily
        fields = ()
