"""Why a person is in a case, as all pages say it. The principal of a family without former members is not a
"relative"."""

import datetime
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casework.register.choices import Category, Population, Relation
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from casework.register.rules import AGE_OF_MAJORITY

UNASKED = _("Nobody asked whether they served")


def marked_principals(people: Any) -> Any:
    """Annotates people with what `category_in_words` reads, so that lists run no query per person."""
    latest = FamilyMember.objects.marked_latest()
    leads = latest.filter(individual=OuterRef("pk"), relation_to_principal=Relation.PRINCIPAL)
    former = latest.filter(case=OuterRef("case"), individual__category=Category.FORMER_MEMBER)
    return people.annotate(
        is_principal=Exists(leads), has_former=Exists(leads.filter(Exists(former)))
    )


def mark_principals(members: list[Any]) -> list[Any]:
    """Sets the same on the people of these members of one case."""
    has_former = any(each.individual.category == Category.FORMER_MEMBER for each in members)
    for each in members:
        each.individual.is_principal = each.relation_to_principal == Relation.PRINCIPAL
        each.individual.has_former = has_former
    return members


def category_in_words(person: Individual, day: datetime.date) -> str | Promise:
    """Former member, child, or relative; or that nobody asked about service. An unknown age is not an adult's."""
    if person.category == Category.FORMER_MEMBER:
        return Population.FORMER_MEMBER.label
    age = person.age_on(day)
    if age is not None and age < AGE_OF_MAJORITY:
        return Population.CHILD.label
    if age is not None and not person.is_service_asked:
        return UNASKED
    if "is_principal" not in vars(person):
        marked = marked_principals(Individual.objects.filter(pk=person.pk))
        vars(person).update(marked.values("is_principal", "has_former").get())
    known: Any = person
    if known.is_principal and not person.is_service_asked:
        return UNASKED
    if known.is_principal and not known.has_former:
        return _("Civilian principal")
    return _("Relative, age not known") if age is None else Population.ADULT_RELATIVE.label
