"""Filters of reports about groups."""

import django_filters
from django.utils.translation import gettext_lazy as _

from asylum.reported.choices import GroupKind, Stage
from asylum.reported.models import GroupReport
from pages.filters import DayFilter, FilterSet


class GroupReportFilter(FilterSet):
    kind = django_filters.ChoiceFilter(label=_("What"), choices=GroupKind.choices)
    stage = django_filters.ChoiceFilter(label=_("How far it came"), choices=Stage.choices)
    since = DayFilter(label=_("Since"), field_name="on", lookup_expr="gte")

    class Meta:
        model = GroupReport
        fields: list[str] = []
