"""Filters that the list of people and the API share."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission
from casework.register.choices import Category, Sex
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.service.filters import ServedFilter


class IndividualFilter(ServedFilter):
    category = django_filters.ChoiceFilter(choices=Category.choices)
    sex = django_filters.ChoiceFilter(choices=Sex.choices)
    case = django_filters.CharFilter(method="of_case", label=_("Case number"))

    class Meta:
        model = Individual
        fields = ("category", "sex", "number")

    def of_case(self, people: QuerySet[Any], name: str, number: str) -> QuerySet[Any]:
        visible = Case.objects.visible_to(self.request.user, Permission.INDIVIDUAL_READ)
        return people.filter(memberships__case__in=visible.filter(number=number)).distinct()
