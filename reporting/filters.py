"""Filters of the lists of tables and of lists with names; the first are shared with the API."""

from typing import ClassVar

import django_filters
from django.utils.translation import gettext_lazy as _

from casework.consents.choices import Purpose
from pages.filters import FilterSet
from reporting.choices import Audience, TableStatus
from reporting.models import FunderTable, NamedList


class FunderTableFilter(FilterSet):
    status = django_filters.ChoiceFilter(label=_("Status"), choices=TableStatus.choices)
    audience = django_filters.ChoiceFilter(label=_("Audience"), choices=Audience.choices)
    is_released = django_filters.BooleanFilter(
        label=_("Released"), field_name="released_at", lookup_expr="isnull", exclude=True
    )

    class Meta:
        model = FunderTable
        fields: ClassVar[list[str]] = ["status", "audience", "is_released"]


class NamedListFilter(FilterSet):
    status = django_filters.ChoiceFilter(label=_("Status"), choices=TableStatus.choices)
    purpose = django_filters.ChoiceFilter(label=_("Purpose"), choices=Purpose.choices)

    class Meta:
        model = NamedList
        fields: ClassVar[list[str]] = ["status", "purpose"]
