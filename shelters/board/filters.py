"""Which sites and rooms the board shows."""

from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from pages.filters import FilterSet, ShortListFilter
from shelters.filters import municipalities_with_sites, sites_of_reader
from shelters.models import Site

MOST_IN_A_ROOM = 99


class BoardFilter(FilterSet):
    """Sites by place. `fits` and `step_free` choose rooms: the board applies them once beds and stays are read."""

    site = ShortListFilter(
        label=_("Site"), queryset=sites_of_reader, empty_label=_("All"), method="only_this"
    )
    municipality = ShortListFilter(
        label=_("Municipality"), queryset=municipalities_with_sites, empty_label=_("All")
    )
    fits = django_filters.NumberFilter(
        label=_("Free beds in a room"),
        method="of_rooms",
        min_value=1,
        max_value=MOST_IN_A_ROOM,
    )
    step_free = django_filters.BooleanFilter(
        label=_("No steps"), method="of_rooms", widget=forms.CheckboxInput
    )

    class Meta:
        model = Site
        fields = ("municipality",)

    def only_this(self, sites: QuerySet[Any], name: str, site: Site) -> QuerySet[Any]:
        return sites.filter(pk=site.pk)

    def of_rooms(self, sites: QuerySet[Any], name: str, wanted: Any) -> QuerySet[Any]:
        return sites
