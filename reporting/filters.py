"""Filters of the list of tables, shared with the API."""

from typing import ClassVar

import django_filters
from django.utils.translation import gettext_lazy as _

from reporting.choices import Audience, TableStatus
from reporting.models import FunderTable


class FunderTableFilter(django_filters.FilterSet):
    status = django_filters.ChoiceFilter(label=_("Status"), choices=TableStatus.choices)
    audience = django_filters.ChoiceFilter(label=_("Audience"), choices=Audience.choices)
    is_released = django_filters.BooleanFilter(
        label=_("Released"), field_name="released_at", lookup_expr="isnull", exclude=True
    )

    class Meta:
        model = FunderTable
        fields: ClassVar[list[str]] = ["status", "audience", "is_released"]
