"""The category of a person in words. The principal of a family without former members is no "relative"."""

import datetime
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casework.register.choices import Category, Population, Relation
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from casework.register.rules import AGE_OF_MAJORITY

NOT_ASKED = _("Nobody asked whether they served")


def marked_principals(people: Any) -> Any:
    """Annotates people with `is_principal` and `has_former` for `category_in_words`, so that lists need no query each."""
    latest = FamilyMember.objects.marked_latest()
    principals = latest.filter(individual=OuterRef("pk"), relation_to_principal=Relation.PRINCIPAL)
    former_members = latest.filter(
        case=OuterRef("case"), individual__category=Category.FORMER_MEMBER
    )
    return people.annotate(
        is_principal=Exists(principals),
        has_former=Exists(principals.filter(Exists(former_members))),
    )


def mark_principals(members: list[Any]) -> list[Any]:
    """Sets `is_principal` and `has_former` on the people of these members of one case; returns the members."""
    has_former = any(each.individual.category == Category.FORMER_MEMBER for each in members)
    for each in members:
        each.individual.is_principal = each.relation_to_principal == Relation.PRINCIPAL
        each.individual.has_former = has_former
    return members


def category_in_words(person: Individual, day: datetime.date) -> str | Promise:
    """Returns "former member", "child" or "relative", or that nobody asked about service, in words."""
    if person.category == Category.FORMER_MEMBER:
        return Population.FORMER_MEMBER.label
    age = person.age_on(day)
    if age is not None and age < AGE_OF_MAJORITY:
        return Population.CHILD.label
    if age is not None and not person.is_service_asked:
        return NOT_ASKED
    if "is_principal" not in vars(person):
        rows = marked_principals(Individual.objects.filter(pk=person.pk))
        vars(person).update(rows.values("is_principal", "has_former").get())
    annotated: Any = person
    if annotated.is_principal and not person.is_service_asked:
        return NOT_ASKED
    if annotated.is_principal and not annotated.has_former:
        return _("Civilian principal")
    return _("Relative, age not known") if age is None else Population.ADULT_RELATIVE.label
