"""The state of a person's renunciation, which decides about claims and aid."""

import datetime
import uuid
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Subquery

from accounts.models import User
from asylum.papers.choices import FIGHTERS, RenunciationStatus
from asylum.papers.models.renunciation import Renunciation, RenunciationDemand
from asylum.papers.rules import may_be_asked, opens_admission
from casework.children.querysets import surely_adult
from casework.register.choices import Category
from casework.register.models.individual import Individual
from casework.register.rules import AGE_OF_MAJORITY

# Text about what else depends on people's renunciations, by their key; `aid.urls` passes it to the pages that show it.
WordsBesides = Callable[[Collection[Individual], User], Mapping[uuid.UUID, str]]


@dataclass(frozen=True)
class RenunciationStanding:
    """The state of one person's renunciation on one day.

    - `is_concerned`: the person is an adult who served, so the authority may ask for a renunciation.
    - `is_asked`: the authority's latest statement; None without one.
    - `may_go_on`: a claim, or aid that needs a renunciation, may continue without a reason.
    - `is_identified`: an authority identified the person as a fighter; None without its statement.
    - `has_signed`: a valid paper of permanent wording is on file.
    - `is_unasked`: nobody asked about service, so it is unknown whether a renunciation is needed.
    - `is_age_in_doubt`: the person is a former member who may be an adult or a child.
    """

    is_concerned: bool
    is_asked: bool | None
    has_verified: bool
    may_go_on: bool
    is_identified: bool | None
    has_signed: bool
    is_unasked: bool = False
    is_age_in_doubt: bool = False


def standing_of(individual: Individual, on: datetime.date) -> RenunciationStanding:
    """Returns the state of the person's renunciation on that day.

    Open reviews, observations and contrary evidence do not change the state: people judge them.
    """
    return standings_of([individual], on)[individual.pk]


def standings_of(
    people: Collection[Individual], on: datetime.date
) -> dict[uuid.UUID, RenunciationStanding]:
    """Returns the states of several people by their key, with one query."""
    by_key = {each.pk: each for each in people}
    on_file = with_word(Individual.objects.filter(pk__in=by_key), on).order_by()
    return {
        key: _standing(by_key[key], on, WordOnFile(*word))
        for key, *word in on_file.values_list("pk", *WordOnFile._fields)
    }


def standings_among(
    people: Collection[Individual], on: datetime.date
) -> dict[uuid.UUID, RenunciationStanding]:
    """Returns the states of people from a queryset `with_word`, by their key, without a query."""
    return {
        each.pk: _standing(
            each, on, WordOnFile(*(getattr(each, name) for name in WordOnFile._fields))
        )
        for each in people
    }


# The fields of a person that the state depends on.
FIELDS_OF_PERSON = (
    "key_id",
    "category",
    "is_service_asked",
    "birth_precision",
    "birth_year",
    "born_on",
)


class WordOnFile(NamedTuple):
    """The annotations of `with_word`: the authority's latest statement, None without one, and which papers exist."""

    word_is_asked: bool | None
    word_outcome: str | None
    has_signed: bool
    has_verified: bool


def with_word(people: Any, on: datetime.date) -> Any:
    """Annotates people with the fields of `WordOnFile` on that day."""
    demands = RenunciationDemand.objects.standing().filter(individual=OuterRef("pk"), on__lte=on)
    papers = Renunciation.objects.signed().filter(individual=OuterRef("pk"))
    verified = papers.filter(status=RenunciationStatus.VERIFIED, verified_on__lte=on)
    return people.annotate(
        word_is_asked=Subquery(demands.values("is_asked")[:1]),
        word_outcome=Subquery(demands.values("outcome")[:1]),
        has_signed=Exists(papers.filter(signed_on__lte=on)),
        has_verified=Exists(verified),
    )


def is_unasked(person: Individual, on: datetime.date) -> bool:
    """Returns whether a person who is or may be an adult was never asked about service in a force."""
    if person.is_service_asked or person.category == Category.FORMER_MEMBER:
        return False
    return _may_be_adult(person, on)


def _may_be_adult(person: Individual, on: datetime.date) -> bool:
    age = person.age_on(on)
    return age is None or age >= AGE_OF_MAJORITY


def _standing(person: Individual, on: datetime.date, word: WordOnFile) -> RenunciationStanding:
    is_adult = surely_adult(person, on)
    is_asked, is_identified = word.word_is_asked, None
    if word.word_outcome is not None:
        is_identified = is_asked or word.word_outcome in FIGHTERS
    is_former = person.category == Category.FORMER_MEMBER
    return RenunciationStanding(
        is_concerned=may_be_asked(person.category, is_adult=is_adult),
        is_asked=is_asked,
        has_verified=word.has_verified,
        may_go_on=opens_admission(
            person.category, is_adult=is_adult, is_asked=is_asked, has_verified=word.has_verified
        ),
        is_identified=is_identified,
        has_signed=word.has_signed,
        is_unasked=is_asked is None and is_unasked(person, on),
        is_age_in_doubt=is_former and not is_adult and _may_be_adult(person, on),
    )
