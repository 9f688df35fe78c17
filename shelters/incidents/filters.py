"""The filters of the list of incidents at sites."""

from typing import Any

import django_filters
from django.utils.translation import gettext_lazy as _

from pages.filters import FilterSet, OneOf, ShortListFilter
from shelters.filters import sites_of_reader
from shelters.incidents.choices import SiteIncidentKind
from shelters.incidents.models import SiteIncident


class SiteIncidentFilter(FilterSet):
    state = django_filters.ChoiceFilter(
        label=_("State"),
        choices=[("undecided", _("Without a decision")), ("review", _("To be reviewed"))],
        method="in_state",
        empty_label=_("All"),
    )
    kind = OneOf(SiteIncidentKind, label=_("Kind"))
    site = ShortListFilter(
        label=_("Site"),
        field_name="placement__site",
        queryset=sites_of_reader,
        empty_label=_("All"),
    )

    class Meta:
        model = SiteIncident
        fields = ("kind",)

    def in_state(self, incidents: Any, name: str, state: str) -> Any:
        if state == "undecided":
            return incidents.to_decide()
        return incidents.to_review(self.request.user.today())
