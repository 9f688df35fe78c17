"""Filters that the case list and the API share."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from casework.tasks.choices import TaskKind, TaskStatus
from casework.tasks.models import CaseTask
from pages.filters import DayFilter, FilterSet
from pages.forms import DateInput


class TaskFilter(FilterSet):
    state = django_filters.ChoiceFilter(
        label=_("Status"),
        choices=[*TaskStatus.choices, ("overdue", _("Overdue"))],
        empty_label=_("All"),
        method="in_state",
    )
    whose = django_filters.ChoiceFilter(
        label=_("Whose"), choices=[("mine", _("Mine"))], empty_label=_("All"), method="of_whom"
    )
    kind = django_filters.ChoiceFilter(
        label=_("Kind"), choices=TaskKind.choices, empty_label=_("All")
    )
    due_from = DayFilter(label=_("From"), field_name="due_on", lookup_expr="gte", widget=DateInput)
    due_until = DayFilter(
        label=_("Until"), field_name="due_on", lookup_expr="lte", widget=DateInput
    )
    case = django_filters.CharFilter(
        label=_("Case number"), field_name="case__number", lookup_expr="iexact"
    )

    class Meta:
        model = CaseTask
        fields = ("kind",)

    def in_state(self, tasks: Any, name: str, value: str) -> QuerySet[Any]:
        if value == "overdue":
            late: QuerySet[Any] = tasks.overdue_on(self.request.user.today())
            return late
        rows: QuerySet[Any] = tasks.filter(status=value)
        return rows

    def of_whom(self, tasks: Any, name: str, value: str) -> QuerySet[Any]:
        rows: QuerySet[Any] = tasks.of(self.request.user)
        return rows
