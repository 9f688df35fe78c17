"""Filters of the list of files without notice or basis."""

from typing import Any

import django_filters
from django.utils.translation import gettext_lazy as _

from casework.asking.missing import BASELESS, IS_GROWN, OLDER, UNTOLD
from casework.register.filters import own_teams
from casework.register.models.case import FamilyMember
from pages.filters import FilterSet, ShortListFilter

CONDITIONS = {"notice": UNTOLD, "basis": BASELESS, "older": OLDER, "grown": IS_GROWN}


class MissingFilter(FilterSet):
    """Filters by what is missing, and by team."""

    lacks = django_filters.ChoiceFilter(
        label=_("What is missing"),
        method="by_missing",
        choices=[
            ("notice", _("The privacy notice")),
            ("basis", _("The basis of the file")),
            ("older", _("The newest text of the notice")),
            ("grown", _("The own word of who is of age now")),
        ],
        empty_label=_("All"),
    )
    team = ShortListFilter(
        label=_("Team"), field_name="case__team", queryset=own_teams, empty_label=_("All")
    )

    class Meta:
        model = FamilyMember
        fields: list[str] = []

    def by_missing(self, rows: Any, name: str, value: str) -> Any:
        return rows.filter(CONDITIONS[value])
