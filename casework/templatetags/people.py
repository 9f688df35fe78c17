"""`{% load people %}`: facts about people that depend on the day."""

import datetime

from django import template

from accounts.audit_words import verb_in_words
from casework.contact.rules import in_groups
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from reference.choices import Country

register = template.Library()

register.filter("phone", in_groups)

register.filter("in_words", verb_in_words)


@register.filter
def country(code: str) -> str:
    """The country's name, or its code (ISO 3166-1) where it has none."""
    return str(Country(code).label) if code in Country.values else code


@register.filter
def departure(individual: Individual) -> Exit | None:
    """How the person left, where that stands: whoever opens a page about them learns it first."""
    leaving: Exit | None = individual.exits.standing().first()
    return leaving


@register.filter
def age_on(individual: Individual, day: datetime.date) -> int | None:
    """Completed years on that day, as far as they are known."""
    return individual.age_on(day)
