"""Filters of the list of documents."""

import django_filters
from django.utils.translation import gettext_lazy as _

from casework.documents.choices import DocumentKind
from casework.documents.models import CaseDocument
from pages.filters import FilterSet


class DocumentFilter(FilterSet):
    kind = django_filters.ChoiceFilter(
        label=_("Kind"), choices=DocumentKind.choices, empty_label=_("All")
    )

    class Meta:
        model = CaseDocument
        fields = ("kind",)
