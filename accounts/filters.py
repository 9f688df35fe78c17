"""Filters of the list of accounts."""

from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from accounts.roles import Role
from pages.filters import FilterSet, OneOf, ShortListFilter

YES_NO = [("True", _("Yes")), ("False", _("No"))]


class UserFilter(FilterSet):
    """Filters by name too: staff names may be in a URL, names of people in files may not."""

    words = django_filters.CharFilter(label=_("Name or e-mail"), method="by_words")
    office = ShortListFilter(queryset=Office.objects.all(), label=_("Office"))
    role = OneOf(Role, label=_("Role"), method="by_role")
    is_active = django_filters.ChoiceFilter(
        label=_("May log in"), choices=YES_NO, empty_label=_("All")
    )

    idle = django_filters.ChoiceFilter(
        label=_("Use"),
        choices=[("true", _("Not logged in for 60 days"))],
        empty_label=_("All"),
        method="by_idle",
    )

    class Meta:
        model = User
        fields = ["words", "office", "role", "is_active"]

    def by_idle(self, rows: Any, name: str, value: str) -> QuerySet[User]:
        idle: QuerySet[User] = rows.idle(self.request.user.today())
        return idle

    def by_words(self, rows: QuerySet[User], name: str, value: str) -> QuerySet[User]:
        return rows.filter(Q(full_name__icontains=value) | Q(email__icontains=value))

    def by_role(self, rows: QuerySet[User], name: str, value: str) -> QuerySet[User]:
        return rows.filter(grants__role=value).distinct()
