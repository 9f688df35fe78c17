"""Filters shared by the lists of shelters and the API."""

import datetime
import uuid
from typing import Any, cast

import django_filters
from django import forms
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _

from casework.register.models.case import Case
from pages.filters import DayFilter, FilterSet, OneOf, ShortListFilter
from reference.models import Municipality
from shelters.choices import BedKind, SiteKind
from shelters.models import Bed, Placement, Site
from shelters.querysets.families import is_waiting_of_group, people_waiting
from shelters.querysets.site import SiteQuerySet
from shelters.tonight import against_a_rule

# The state of stays that break a rule. No query selects them: the rules are Python code.
AGAINST_A_RULE = "against_rule"


def municipalities_with_sites(request: Any) -> QuerySet[Municipality]:
    return Municipality.objects.filter(code__in=Site.objects.values("municipality"))


def sites_of_reader(request: Any) -> QuerySet[Site]:
    """The sites by which the reader can filter stays."""
    if request is None or not request.user.is_authenticated:
        return Site.objects.none()
    return Site.objects.visible_to(request.user)


class SiteFilter(FilterSet):
    """Filters of sites, on the page and in the API."""

    kind = OneOf(SiteKind, label=_("Kind"))
    municipality = ShortListFilter(
        label=_("Municipality"), queryset=municipalities_with_sites, empty_label=_("All")
    )
    has_free_beds = django_filters.BooleanFilter(
        label=_("Free beds tonight"), method="with_free_beds"
    )
    is_closed = django_filters.BooleanFilter(label=_("Closed"), method="closed")
    open_on = DayFilter(label=_("Open on"), method="standing")

    class Meta:
        model = Site
        fields = ("kind", "municipality")

    def with_free_beds(self, sites: QuerySet[Any], name: str, wanted: bool) -> QuerySet[Any]:
        beds = Bed.objects.free_on(self.request.user.today()).exclude(kind=BedKind.SURGE)
        has_some = Exists(beds.filter(room__site=OuterRef("pk")))
        return sites.filter(has_some if wanted else ~has_some)

    def closed(self, sites: QuerySet[Any], name: str, wanted: bool) -> QuerySet[Any]:
        today = self.request.user.today()
        closed = sites.filter(closed_on__lte=today)
        return closed if wanted else sites.exclude(pk__in=closed.values("pk"))

    def standing(self, sites: SiteQuerySet, name: str, day: datetime.date) -> SiteQuerySet:
        """Open on the night of that day, past or to come."""
        return sites.open_on(day)


class SiteListFilter(SiteFilter):
    """The filters of the page, which shows only open sites unless the URL asks for closed ones."""

    @property
    def qs(self) -> QuerySet[Site]:
        rows: QuerySet[Site] = super().qs
        if {"is_closed", "open_on"} & set(self.data):
            return rows
        open_sites: QuerySet[Site] = rows.exclude(closed_on__lte=self.request.user.today())
        return open_sites


class WaitingFilter(FilterSet):
    """Filters families without a bed by waiting time and number of places needed."""

    people_from = django_filters.NumberFilter(
        label=_("At least so many people"), method="with_people_waiting"
    )
    waiting_before = DayFilter(
        label=_("Waiting since before"), field_name="waiting_since", lookup_expr="lt"
    )

    # A group of people who arrived together. The page of the group links here.
    group = django_filters.UUIDFilter(
        method="of_group", label=_("Arrived together"), widget=forms.HiddenInput
    )

    class Meta:
        model = Case
        fields = ()

    def of_group(self, cases: QuerySet[Any], name: str, group: uuid.UUID) -> QuerySet[Any]:
        """With somebody of the group who waits, in whichever case they are now."""
        return cases.filter(is_waiting_of_group(group, self.request.user.today()))

    def with_people_waiting(self, cases: QuerySet[Any], name: str, people: int) -> QuerySet[Any]:
        waiting = people_waiting(self.request.user.today())
        families: QuerySet[Any] = cases.alias(people_waiting=waiting).filter(
            people_waiting__gte=people
        )
        return families


class PlacementFilter(FilterSet):
    night = DayFilter(label=_("Night"), method="of_night")

    class Meta:
        model = Placement
        fields = ("site", "individual", "case")

    def of_night(self, stays: QuerySet[Any], name: str, night: datetime.date) -> QuerySet[Any]:
        sleeping = Placement.objects.asleep_on(night)
        return stays.filter(pk__in=sleeping.values("pk"))


class StayFilter(FilterSet):
    """Filters stays by what is to be done today, and by site."""

    state = django_filters.ChoiceFilter(
        label=_("State"),
        choices=[
            ("arriving", _("Arrive today")),
            ("not_arrived", _("Expected earlier, not here")),
            ("leaving", _("Leave today")),
            ("overdue", _("Still here after the planned end")),
            ("allowed", _("Stay past the plan with permission")),
            ("expected", _("Expected on a later day")),
            ("moving", _("Are to move")),
            ("left_open", _("Gone, the stay still open")),
            (AGAINST_A_RULE, _("Against a rule that protects")),
        ],
        method="in_state",
        empty_label=_("All"),
    )
    site = ShortListFilter(label=_("Site"), queryset=sites_of_reader, empty_label=_("All"))

    class Meta:
        model = Placement
        fields = ("site",)

    def in_state(self, stays: Any, name: str, state: str) -> QuerySet[Any]:
        if state == AGAINST_A_RULE:
            keys = against_a_rule(self.request.user, self.request.user.today())
            return cast(QuerySet[Any], stays.filter(pk__in=keys))
        rows: QuerySet[Any] = stays.in_state(state, self.request.user.today())
        return rows
