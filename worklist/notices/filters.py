"""Filters of the inbox."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from pages.filters import FilterSet
from worklist.notices.lines import kinds_in_notices
from worklist.notices.models import Notice


class NoticeFilter(FilterSet):
    state = django_filters.ChoiceFilter(
        label=_("State"),
        choices=[("unread", _("Not read")), ("read", _("Read"))],
        empty_label=_("All"),
        method="by_state",
    )

    kind = django_filters.ChoiceFilter(
        label=_("Kind"), choices=kinds_in_notices, empty_label=_("All")
    )

    class Meta:
        model = Notice
        fields: list[str] = []

    def by_state(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        return rows.filter(read_at__isnull=value == "unread")
