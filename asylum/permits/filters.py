"""Filters of the list of permits and of its API."""

import datetime
from typing import Any

import django_filters
from django.db import models
from django.utils.translation import gettext_lazy as _

from asylum.papers.choices import WorkRight
from asylum.papers.models.permit import Permit
from asylum.pathways.choices import PermitType
from pages.filters import FilterSet, OneOf, OrderFilter


class PermitValidityChoice(models.TextChoices):
    # Includes expired permits: a permit that was not replaced still has to be renewed.
    NOT_REPLACED = "current", _("Not replaced")
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
    standing = OneOf(PermitValidityChoice, label=_("Validity"), method="of_standing")
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
        if value == PermitValidityChoice.EXPIRED:
            return rows.expired(self.today)
        if value == PermitValidityChoice.UNDATED:
            return rows.current().with_validity().filter(valid_until_on=None)
        return rows.current()


class PermitListFilter(PermitFilter):
    order = OrderFilter(_("First to expire first"), _("Last to expire first"))

    @property
    def qs(self) -> Any:
        return super().qs if "standing" in self.data else self.without_filters(super().qs)

    @staticmethod
    def without_filters(rows: Any) -> Any:
        """Returns what the list shows before anybody filters it: permits that were not replaced."""
        return rows.current()
