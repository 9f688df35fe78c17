"""Filters that the case list and the API share."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from casework.register.filters import own_teams
from casework.register.models.case import FamilyMember
from pages.filters import FilterSet, ShortListFilter


class KeptFilter(FilterSet):
    """Filters of people whose retention period is over."""

    team = ShortListFilter(
        label=_("Team"), field_name="case__team", queryset=own_teams, empty_label=_("All")
    )

    class Meta:
        model = FamilyMember
        fields: list[str] = []


def showing_first(rows: Any) -> type[KeptFilter]:
    """The filter, which shows these rows if no team is chosen. Saved views count all rows."""

    class FirstFilter(KeptFilter):
        @property
        def qs(self) -> Any:
            return super().qs if self.data.get("team") or self.errors else rows

    return FirstFilter
