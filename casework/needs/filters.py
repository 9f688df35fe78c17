"""Filters of people by service, need, or facts in other packages; shared by list pages and the API."""

import datetime
from typing import Any

import django_filters
from django import forms
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_filters.fields import ModelChoiceField

from casework.children.querysets import children_alone
from casework.identity.choices import OnwardStatus
from casework.identity.models import ContactAbroad, OnwardPlan
from casework.needs.missing import incomplete_since
from casework.needs.models import Livelihood, SpecificNeed
from casework.needs.rules import refuse_confidential_code
from casework.register.choices import BirthPrecision, Category, Sex
from casework.register.models.arrival import Arrival
from casework.register.models.individual import Individual
from casework.service.filters import ServedFilter
from casework.slots.api import OfCaseFilter
from casework.slots.arrival_people import without_mistaken
from pages.filters import YES_OR_NO, DayFilter, FilterSet
from pages.forms import DateInput
from reference.choices import NeedFamily
from reference.models import NeedCode

# An arrival with missing data counts as new for this time.
NEW_FOR = datetime.timedelta(hours=24)
# A principal who served in no force has the category of a relative.
CATEGORIES = [
    (Category.FORMER_MEMBER.value, Category.FORMER_MEMBER.label),
    (Category.RELATIVE.value, _("Relative or civilian")),
]
WITHOUT_SEX_OR_AGE = Q(sex=Sex.UNKNOWN) | Q(birth_precision=BirthPrecision.UNKNOWN)


def lacking(people: Any, what: str, today: datetime.date) -> Any:
    """Returns people for whom something is missing: "adult" (of the family), "sex_or_age", or for other `what` recent data."""
    if what == "adult":
        return people.filter(pk__in=children_alone(today).values("individual"))
    if what == "sex_or_age":
        return people.filter(WITHOUT_SEX_OR_AGE)
    return incomplete_since(people, timezone.now() - NEW_FOR)


class PeopleFilter(ServedFilter):
    category = django_filters.ChoiceFilter(
        label=_("Category"), choices=CATEGORIES, empty_label=_("All")
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
    arrived_from = DayFilter(label=_("Arrived from"), method="who_arrived_from", widget=DateInput)
    arrived_until = DayFilter(
        label=_("Arrived until"), method="who_arrived_until", widget=DateInput
    )
    lacks = django_filters.ChoiceFilter(
        label=_("Still missing"),
        choices=[
            ("adult", _("An adult of the family")),
            ("sex_or_age", _("Sex or age")),
            (
                "new",
                _("Document, sex, age, crossing point or relation, logged in the last 24 hours"),
            ),
        ],
        method="who_lack",
        empty_label=_("All"),
    )

    class Meta:
        model = Individual
        fields = ("category", "sex")

    def with_contact_abroad(self, people: QuerySet[Any], name: str, has_one: bool) -> QuerySet[Any]:
        with_contact = ContactAbroad.objects.in_use(self._reader.today()).values("individual")
        return (
            people.filter(pk__in=with_contact) if has_one else people.exclude(pk__in=with_contact)
        )

    def with_plan(self, people: QuerySet[Any], name: str, status: str) -> QuerySet[Any]:
        plans = OnwardPlan.objects.current().filter(status=status)
        return people.filter(pk__in=plans.values("individual"))

    def who_arrived_from(
        self, people: QuerySet[Any], name: str, day: datetime.date
    ) -> QuerySet[Any]:
        """Returns people by the day of their own arrival, whichever case they are in now, even if they left it."""
        return without_mistaken(people).filter(arrival__in=Arrival.objects.of_days(day))

    def who_arrived_until(
        self, people: QuerySet[Any], name: str, day: datetime.date
    ) -> QuerySet[Any]:
        return without_mistaken(people).filter(arrival__in=Arrival.objects.of_days(last=day))

    def who_lack(self, people: QuerySet[Any], name: str, what: str) -> QuerySet[Any]:
        rows: QuerySet[Any] = lacking(people, what, self._reader.today())
        return rows


class NeedCodeChoice(ModelChoiceField):
    """A filter for codes of need. Codes that are recorded only in confidence get a message."""

    def to_python(self, value: Any) -> Any:
        refuse_confidential_code(value)
        return super().to_python(value)


class NeedCodeFilter(django_filters.ModelChoiceFilter):
    field_class = NeedCodeChoice


class NeedRowFilter(OfCaseFilter):
    """Filters rows of needs in the API."""

    code = NeedCodeFilter(queryset=NeedCode.objects.all())


class NeedFilter(FilterSet):
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
        provider_keys = providers.values("individual")
        return people.filter(pk__in=provider_keys) if does else people.exclude(pk__in=provider_keys)

    def to_review(self, people: QuerySet[Any], name: str, is_overdue: bool) -> QuerySet[Any]:
        late = self._needs().filter(review_on__lt=self.request.user.today()).values("individual")
        return people.filter(pk__in=late) if is_overdue else people.exclude(pk__in=late)
