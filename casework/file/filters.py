"""Filters of the case list, of the list of people, and of the history of a file."""

import datetime
from typing import Any

import django_filters
from django import forms
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field

from accounts.models import AuditEvent, User
from accounts.permissions import Permission
from casework.cases.filters import colleagues
from casework.needs.filters import PeopleFilter
from casework.register.choices import CaseStatus, ExitType
from casework.register.filters import own_teams
from casework.register.models.arrival import Arrival
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from casework.register.querysets.teams import works_in_one_team
from casework.service.filters import ServedFilter
from pages.filters import DayFilter, FilterSet, OrderFilter, ShortListFilter
from pages.forms import DateInput
from reference.models import RegionalDirectorate


class CaseFilter(ServedFilter):
    status = django_filters.ChoiceFilter(
        label=_("Status"), choices=CaseStatus.choices, empty_label=_("All")
    )
    team = ShortListFilter(label=_("Team"), queryset=own_teams, empty_label=_("All"))
    caseworker = ShortListFilter(
        label=_("Looked after by"),
        queryset=colleagues,
        method="looked_after_by",
        empty_label=_("All"),
        null_label=_("Nobody"),
        null_value="nobody",
    )
    opened_from = DayFilter(
        label=_("Opened from"), field_name="opened_on", lookup_expr="gte", widget=DateInput
    )
    opened_until = DayFilter(
        label=_("Opened until"), field_name="opened_on", lookup_expr="lte", widget=DateInput
    )
    arrived_from = DayFilter(label=_("Arrived from"), method="who_arrived_from", widget=DateInput)
    arrived_until = DayFilter(
        label=_("Arrived until"), method="who_arrived_until", widget=DateInput
    )
    directorate = ShortListFilter(
        label=_("Regional directorate"),
        queryset=RegionalDirectorate.objects.all(),
        method="of_directorate",
        empty_label=_("All"),
    )
    is_restricted = django_filters.BooleanFilter(
        label=_("Restricted"),
        widget=forms.Select(choices=[("", _("All")), ("true", _("Yes")), ("false", _("No"))]),
    )
    order = OrderFilter(_("Newest first"), _("Oldest first"))

    class Meta:
        model = Case
        fields = ("status", "team", "is_restricted")

    def who_arrived_from(
        self, cases: QuerySet[Any], name: str, day: datetime.date
    ) -> QuerySet[Any]:
        """Returns cases with an arrival on this day or later, also if the case was opened earlier."""
        return cases.filter(pk__in=Arrival.objects.of_days(day).values("case"))

    def who_arrived_until(
        self, cases: QuerySet[Any], name: str, day: datetime.date
    ) -> QuerySet[Any]:
        return cases.filter(pk__in=Arrival.objects.of_days(last=day).values("case"))

    def of_people(self, cases: QuerySet[Any], people: QuerySet[Any]) -> QuerySet[Any]:
        """Returns the cases to which one of these people belongs today."""
        members = FamilyMember.objects.on(self.request.user.today())
        return cases.filter(pk__in=members.filter(individual__in=people).values("case"))

    @property
    def form(self) -> forms.Form:
        """The form, without a choice of teams for users of one team."""
        form: forms.Form = super().form
        user = getattr(self.request, "user", None)
        if user and user.is_authenticated and works_in_one_team(user, Permission.CASE_READ):
            form.fields["team"].widget = forms.HiddenInput()
        return form

    @extend_schema_field(str)
    def looked_after_by(
        self, cases: QuerySet[Case], name: str, caseworker: User | str
    ) -> QuerySet[Case]:
        """Returns cases that the caseworker looks after today; unassigned cases for "nobody"."""
        today = self.request.user.today()
        assignments = CaseAssignment.objects.on(today)
        if caseworker == "nobody":
            return cases.exclude(pk__in=assignments.values("case"))
        return cases.filter(pk__in=assignments.filter(caseworker=caseworker).values("case"))

    @extend_schema_field(str)
    def of_directorate(
        self, cases: QuerySet[Case], name: str, directorate: RegionalDirectorate
    ) -> QuerySet[Case]:
        return cases.filter(pk__in=Arrival.objects.filter(directorate=directorate).values("case"))


class PeopleListFilter(PeopleFilter):
    left = django_filters.ChoiceFilter(
        label=_("Left us"),
        choices=[("no", _("No")), ("yes", _("Yes")), *ExitType.choices],
        method="by_exit",
        empty_label=_("All"),
    )
    order = OrderFilter(_("Newest first"), _("Oldest first"))

    def by_exit(self, people: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        """Returns people who left: any exit for "yes", or this ExitType; for "no" returns people who did not leave."""
        exits = Exit.objects.away().filter(individual=OuterRef("pk"))
        if value in ExitType.values:
            exits = exits.filter(type=value)
        is_away = Exists(exits)
        return people.filter(~is_away if value == "no" else is_away)


KINDS = [("looks", _("Looks")), ("acts", _("Acts"))]


class HistoryFilter(FilterSet):
    """Filters events by kind, day and colleague. Primary keys of colleagues may be in a URL."""

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
