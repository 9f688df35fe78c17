"""Filters that the case list and the API share."""

import django_filters
from django.utils.translation import gettext_lazy as _

from casework.register.filters import own_teams
from casework.register.models.case import FamilyMember
from pages.filters import FilterSet


class KeptFilter(FilterSet):
    """Of people whose keeping time is over."""

    team = django_filters.ModelChoiceFilter(
        label=_("Team"), field_name="case__team", queryset=own_teams, empty_label=_("All")
    )

    class Meta:
        model = FamilyMember
        fields: list[str] = []
