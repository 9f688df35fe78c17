"""Filters of the list of consents."""

from typing import Any

import django_filters
from django import forms
from django.utils.translation import gettext_lazy as _

from casework.consents.choices import ConsentStatus, Purpose
from casework.consents.models import Consent
from pages.filters import FilterSet


class ConsentFilter(FilterSet):
    purpose = django_filters.ChoiceFilter(
        label=_("Purpose"), choices=Purpose.choices, empty_label=_("All")
    )
    status = django_filters.ChoiceFilter(
        label=_("Answer"), choices=ConsentStatus.choices, empty_label=_("All")
    )
    is_of_older_text = django_filters.BooleanFilter(
        label=_("Agreed to an older text"),
        method="outdated",
        widget=forms.CheckboxInput,
    )

    class Meta:
        model = Consent
        fields = ("purpose", "status")

    def outdated(self, rows: Any, name: str, value: bool | None) -> Any:
        return rows.of_older_text(self.request.user.today()) if value else rows
