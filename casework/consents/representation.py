"""Answers that a representative gave for a child, who is asked again as an adult."""

import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from casework.children.querysets import surely_adult
from casework.consents.choices import Basis, ConsentStatus
from casework.consents.models import FileBasis
from casework.register.models.individual import Individual
from pages.tags import Tag


def given_for_adult(individual: Individual, basis: str, on: datetime.date) -> bool:
    """Whether a guardian gave this answer for a person who was surely an adult that day and can answer.

    An answer given for a person who was a child on that day stays valid until the person is asked."""
    if basis != Basis.GUARDIAN or not surely_adult(individual, on):
        return False
    return not FileBasis.objects.representing().filter(individual=individual).exists()


def tag_of(consent: Any, individual: Individual, today: datetime.date) -> Tag:
    """Returns the tag for the current answer of a consent, which comes from `with_basis`."""
    is_by_guardian = consent.status == ConsentStatus.GIVEN and consent.basis == Basis.GUARDIAN
    if is_by_guardian and surely_adult(individual, consent.status_on):
        return Tag(_("Given by another for an adult: ask the person"), "warn")
    tag: Tag = consent.tag_on(today)
    return tag
