"""`{% load shelters %}`: how a stay stands on a day."""

import datetime

from django import template

from pages.templatetags.pages import tag
from shelters.models import Placement

register = template.Library()


@register.simple_tag
def stay_status(stay: Placement, day: datetime.date) -> str:
    """The stay's status on that day, as a tag."""
    return tag(stay.status_on(day))
