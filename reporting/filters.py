"""Filters of the lists of tables and of named lists; the first are shared with the API."""

from typing import Any, ClassVar

import django_filters
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission
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


class FunderTableListFilter(FunderTableFilter):
    """The filters of the page: those of the API, and one for tables that wait for the user, as Today counts them."""

    waits = django_filters.ChoiceFilter(
        label=_("For you"),
        choices=[("true", _("To release"))],
        empty_label=_("All"),
        method="by_waiting",
    )

    def by_waiting(self, rows: Any, name: str, value: str) -> QuerySet[Any]:
        user = self.request.user
        mine = FunderTable.objects.visible_to(user, Permission.REPORT_RELEASE).to_release(user)
        waiting: QuerySet[Any] = rows.filter(pk__in=mine.values("pk"))
        return waiting


class NamedListFilter(FilterSet):
    status = django_filters.ChoiceFilter(label=_("Status"), choices=TableStatus.choices)
    purpose = django_filters.ChoiceFilter(label=_("Purpose"), choices=Purpose.choices)

    class Meta:
        model = NamedList
        fields: ClassVar[list[str]] = ["status", "purpose"]
