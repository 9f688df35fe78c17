"""Filters of the lists about aid, shared by pages and API."""

import datetime
from typing import Any

import django_filters
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from aid.choices import AidKind, Article, PledgeStatus
from aid.models import Agreement, Commitment, ItemDistribution, Pledge
from pages.filters import FilterSet, ShortListFilter
from partners.models import Organisation


def by_kind(rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
    return rows.filter(kinds__contains=[value])


class AgreementFilter(FilterSet):
    payer = ShortListFilter(
        label=_("Payer"), queryset=Organisation.objects.filter(agreements__isnull=False).distinct()
    )
    kind = django_filters.ChoiceFilter(label=_("Pays for"), choices=AidKind.choices, method=by_kind)
    ends_within = django_filters.ChoiceFilter(
        label=_("Ends"),
        choices=[("14", _("Within 14 days")), ("30", _("Within 30 days"))],
        method="by_end",
    )

    class Meta:
        model = Agreement
        fields: list[str] = []

    def by_end(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        today = self.request.user.today()
        return rows.filter(
            ends_on__gt=today, ends_on__lte=today + datetime.timedelta(days=int(value))
        )


class CommitmentFilter(FilterSet):
    kind = django_filters.ChoiceFilter(label=_("Kind of aid"), choices=AidKind.choices)
    is_firm = django_filters.BooleanFilter(label=_("In writing or paid"))

    class Meta:
        model = Commitment
        fields = ["kind", "is_firm"]


class PledgeFilter(FilterSet):
    status = django_filters.ChoiceFilter(label=_("Status"), choices=PledgeStatus.choices)
    funder = ShortListFilter(
        label=_("Funder"), queryset=Organisation.objects.filter(pledges__isnull=False).distinct()
    )
    kind = django_filters.ChoiceFilter(label=_("Pays for"), choices=AidKind.choices, method=by_kind)

    class Meta:
        model = Pledge
        fields: list[str] = []


class DistributionFilter(FilterSet):
    article = django_filters.ChoiceFilter(label=_("What"), choices=Article.choices)
    provider = ShortListFilter(label=_("Provider"), queryset=Organisation.objects.all())

    class Meta:
        model = ItemDistribution
        fields: list[str] = []
