"""The filter of the list of absent people."""

from django.utils.translation import gettext_lazy as _

from pages.filters import FilterSet, ShortListFilter
from shelters.filters import sites_of_reader
from shelters.models import Placement


class AbsenceFilter(FilterSet):
    site = ShortListFilter(label=_("Site"), queryset=sites_of_reader, empty_label=_("All"))

    class Meta:
        model = Placement
        fields = ("site",)
