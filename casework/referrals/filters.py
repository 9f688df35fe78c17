"""Filters of the list of referrals."""

from typing import Any

import django_filters
from django import forms
from django.utils.translation import gettext_lazy as _

from casework.referrals.choices import OutsideService, ReferralStatus, Urgency
from casework.referrals.models import Referral
from pages.filters import DayFilter, FilterSet, ShortListFilter
from pages.forms import DateInput
from partners.models import Organisation


class ReferralFilter(FilterSet):
    status = django_filters.ChoiceFilter(
        label=_("State"), choices=ReferralStatus.choices, empty_label=_("All")
    )
    service = django_filters.ChoiceFilter(
        label=_("Service"), choices=OutsideService.choices, empty_label=_("All")
    )
    organisation = ShortListFilter(
        label=_("Organisation"), queryset=Organisation.objects.all(), empty_label=_("All")
    )
    urgency = django_filters.ChoiceFilter(
        label=_("Urgency"), choices=Urgency.choices, empty_label=_("All")
    )
    is_overdue = django_filters.BooleanFilter(
        label=_("Overdue"), method="filter_overdue", widget=forms.CheckboxInput
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

    def filter_overdue(self, rows: Any, name: str, value: bool | None) -> Any:
        return rows.overdue(self.request.user.today()) if value else rows
