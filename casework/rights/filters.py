"""The filter of the list of people whose retention period is over."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from casework.register.filters import own_teams
from casework.register.models.case import FamilyMember
from pages.filters import FilterSet, ShortListFilter


class RetentionFilter(FilterSet):
    """Filters people whose retention period is over by team."""

    team = ShortListFilter(
        label=_("Team"), field_name="case__team", queryset=own_teams, empty_label=_("All")
    )

    class Meta:
        model = FamilyMember
        fields: list[str] = []


def filter_with_first_rows(rows: Any) -> type[RetentionFilter]:
    """Returns a filter that shows `rows`, the first rows, if no team is chosen. Saved views count all rows."""

    class FirstFilter(RetentionFilter):
        @property
        def qs(self) -> Any:
            return super().qs if self.data.get("team") or self.errors else rows

    return FirstFilter
