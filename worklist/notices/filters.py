"""Filters of the inbox, and of what was sent."""

from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from pages.filters import FilterSet
from worklist.notices.lines import kinds_in_notices
from worklist.notices.models import Notice
from worklist.notices.querysets import NoticeQuerySet


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


class SentFilter(NoticeFilter):
    user = django_filters.ModelChoiceFilter(
        label=_("To whom"), queryset=lambda request: _readers(request.user), empty_label=_("All")
    )
    mail = django_filters.ChoiceFilter(
        label=_("Mail"),
        choices=[("waits", _("Waits")), ("sent", _("Mailed"))],
        empty_label=_("All"),
        method="by_mail",
    )

    def by_mail(self, rows: NoticeQuerySet, name: str, value: str) -> QuerySet[Any]:
        return rows.to_mail() if value == "waits" else rows.filter(mailed_at__isnull=False)


def _readers(user: User) -> QuerySet[User, Any]:
    """The user, and colleagues of offices where the user moves cases."""
    offices = user.office_ids(Permission.CASE_MOVE)
    readers: QuerySet[User, Any] = User.objects.filter(Q(pk=user.pk) | Q(office__in=offices))
    return readers
