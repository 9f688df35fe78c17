"""Filters of the lists of accounts and of the audit log."""

import django_filters
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import AuditEvent, Office, User
from accounts.roles import Role
from pages.filters import OneOf, ShortListFilter

YES_NO = [("True", _("Yes")), ("False", _("No"))]


class UserFilter(django_filters.FilterSet):
    """Colleagues, not people in files: their names may stand in an address."""

    words = django_filters.CharFilter(label=_("Name or e-mail"), method="by_words")
    office = ShortListFilter(queryset=Office.objects.all(), label=_("Office"))
    role = OneOf(Role, label=_("Role"), method="by_role")
    is_active = django_filters.ChoiceFilter(
        label=_("May log in"), choices=YES_NO, empty_label=_("All")
    )

    class Meta:
        model = User
        fields = ["words", "office", "role", "is_active"]

    def by_words(self, rows: QuerySet[User], name: str, value: str) -> QuerySet[User]:
        return rows.filter(Q(full_name__icontains=value) | Q(email__icontains=value))

    def by_role(self, rows: QuerySet[User], name: str, value: str) -> QuerySet[User]:
        return rows.filter(grants__role=value).distinct()


class AuditFilter(django_filters.FilterSet):
    verb = django_filters.CharFilter(
        label=_("What"), lookup_expr="startswith", help_text="case.closed"
    )
    actor = ShortListFilter(queryset=User.objects.all(), label=_("Who"))
    is_read = django_filters.ChoiceFilter(
        label=_("Looks only"), choices=YES_NO, empty_label=_("All")
    )
    case_id = django_filters.UUIDFilter(label=_("Case"))
    at = django_filters.DateFromToRangeFilter(label=_("When"))

    class Meta:
        model = AuditEvent
        fields = ["verb", "actor", "is_read", "case_id", "at"]
