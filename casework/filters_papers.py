"""Filters of the lists of referrals and exits."""

from typing import Any

import django_filters
from django import forms
from django.utils.translation import gettext_lazy as _

from casework.choices.documents import DocumentKind
from casework.choices.exits import ExitType
from casework.choices.referrals import OutsideService, ReferralStatus, Urgency
from casework.filters import DayFilter
from casework.models import CaseDocument, Exit, Organisation, Referral
from pages.forms import DateInput


class ReferralFilter(django_filters.FilterSet):
    status = django_filters.ChoiceFilter(
        label=_("State"), choices=ReferralStatus.choices, empty_label=_("All")
    )
    service = django_filters.ChoiceFilter(
        label=_("Service"), choices=OutsideService.choices, empty_label=_("All")
    )
    organisation = django_filters.ModelChoiceFilter(
        label=_("Organisation"), queryset=Organisation.objects.all(), empty_label=_("All")
    )
    urgency = django_filters.ChoiceFilter(
        label=_("Urgency"), choices=Urgency.choices, empty_label=_("All")
    )
    is_overdue = django_filters.BooleanFilter(
        label=_("Overdue"), method="late", widget=forms.CheckboxInput
    )
    sent_from = DayFilter(
        label=_("Sent from"), field_name="sent_on", lookup_expr="gte", widget=DateInput
    )
    sent_until = DayFilter(
        label=_("Sent until"), field_name="sent_on", lookup_expr="lte", widget=DateInput
    )

    class Meta:
        model = Referral
        fields = ("status", "service", "organisation", "urgency")

    def late(self, rows: Any, name: str, value: bool | None) -> Any:
        return rows.overdue(self.request.user.today()) if value else rows


class ExitFilter(django_filters.FilterSet):
    type = django_filters.ChoiceFilter(
        label=_("How the person left"), choices=ExitType.choices, empty_label=_("All")
    )
    is_destination_known = django_filters.BooleanFilter(
        label=_("Destination known"),
        widget=forms.Select(choices=[("", _("All")), ("true", _("Yes")), ("false", _("No"))]),
    )
    left_from = DayFilter(
        label=_("Left from"), field_name="on", lookup_expr="gte", widget=DateInput
    )
    left_until = DayFilter(
        label=_("Left until"), field_name="on", lookup_expr="lte", widget=DateInput
    )

    class Meta:
        model = Exit
        fields = ("type", "is_destination_known")


class DocumentFilter(django_filters.FilterSet):
    kind = django_filters.ChoiceFilter(
        label=_("Kind"), choices=DocumentKind.choices, empty_label=_("All")
    )

    class Meta:
        model = CaseDocument
        fields = ("kind",)
