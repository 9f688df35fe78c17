"""Filters of the lists of organisations, requests, tensions and reported figures."""

from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from pages.filters import YES_OR_NO, DayFilter, FilterSet, OneOf, ShortListFilter
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


class OrganisationFilter(FilterSet):
    kind = OneOf(OrganisationKind, label=_("Kind"))
    role = OneOf(PartnerRole, label=_("What it does"), method="of_role")
    participation_today = OneOf(ParticipationStatus, label=_("Takes part"))
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


class ContactFilter(FilterSet):
    organisation = ShortListFilter(
        label=_("Organisation"),
        queryset=Organisation.objects.filter(contacts__isnull=False).distinct(),
        empty_label=_("All"),
    )
    kind = OneOf(OrganisationKind, label=_("Kind"), field_name="organisation__kind")

    class Meta:
        model = PartnerContact
        fields: tuple[str, ...] = ()


class RequestFilter(FilterSet):
    outcome = OneOf(RequestOutcome, label=_("Answer"))
    kind = OneOf(RequestKind, label=_("Asked for"))
    since = DayFilter(label=_("From"), field_name="on", lookup_expr="gte", widget=DateInput)
    until = DayFilter(label=_("To"), field_name="on", lookup_expr="lte", widget=DateInput)

    class Meta:
        model = PartnerRequest
        fields: tuple[str, ...] = ()


class TensionFilter(FilterSet):
    kind = OneOf(TensionKind, label=_("What happened"))
    level = OneOf(TensionLevel, label=_("Level"))
    municipality = ShortListFilter(
        label=_("Municipality"), queryset=Municipality.objects.all(), empty_label=_("All")
    )

    class Meta:
        model = TensionEvent
        fields: tuple[str, ...] = ()


class ReportedFigureFilter(FilterSet):
    metric = OneOf(Metric, label=_("What is counted"))

    class Meta:
        model = ReportedFigure
        fields: tuple[str, ...] = ()
