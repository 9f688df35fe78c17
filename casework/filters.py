"""Filters that the case list and the API share."""

from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field

from accounts.models import Team, User
from accounts.permissions import Permission
from casework.choices import CaseStatus, Category, Sex
from casework.choices.duplicates import PairStatus
from casework.choices.importing import ImportStatus
from casework.choices.notes import NoteKind
from casework.choices.tasks import TaskKind, TaskStatus
from casework.filters_people import ServedFilter
from casework.models import (
    Arrival,
    Case,
    CaseAssignment,
    CaseTask,
    DuplicatePair,
    FamilyMember,
    ImportBatch,
    ImportedFamily,
    Individual,
    Note,
    RegionalDirectorate,
)
from casework.querysets.assignment import colleagues_of
from casework.querysets.teams import teams_of, works_in_one_team
from pages.filters import ShortListFilter
from pages.forms import DateField, DateInput


def own_teams(request: HttpRequest | None) -> QuerySet[Team]:
    """Teams to filter by: those whose cases the reader reaches."""
    if request is None or not request.user.is_authenticated:
        return Team.objects.none()
    return teams_of(request.user, Permission.CASE_READ)


def colleagues(request: HttpRequest | None) -> QuerySet[User]:
    """People to filter by: those who may look after cases that the reader assigns."""
    if request is None or not request.user.is_authenticated:
        return User.objects.none()
    return colleagues_of(request.user)


class DayFilter(django_filters.DateFilter):
    field_class = DateField


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

    class Meta:
        model = Case
        fields = ("status", "team", "is_restricted")

    def of_people(self, cases: QuerySet[Any], people: QuerySet[Any]) -> QuerySet[Any]:
        """Cases in which one of these people is today."""
        members = FamilyMember.objects.on(self.request.user.today())
        return cases.filter(pk__in=members.filter(individual__in=people).values("case"))

    @property
    def form(self) -> forms.Form:
        """Without a choice of teams for who works in one team only."""
        form: forms.Form = super().form
        user = getattr(self.request, "user", None)
        if user and user.is_authenticated and works_in_one_team(user, Permission.CASE_READ):
            form.fields["team"].widget = forms.HiddenInput()
        return form

    @extend_schema_field(str)
    def looked_after_by(
        self, cases: QuerySet[Case], name: str, caseworker: User | str
    ) -> QuerySet[Case]:
        """Today; "nobody" for those that no one looks after."""
        today = self.request.user.today()
        held = CaseAssignment.objects.on(today)
        if caseworker == "nobody":
            return cases.exclude(pk__in=held.values("case"))
        return cases.filter(pk__in=held.filter(caseworker=caseworker).values("case"))

    @extend_schema_field(str)
    def of_directorate(
        self, cases: QuerySet[Case], name: str, directorate: RegionalDirectorate
    ) -> QuerySet[Case]:
        return cases.filter(pk__in=Arrival.objects.filter(directorate=directorate).values("case"))


class NoteFilter(django_filters.FilterSet):
    """Of the notes of one case."""

    kind = django_filters.ChoiceFilter(
        label=_("Kind"), choices=NoteKind.choices, empty_label=_("All")
    )
    about = django_filters.CharFilter(
        label=_("Number of the person"), field_name="individual__number", lookup_expr="iexact"
    )

    class Meta:
        model = Note
        fields = ("kind",)


class TaskFilter(django_filters.FilterSet):
    state = django_filters.ChoiceFilter(
        label=_("Status"),
        choices=[*TaskStatus.choices, ("overdue", _("Overdue"))],
        empty_label=_("All"),
        method="in_state",
    )
    whose = django_filters.ChoiceFilter(
        label=_("Whose"), choices=[("mine", _("Mine"))], empty_label=_("All"), method="of_whom"
    )
    kind = django_filters.ChoiceFilter(
        label=_("Kind"), choices=TaskKind.choices, empty_label=_("All")
    )
    due_until = DayFilter(
        label=_("Until"), field_name="due_on", lookup_expr="lte", widget=DateInput
    )
    case = django_filters.CharFilter(
        label=_("Case number"), field_name="case__number", lookup_expr="iexact"
    )

    class Meta:
        model = CaseTask
        fields = ("kind",)

    def in_state(self, tasks: Any, name: str, value: str) -> QuerySet[Any]:
        if value == "overdue":
            return tasks.overdue_on(self.request.user.today())
        return tasks.filter(status=value)

    def of_whom(self, tasks: Any, name: str, value: str) -> QuerySet[Any]:
        return tasks.of(self.request.user)


class PairFilter(django_filters.FilterSet):
    status = django_filters.ChoiceFilter(
        label=_("Status"), choices=PairStatus.choices, empty_label=_("All")
    )

    class Meta:
        model = DuplicatePair
        fields = ("status",)

    @property
    def qs(self) -> QuerySet[DuplicatePair]:
        """What waits, unless the address asks for something else."""
        return super().qs if "status" in self.data else super().qs.waiting()


class IdleFilter(django_filters.FilterSet):
    """Of people without activity."""

    team = django_filters.ModelChoiceFilter(
        label=_("Team"), field_name="case__team", queryset=own_teams, empty_label=_("All")
    )
    sex = django_filters.ChoiceFilter(
        label=_("Sex"), field_name="individual__sex", choices=Sex.choices, empty_label=_("All")
    )

    class Meta:
        model = FamilyMember
        fields: list[str] = []


class KeptFilter(django_filters.FilterSet):
    """Of people whose keeping time is over."""

    team = django_filters.ModelChoiceFilter(
        label=_("Team"), field_name="case__team", queryset=own_teams, empty_label=_("All")
    )

    class Meta:
        model = FamilyMember
        fields: list[str] = []


class IndividualFilter(ServedFilter):
    category = django_filters.ChoiceFilter(choices=Category.choices)
    sex = django_filters.ChoiceFilter(choices=Sex.choices)
    case = django_filters.CharFilter(method="of_case", label=_("Case number"))

    class Meta:
        model = Individual
        fields = ("category", "sex", "number")

    def of_case(self, people: QuerySet[Any], name: str, number: str) -> QuerySet[Any]:
        seen = Case.objects.visible_to(self.request.user, Permission.INDIVIDUAL_READ)
        return people.filter(memberships__case__in=seen.filter(number=number)).distinct()


class ArrivalFilter(django_filters.FilterSet):
    on = django_filters.DateFromToRangeFilter(label=_("Arrived"))

    class Meta:
        model = Arrival
        fields = ("on", "directorate", "crossing", "entry_mode")


class ImportFilter(django_filters.FilterSet):
    status = django_filters.ChoiceFilter(
        label=_("Status"), choices=ImportStatus.choices, empty_label=_("All")
    )

    class Meta:
        model = ImportBatch
        fields = ("status",)


class ImportedFamilyFilter(django_filters.FilterSet):
    class Meta:
        model = ImportedFamily
        fields = ()
