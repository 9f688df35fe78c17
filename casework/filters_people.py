"""Filters of people: by service, by need, by what they have elsewhere. List pages and the API share them."""

from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.choices import Category, ForceKind, RankBand, Sex
from casework.choices.needs import NeedFamily
from casework.choices.onward import OnwardStatus
from casework.models import ContactAbroad, Individual, Livelihood, OnwardPlan, SpecificNeed
from casework.querysets.service_record import people_who_served

YES_OR_NO = [("", _("All")), ("true", _("Yes")), ("false", _("No"))]


class ServedFilter(django_filters.FilterSet):
    """By force and rank band: of current records, as far as the reader may see service."""

    force_kind = django_filters.ChoiceFilter(
        label=_("Served in"), choices=ForceKind.choices, method="served_in", empty_label=_("All")
    )
    rank_band = django_filters.ChoiceFilter(
        label=_("Rank band"), choices=RankBand.choices, method="of_band", empty_label=_("All")
    )

    def served_in(self, rows: QuerySet[Any], name: str, kind: str) -> QuerySet[Any]:
        return self.of_people(rows, people_who_served(self._reader, force__kind=kind))

    def of_band(self, rows: QuerySet[Any], name: str, band: str) -> QuerySet[Any]:
        return self.of_people(rows, people_who_served(self._reader, rank_band=band))

    def of_people(self, rows: QuerySet[Any], people: QuerySet[Any]) -> QuerySet[Any]:
        """The rows of these people: people themselves, unless a list of something else says how."""
        return rows.filter(pk__in=people)

    @property
    def _reader(self) -> User:
        return self.request.user


class PeopleFilter(ServedFilter):
    category = django_filters.ChoiceFilter(
        label=_("Category"), choices=Category.choices, empty_label=_("All")
    )
    sex = django_filters.ChoiceFilter(label=_("Sex"), choices=Sex.choices, empty_label=_("All"))
    has_contact_abroad = django_filters.BooleanFilter(
        label=_("Contact abroad"),
        method="with_contact_abroad",
        widget=forms.Select(choices=YES_OR_NO),
    )
    onward = django_filters.ChoiceFilter(
        label=_("Plan to travel on"),
        choices=OnwardStatus.choices,
        method="with_plan",
        empty_label=_("All"),
    )

    class Meta:
        model = Individual
        fields = ("category", "sex")

    def with_contact_abroad(self, people: QuerySet[Any], name: str, has_one: bool) -> QuerySet[Any]:
        known = ContactAbroad.objects.in_use(self._reader.today()).values("individual")
        return people.filter(pk__in=known) if has_one else people.exclude(pk__in=known)

    def with_plan(self, people: QuerySet[Any], name: str, status: str) -> QuerySet[Any]:
        plans = OnwardPlan.objects.current().filter(status=status)
        return people.filter(pk__in=plans.values("individual"))


class NeedFilter(django_filters.FilterSet):
    family = django_filters.ChoiceFilter(
        label=_("Kind of need"),
        choices=NeedFamily.choices,
        method="of_family",
        empty_label=_("All"),
    )
    is_sole_breadwinner = django_filters.BooleanFilter(
        label=_("Sole breadwinner"),
        method="who_provide",
        widget=forms.Select(choices=YES_OR_NO),
    )
    is_overdue = django_filters.BooleanFilter(
        label=_("Review overdue"), method="to_review", widget=forms.Select(choices=YES_OR_NO)
    )

    class Meta:
        model = Individual
        fields = ()

    def _needs(self) -> Any:
        reader = self.request.user
        return SpecificNeed.objects.visible_to(reader).open_on(reader.today())

    def of_family(self, people: QuerySet[Any], name: str, family: str) -> QuerySet[Any]:
        return people.filter(pk__in=self._needs().filter(code__family=family).values("individual"))

    def who_provide(self, people: QuerySet[Any], name: str, does: bool) -> QuerySet[Any]:
        providers = Livelihood.objects.current().filter(is_sole_breadwinner=True)
        known = providers.values("individual")
        return people.filter(pk__in=known) if does else people.exclude(pk__in=known)

    def to_review(self, people: QuerySet[Any], name: str, is_overdue: bool) -> QuerySet[Any]:
        late = self._needs().filter(review_on__lt=self.request.user.today()).values("individual")
        return people.filter(pk__in=late) if is_overdue else people.exclude(pk__in=late)
