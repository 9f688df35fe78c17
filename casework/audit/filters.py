"""Filters of the audit log."""

from typing import Any

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.audit_words import verbs_by_words
from accounts.models import AuditEvent, User
from accounts.models.audit import ACT, LOOK
from casework.audit.querysets import events_about
from casework.register.rules import parse_file_number
from pages.filters import DayFilter, FilterSet, ShortListFilter
from pages.forms import DateInput


class FileNumberField(forms.CharField):
    """The number of a case or a person. Other text is an error: an empty result would look as if nothing had happened."""

    def clean(self, value: Any) -> str:
        typed = str(super().clean(value) or "")
        if typed and parse_file_number(typed) is None:
            raise ValidationError(_("This is no number of a case or a person."), code="invalid")
        return typed


class NumberFilter(django_filters.CharFilter):
    field_class = FileNumberField


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
