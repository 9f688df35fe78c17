"""Filters that the case list and the API share."""

from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field

from accounts.models import Team
from accounts.permissions import Permission
from casework.choices import CaseStatus, Category, Sex
from casework.models import Arrival, Case, Individual, RegionalDirectorate
from casework.querysets.teams import teams_of
from pages.filters import ShortListFilter
from pages.forms import DateField, DateInput


def own_teams(request: HttpRequest | None) -> QuerySet[Team]:
    """Teams to filter by: those whose cases the reader reaches."""
    if request is None or not request.user.is_authenticated:
        return Team.objects.none()
    return teams_of(request.user, Permission.CASE_READ)


class DayFilter(django_filters.DateFilter):
    field_class = DateField


class CaseFilter(django_filters.FilterSet):
    status = django_filters.ChoiceFilter(
        label=_("Status"), choices=CaseStatus.choices, empty_label=_("All")
    )
    team = ShortListFilter(label=_("Team"), queryset=own_teams, empty_label=_("All"))
    opened_from = DayFilter(
        label=_("Opened from"), field_name="opened_on", lookup_expr="gte", widget=DateInput
    )
    opened_until = DayFilter(
        label=_("Opened until"), field_name="opened_on", lookup_expr="lte", widget=DateInput
    )
    directorate = ShortListFilter(
        label=_("Regional directorate"),
        queryset=RegionalDirectorate.objects.all(),
        method="of_directorate",
        empty_label=_("All"),
    )
    is_restricted = django_filters.BooleanFilter(
        label=_("Restricted"),
        widget=forms.Select(choices=[("", _("All")), ("true", _("Yes")), ("false", _("No"))]),
    )

    class Meta:
        model = Case
        fields = ("status", "team", "is_restricted")

    @extend_schema_field(str)
    def of_directorate(
        self, cases: QuerySet[Case], name: str, directorate: RegionalDirectorate
    ) -> QuerySet[Case]:
        return cases.filter(pk__in=Arrival.objects.filter(directorate=directorate).values("case"))


class IndividualFilter(django_filters.FilterSet):
    category = django_filters.ChoiceFilter(choices=Category.choices)
    sex = django_filters.ChoiceFilter(choices=Sex.choices)
    case = django_filters.CharFilter(method="of_case", label=_("Case number"))

    class Meta:
        model = Individual
        fields = ("category", "sex", "number")

    def of_case(self, people: QuerySet[Any], name: str, number: str) -> QuerySet[Any]:
        return people.filter(memberships__case__number=number).distinct()


class ArrivalFilter(django_filters.FilterSet):
    on = django_filters.DateFromToRangeFilter(label=_("Arrived"))

    class Meta:
        model = Arrival
        fields = ("on", "directorate", "crossing", "entry_mode")
