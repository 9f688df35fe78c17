"""Nationals of the country of refuge: they cannot be refugees from it, and have no term to apply.

Nothing is stored: a nationality counts as soon as it is recorded, corrected or removed.
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
from pages.questions import ANY_KEY, kept_rows
from reference.choices import Country

# Documents that a state gives to its nationals. A foreigner's card may have been recorded as one, so a document only
# raises the question.
OF_NATIONALS = (DocumentType.NATIONAL_ID, DocumentType.MINORS_ID, DocumentType.PASSPORT)


def nationals(person: str = "") -> Q:
    """Nationals of the country of their office; `person` is the lookup path to the person."""
    return _has_nationality(person, F(f"{person}office__country"))


def needless_terms() -> Q:
    """Times to apply of nationals of the claim's country, and all terms of the dead."""
    is_of_national = Q(kind=DeadlineKind.FILE) & _has_nationality(
        "application__individual__", F("application__country")
    )
    return is_of_national | Q(of_the_dead("application__individual"))


def _has_nationality(person: str, country: F) -> Q:
    return Q(**{f"{person}nationality": country}) | Q(**{f"{person}second_nationality": country})


def perhaps_nationals(people: Iterable[uuid.UUID]) -> set[uuid.UUID]:
    """Those of these people with a document of their office's country and no nationality of it on file."""
    return set(kept_rows(_perhaps, values={ANY_KEY: list(people)}))


def _perhaps() -> Any:
    papers = IdentityDocument.objects.current().filter(
        individual__in=[ANY_KEY], country=F("individual__office__country"), type__in=OF_NATIONALS
    )
    return papers.exclude(nationals("individual__")).order_by().values_list("individual", flat=True)


def said_of_national(
    person: Individual, country: str, perhaps: set[uuid.UUID] | None = None
) -> str:
    """A sentence for the page of a national's claim; a question if only a document suggests it.

    `perhaps` is the result of `perhaps_nationals`, if it was queried already."""
    if country in person.nationalities:
        words = _(
            "Has the nationality of %(country)s: no asylum is needed here, and no term to apply runs. Other papers are: "
            "the registration of birth and the identity card."
        )
    elif person.pk in (perhaps_nationals([person.pk]) if perhaps is None else perhaps):
        words = _(
            "An identity card or passport of %(country)s is on file: is this person a national, perhaps of two countries? "
            "Then record that nationality: no term to apply runs."
        )
    else:
        return ""
    return words % {"country": Country(country).label}
