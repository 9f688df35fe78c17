"""Nationals of the country of refuge: they need no asylum there, and have no term to apply.

A nationality counts as soon as it is recorded, corrected or removed, because nothing else is stored.
"""

import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import F, Q
from django.utils.translation import gettext as _

from asylum.pathways.choices import DeadlineKind
from asylum.people.querysets import of_the_dead
from casework.register.choices import DocumentType
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from pages.questions import PLACEHOLDER, cached_rows
from reference.choices import Country

# Documents that a state gives to its nationals. A foreigner's card may be recorded as one of these by mistake, so such a
# document only raises the question.
DOCUMENTS_OF_NATIONALS = (DocumentType.NATIONAL_ID, DocumentType.MINORS_ID, DocumentType.PASSPORT)


def nationals(person: str = "") -> Q:
    """Returns a condition for nationals of the country of their office; `person` is the prefix of lookups to them."""
    return _has_nationality(person, F(f"{person}office__country"))


def terms_not_needed() -> Q:
    """Returns a condition for times to apply of nationals of the claim's country, and for all terms of the dead."""
    is_of_national = Q(kind=DeadlineKind.FILE) & _has_nationality(
        "application__individual__", F("application__country")
    )
    return is_of_national | Q(of_the_dead("application__individual"))


def _has_nationality(person: str, country: F) -> Q:
    return Q(**{f"{person}nationality": country}) | Q(**{f"{person}second_nationality": country})


def perhaps_nationals(people: Iterable[uuid.UUID]) -> set[uuid.UUID]:
    """Returns keys of people who hold a document of their office's country, without that nationality on file."""
    return set(cached_rows(_holders_without_nationality, values={PLACEHOLDER: list(people)}))


def _holders_without_nationality() -> Any:
    papers = IdentityDocument.objects.current().filter(
        individual__in=[PLACEHOLDER],
        country=F("individual__office__country"),
        type__in=DOCUMENTS_OF_NATIONALS,
    )
    return papers.exclude(nationals("individual__")).order_by().values_list("individual", flat=True)


def sentence_about_nationality(
    person: Individual, country: str, perhaps: set[uuid.UUID] | None = None
) -> str:
    """Returns a sentence if the person is a national of the country, or a question if a document suggests it; else empty.

    `perhaps` is the result of `perhaps_nationals`, if the caller has it.
    """
    if country in person.nationalities:
        sentence = _(
            "Has the nationality of %(country)s: no asylum is needed here, and no term to apply runs. Other papers are: "
            "the registration of birth and the identity card."
        )
    elif person.pk in (perhaps_nationals([person.pk]) if perhaps is None else perhaps):
        sentence = _(
            "An identity card or passport of %(country)s is on file: is this person a national, perhaps of two countries? "
            "Then record that nationality: no term to apply runs."
        )
    else:
        return ""
    return sentence % {"country": Country(country).label}
