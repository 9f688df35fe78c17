"""Filters of the list of renunciations and of its API."""

from typing import Any

import django_filters
from django import forms
from django.utils.translation import gettext_lazy as _

from asylum.papers.choices import RenunciationStatus, Signature, Wording
from asylum.papers.models.renunciation import Renunciation
from pages.filters import FilterSet


class RenunciationFilter(FilterSet):
    to_verify = django_filters.BooleanFilter(
        label=_("For me to verify"), method="for_me", widget=forms.CheckboxInput
    )
    status = django_filters.ChoiceFilter(
        label=_("State"), choices=RenunciationStatus.choices, method="of_status"
    )
    wording = django_filters.ChoiceFilter(label=_("Wording"), choices=Wording.choices)
    signature = django_filters.ChoiceFilter(label=_("Signature"), choices=Signature.choices)

    class Meta:
        model = Renunciation
        fields: list[str] = []

    def of_status(self, rows: Any, name: str, value: str) -> Any:
        """Returns the rows in this state. Leaves out refusals to sign: the filter by signature lists them."""
        rows = rows.filter(status=value)
        if value == RenunciationStatus.RECORDED:
            return rows.exclude(signature=Signature.REFUSED)
        return rows

    def for_me(self, rows: Any, name: str, value: bool | None) -> Any:
        return rows.verifiable_by(self.request.user) if value else rows


class PersonFilter(FilterSet):
    """A list without filters, because everybody on it needs attention."""
