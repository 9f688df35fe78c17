"""`{% load people %}`: facts about people that depend on the day."""

import datetime

from django import template

from casework.models import Individual

register = template.Library()


@register.filter
def age_on(individual: Individual, day: datetime.date) -> int | None:
    """Completed years on that day, as far as they are known."""
    return individual.age_on(day)
