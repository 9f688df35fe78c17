"""The filters of arrivals in the API."""

import django_filters
from django.utils.translation import gettext_lazy as _

from casework.register.models.arrival import Arrival
from pages.filters import FilterSet


class ArrivalFilter(FilterSet):
    on = django_filters.DateFromToRangeFilter(label=_("Arrived"))

    class Meta:
        model = Arrival
        fields = ("on", "directorate", "crossing", "entry_mode")
