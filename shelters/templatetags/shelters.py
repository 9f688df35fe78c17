"""`{% load shelters %}`: how a stay stands on a day, and until when things last."""

import datetime

from django import template

from pages.templatetags.pages import tag
from shelters.models import Placement
from shelters.nights import nights_paid, nights_under_contract, until_in_words

register = template.Library()


@register.simple_tag
def stay_status(stay: Placement, day: datetime.date) -> str:
    """The stay's status on that day, as a tag."""
    return tag(stay.status_on(day))


@register.filter
def until(stay: Placement) -> str:
    """Its last night and the day of leaving, real or planned; nothing while nobody knows."""
    return until_in_words(stay)


@register.filter
def paid_through(paid_until: datetime.date | None) -> str:
    """The last night of a site that is paid."""
    return nights_paid(paid_until) if paid_until else ""


@register.filter
def contract_through(contract_ends_on: datetime.date | None) -> str:
    """The last night of a site that its contract covers."""
    return nights_under_contract(contract_ends_on) if contract_ends_on else ""
