"""Filters of who opened a file."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import AuditEvent, User
from pages.filters import ShortListFilter

KINDS = [("looks", _("Looks")), ("acts", _("Acts"))]


class HistoryFilter(django_filters.FilterSet):
    """Colleagues, not people in files: their keys may stand in an address."""

    kind = django_filters.ChoiceFilter(
        label=_("What to show"), choices=KINDS, method="by_kind", empty_label=_("Everything")
    )
    actor = ShortListFilter(queryset=User.objects.none(), label=_("Who"))
    at = django_filters.DateFromToRangeFilter(label=_("When"))

    class Meta:
        model = AuditEvent
        fields = ["kind", "actor", "at"]

    def __init__(
        self, *args: Any, queryset: QuerySet[AuditEvent], request: HttpRequest, **kwargs: Any
    ) -> None:
        super().__init__(*args, queryset=queryset, request=request, **kwargs)
        self.filters["actor"].queryset = User.objects.filter(
            pk__in=queryset.order_by().values("actor")
        )

    def by_kind(self, rows: QuerySet[AuditEvent], name: str, value: str) -> QuerySet[AuditEvent]:
        return rows.filter(is_read=value == "looks")
