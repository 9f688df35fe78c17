"""Filters of the list of applications and of its API."""

from typing import Any

import django_filters
from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from asylum.pathways.choices import OPEN_APPLICATION, ApplicationStatus
from asylum.people.querysets import of_the_dead
from asylum.procedure.choices import ClaimGround
from asylum.procedure.models.application import AsylumApplication
from pages.filters import DayFilter, FilterSet, OrderFilter


class Standing(models.TextChoices):
    OPEN = "open", _("Still open")
    ENDED = "ended", _("No longer open")


class ApplicationFilter(FilterSet):
    standing = django_filters.ChoiceFilter(
        label=_("Open or ended"), choices=Standing.choices, method="of_standing"
    )
    status = django_filters.ChoiceFilter(label=_("State"), choices=ApplicationStatus.choices)
    ground = django_filters.ChoiceFilter(
        label=_("Ground"), choices=ClaimGround.choices, method="on_ground"
    )
    lodged_from = DayFilter(label=_("Lodged from"), field_name="lodged_on", lookup_expr="gte")
    lodged_to = DayFilter(label=_("Lodged until"), field_name="lodged_on", lookup_expr="lte")
    order = OrderFilter(_("Latest change of state first"), _("Earliest change of state first"))

    class Meta:
        model = AsylumApplication
        fields: list[str] = []

    def of_standing(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        # The claim of a dead person is not open, whatever its last state.
        rows = rows.annotate(is_of_the_dead=of_the_dead("individual"))
        is_open = Q(status__in=OPEN_APPLICATION, is_of_the_dead=False)
        return rows.filter(is_open if value == Standing.OPEN else ~is_open)

    def on_ground(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        return rows.filter(grounds__contains=[value])


class ApplicationListFilter(ApplicationFilter):
    """The filter of the list, which leaves out mistakes unless the reader filters by that state."""

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().filter_queryset(queryset)
        if self.form.cleaned_data.get("status") == ApplicationStatus.MISTAKEN:
            return rows
        return rows.exclude(status=ApplicationStatus.MISTAKEN)
