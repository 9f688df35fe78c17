"""Filters of the lists of asylum and of their API."""

import datetime
from typing import Any

import django_filters
from django import forms
from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from asylum.choices import (
    OPEN_APPLICATION,
    ApplicationStatus,
    ClaimGround,
    PermitType,
    RenunciationStatus,
    Signature,
    Wording,
    WorkRight,
)
from asylum.models import AsylumApplication, Permit, Renunciation
from asylum.querysets.rows import of_the_dead
from pages.filters import DayFilter, FilterSet, FromTheEnd, OneOf


class Standing(models.TextChoices):
    OPEN = "open", _("Still open")
    ENDED = "ended", _("No longer open")


class ApplicationFilter(FilterSet):
    standing = django_filters.ChoiceFilter(
        label=_("Open or ended"), choices=Standing.choices, method="of_standing"
    )
    status = django_filters.ChoiceFilter(label=_("State"), choices=ApplicationStatus.choices)
    ground = django_filters.ChoiceFilter(
        label=_("Ground"), choices=ClaimGround.choices, method="on_ground"
    )
    lodged_from = DayFilter(label=_("Lodged from"), field_name="lodged_on", lookup_expr="gte")
    lodged_to = DayFilter(label=_("Lodged until"), field_name="lodged_on", lookup_expr="lte")
    order = FromTheEnd(_("Latest change of state first"), _("Earliest change of state first"))

    class Meta:
        model = AsylumApplication
        fields: list[str] = []

    def of_standing(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        # The claim of a dead person is not open, whatever its last state.
        rows = rows.annotate(is_of_the_dead=of_the_dead("individual"))
        is_open = Q(status__in=OPEN_APPLICATION, is_of_the_dead=False)
        return rows.filter(is_open if value == Standing.OPEN else ~is_open)

    def on_ground(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        return rows.filter(grounds__contains=[value])


class ApplicationListFilter(ApplicationFilter):
    """Of the list: what was recorded by mistake counts in it only where that state is asked for."""

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().filter_queryset(queryset)
        if self.form.cleaned_data.get("status") == ApplicationStatus.MISTAKEN:
            return rows
        return rows.exclude(status=ApplicationStatus.MISTAKEN)


class PermitStanding(models.TextChoices):
    # Includes expired permits: one that nothing replaced still has to be renewed.
    CURRENT = "current", _("Not replaced")
    EXPIRED = "expired", _("Expired")
    UNDATED = "undated", _("No expiry known")


class PermitFilter(FilterSet):
    within = django_filters.TypedChoiceFilter(
        label=_("Expires within"),
        choices=[
            (7, _("7 days")),
            (15, _("15 days")),
            (30, _("30 days")),
            (60, _("60 days")),
            (90, _("90 days")),
        ],
        coerce=int,
        method="that_expire_within",
    )
    standing = OneOf(PermitStanding, label=_("Validity"), method="of_standing")
    type = django_filters.ChoiceFilter(label=_("Type"), choices=PermitType.choices)
    work_right = django_filters.ChoiceFilter(label=_("Work"), choices=WorkRight.choices)

    class Meta:
        model = Permit
        fields: list[str] = []

    @property
    def today(self) -> datetime.date:
        today: datetime.date = self.request.user.today()
        return today

    def that_expire_within(self, rows: Any, name: str, value: int) -> Any:
        return rows.expiring_within(value, self.today)

    def of_standing(self, rows: Any, name: str, value: str) -> Any:
        if value == PermitStanding.EXPIRED:
            return rows.expired(self.today)
        if value == PermitStanding.UNDATED:
            return rows.current().with_validity().filter(valid_until_on=None)
        return rows.current()


class PermitListFilter(PermitFilter):
    order = FromTheEnd(_("First to expire first"), _("Last to expire first"))

    @property
    def qs(self) -> Any:
        return super().qs if "standing" in self.data else self.at_first(super().qs)

    @staticmethod
    def at_first(rows: Any) -> Any:
        """The rows shown without a filter: replaced permits are left out, as their expiry concerns nobody."""
        return rows.current()


class RenunciationFilter(FilterSet):
    to_verify = django_filters.BooleanFilter(
        label=_("For me to verify"), method="for_me", widget=forms.CheckboxInput
    )
    status = django_filters.ChoiceFilter(
        label=_("State"), choices=RenunciationStatus.choices, method="of_status"
    )
    wording = django_filters.ChoiceFilter(label=_("Wording"), choices=Wording.choices)
    signature = django_filters.ChoiceFilter(label=_("Signature"), choices=Signature.choices)

    class Meta:
        model = Renunciation
        fields: list[str] = []

    def of_status(self, rows: Any, name: str, value: str) -> Any:
        """Refusals to sign are not listed as recorded papers: the filter by signature finds them."""
        found = rows.filter(status=value)
        if value == RenunciationStatus.RECORDED:
            return found.exclude(signature=Signature.REFUSED)
        return found

    def for_me(self, rows: Any, name: str, value: bool | None) -> Any:
        return rows.verifiable_by(self.request.user) if value else rows


class PersonFilter(FilterSet):
    """No filters: everybody without a paper has to be looked at."""
