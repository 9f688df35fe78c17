"""The filters of the list of outings."""

from typing import Any

import django_filters
from django.utils.translation import gettext_lazy as _

from pages.filters import FilterSet, ShortListFilter
from shelters.filters import sites_of_reader
from shelters.outings.models import Outing


class OutingFilter(FilterSet):
    state = django_filters.ChoiceFilter(
        label=_("State"),
        choices=[("out", _("Out now")), ("late", _("Not back in time"))],
        method="in_state",
        empty_label=_("All"),
    )
    site = ShortListFilter(
        label=_("Site"),
        field_name="placement__site",
        queryset=sites_of_reader,
        empty_label=_("All"),
    )

    class Meta:
        model = Outing
        fields = ()

    def in_state(self, outings: Any, name: str, state: str) -> Any:
        user = self.request.user
        return outings.out(user.today()) if state == "out" else outings.late_for(user)
