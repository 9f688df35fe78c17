"""Filters that the list of tasks and the API share."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.register.querysets.assignment import colleagues_of
from casework.tasks.choices import TaskKind, TaskStatus
from casework.tasks.models import CaseTask
from pages.filters import DayFilter, FilterSet, ShortListFilter
from pages.forms import DateInput


def _colleagues(request: HttpRequest | None) -> QuerySet[User]:
    """Returns colleagues who can have tasks in the offices where the user assigns cases."""
    if request is None or not request.user.is_authenticated:
        nobody: QuerySet[User] = User.objects.none()
        return nobody
    return colleagues_of(request.user)


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
    colleague = ShortListFilter(
        label=_("Who does it"),
        queryset=_colleagues,
        field_name="assigned_to",
        empty_label=_("All"),
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
