"""Filters of the list of exits."""

from typing import Any

import django_filters
from django import forms
from django.utils.translation import gettext_lazy as _

from casework.register.choices import ExitType
from casework.register.models.exit import Exit
from pages.filters import DayFilter, FilterSet
from pages.forms import DateInput


class ExitFilter(FilterSet):
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

    is_annulled = django_filters.BooleanFilter(
        label=_("Taken back"),
        field_name="annulled_on",
        lookup_expr="isnull",
        exclude=True,
        widget=forms.Select(
            choices=[("", _("Without those taken back")), ("true", _("Only those taken back"))]
        ),
    )

    @property
    def qs(self) -> Any:
        """The filtered exits. Exits that were taken back are listed only if the user asks for them."""
        lists_annulled = (
            self.is_bound and self.form.is_valid() and self.form.cleaned_data["is_annulled"]
        )
        return super().qs if lists_annulled else super().qs.standing()

    class Meta:
        model = Exit
        fields = ("type", "is_destination_known")
