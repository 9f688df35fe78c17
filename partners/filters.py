"""Filters of the lists about organisations, requests, unrest and reported figures."""

from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from pages.filters import YES_OR_NO, DayFilter, ShortListFilter
from pages.forms import DateInput
from partners.choices import (
    Metric,
    OrganisationKind,
    ParticipationStatus,
    PartnerRole,
    RequestKind,
    RequestOutcome,
    TensionKind,
    TensionLevel,
)
from partners.models import (
    Organisation,
    OrganisationRole,
    PartnerContact,
    PartnerRequest,
    ReportedFigure,
    TensionEvent,
)
from reference.models import Municipality


class OrganisationFilter(django_filters.FilterSet):
    kind = django_filters.ChoiceFilter(
        label=_("Kind"), choices=OrganisationKind.choices, empty_label=_("All")
    )
    role = django_filters.ChoiceFilter(
        label=_("What it does"),
        choices=PartnerRole.choices,
        method="of_role",
        empty_label=_("All"),
    )
    participation_today = django_filters.ChoiceFilter(
        label=_("Takes part"), choices=ParticipationStatus.choices, empty_label=_("All")
    )
    is_named_in_exports = django_filters.BooleanFilter(
        label=_("May be named in exports"), widget=forms.Select(choices=YES_OR_NO)
    )

    class Meta:
        model = Organisation
        fields = ("kind", "is_named_in_exports")

    def of_role(self, rows: QuerySet[Any], name: str, role: str) -> QuerySet[Any]:
        user = self.request.user
        roles = OrganisationRole.objects.visible_to(user).on(user.today()).filter(role=role)
        return rows.filter(pk__in=roles.values("organisation"))


class ContactFilter(django_filters.FilterSet):
    organisation = ShortListFilter(
        label=_("Organisation"),
        queryset=Organisation.objects.filter(contacts__isnull=False).distinct(),
        empty_label=_("All"),
    )
    kind = django_filters.ChoiceFilter(
        label=_("Kind"),
        field_name="organisation__kind",
        choices=OrganisationKind.choices,
        empty_label=_("All"),
    )

    class Meta:
        model = PartnerContact
        fields: tuple[str, ...] = ()


class RequestFilter(django_filters.FilterSet):
    outcome = django_filters.ChoiceFilter(
        label=_("Answer"), choices=RequestOutcome.choices, empty_label=_("All")
    )
    kind = django_filters.ChoiceFilter(
        label=_("Asked for"), choices=RequestKind.choices, empty_label=_("All")
    )
    since = DayFilter(label=_("From"), field_name="on", lookup_expr="gte", widget=DateInput)
    until = DayFilter(label=_("To"), field_name="on", lookup_expr="lte", widget=DateInput)

    class Meta:
        model = PartnerRequest
        fields: tuple[str, ...] = ()


class TensionFilter(django_filters.FilterSet):
    kind = django_filters.ChoiceFilter(
        label=_("What happened"), choices=TensionKind.choices, empty_label=_("All")
    )
    level = django_filters.ChoiceFilter(
        label=_("Level"), choices=TensionLevel.choices, empty_label=_("All")
    )
    municipality = ShortListFilter(
        label=_("Municipality"), queryset=Municipality.objects.all(), empty_label=_("All")
    )

    class Meta:
        model = TensionEvent
        fields: tuple[str, ...] = ()


class ReportedFigureFilter(django_filters.FilterSet):
    metric = django_filters.ChoiceFilter(
        label=_("What is counted"), choices=Metric.choices, empty_label=_("All")
    )

    class Meta:
        model = ReportedFigure
        fields: tuple[str, ...] = ()
