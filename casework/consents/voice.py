"""Whether an answer is the person's own. One given for a child is asked for again when the person is of age."""

import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from casework.children.querysets import surely_adult
from casework.consents.choices import Basis, ConsentStatus
from casework.consents.models import FileBasis
from casework.register.models.individual import Individual
from pages.tags import Tag


def was_given_for_adult(individual: Individual, basis: str, on: datetime.date) -> bool:
    """Whether somebody else gave this answer for an adult who can answer, probably in the belief that it was a child.

    An answer given for a person who was a child on that day stays valid until the person is asked."""
    if basis != Basis.GUARDIAN or not surely_adult(individual, on):
        return False
    return not FileBasis.objects.representing().filter(individual=individual).exists()


def tag_of(consent: Any, individual: Individual, today: datetime.date) -> Tag:
    """The current answer of a row of `with_basis`."""
    given_by_another = consent.status == ConsentStatus.GIVEN and consent.basis == Basis.GUARDIAN
    if given_by_another and surely_adult(individual, consent.status_on):
        return Tag(_("Given by another for an adult: ask the person"), "warn")
    tag: Tag = consent.tag_on(today)
    return tag
