"""Filters of the lists of accounts and of the audit log."""

from typing import Any

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.audit_words import events_about, is_number, verbs_by_words
from accounts.models import AuditEvent, Office, User
from accounts.models.audit import ACT, LOOK
from accounts.roles import Role
from pages.filters import DayFilter, FilterSet, OneOf, ShortListFilter
from pages.forms import DateInput

YES_NO = [("True", _("Yes")), ("False", _("No"))]


class UserFilter(FilterSet):
    """Colleagues, not people in files: their names may be in a URL."""

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


class CaseNumberField(forms.CharField):
    """The number of a case or a person. Refuses other text, so that it does not look as if nothing were found."""

    def clean(self, value: Any) -> str:
        typed = str(super().clean(value) or "")
        if typed and not is_number(typed):
            raise ValidationError(_("This is no number of a case or a person."), code="invalid")
        return typed


class NumberFilter(django_filters.CharFilter):
    field_class = CaseNumberField


class AuditFilter(FilterSet):
    number = NumberFilter(
        label=_("Case or person"), method="by_number", help_text="A-2026-000009, A-2026-000009-01"
    )
    actor = ShortListFilter(queryset=User.objects.all(), label=_("Who"))
    verb = django_filters.ChoiceFilter(
        label=_("What"), choices=verbs_by_words, empty_label=_("All")
    )
    is_read = django_filters.ChoiceFilter(
        label=_("Look or act"),
        choices=[("True", LOOK), ("False", ACT)],
        empty_label=_("All"),
    )
    hours = django_filters.ChoiceFilter(
        label=_("Hours"),
        choices=[("night", _("Between 21:00 and 6:00"))],
        empty_label=_("All"),
        method="by_hours",
    )
    since = DayFilter(label=_("From"), field_name="at", lookup_expr="date__gte", widget=DateInput)
    until = DayFilter(label=_("To"), field_name="at", lookup_expr="date__lte", widget=DateInput)

    class Meta:
        model = AuditEvent
        fields = ["number", "actor", "verb", "is_read", "since", "until"]

    def by_number(self, rows: QuerySet[AuditEvent], name: str, value: str) -> QuerySet[AuditEvent]:
        return rows.filter(events_about(value))

    def by_hours(self, rows: Any, name: str, value: str) -> QuerySet[AuditEvent]:
        at_night: QuerySet[AuditEvent] = rows.at_night()
        return at_night
