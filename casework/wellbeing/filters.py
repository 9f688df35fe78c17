"""Filters of the list of people without activity."""

import django_filters
from django.utils.translation import gettext_lazy as _

from casework.register.choices import Sex
from casework.register.filters import own_teams
from casework.register.models.case import FamilyMember
from pages.filters import FilterSet, ShortListFilter


class IdleFilter(FilterSet):
    """Filters memberships by team and sex."""

    team = ShortListFilter(
        label=_("Team"), field_name="case__team", queryset=own_teams, empty_label=_("All")
    )
    sex = django_filters.ChoiceFilter(
        label=_("Sex"), field_name="individual__sex", choices=Sex.choices, empty_label=_("All")
    )

    class Meta:
        model = FamilyMember
        fields: list[str] = []
