"""Filters of the list of detentions."""

from typing import Any

import django_filters
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from casework.home.choices import Actor
from casework.home.models import Detention
from pages.filters import FilterSet, ShortListFilter
from reference.models import State


class DetentionFilter(FilterSet):
    """Shows open detentions, unless the user filters for others."""

    is_open = django_filters.ChoiceFilter(
        label=_("Detention"),
        choices=[("yes", _("Still held")), ("no", _("Ended"))],
        method="filter_open",
        empty_label=_("All"),
    )
    authority = django_filters.ChoiceFilter(
        label=_("Held by"), choices=Actor.choices, empty_label=_("All")
    )
    state = ShortListFilter(label=_("State"), queryset=State.objects.all(), empty_label=_("All"))

    class Meta:
        model = Detention
        fields = ("authority", "state")

    def __init__(self, data: QueryDict | None = None, *args: Any, **kwargs: Any) -> None:
        if data is None or "is_open" not in data:
            data = data.copy() if data else QueryDict(mutable=True)
            data["is_open"] = "yes"
        super().__init__(data, *args, **kwargs)

    def filter_open(self, rows: Any, name: str, answer: str) -> Any:
        return rows.filter(ended_on__isnull=answer == "yes")
