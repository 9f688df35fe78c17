"""The state of a renunciation: the single source for everything that depends on it."""

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
    """One person's state on one day. `may_go_on` says whether what depends on a renunciation may go on without a reason.

    `is_identified` says whether an authority identified the person as a fighter; None without its statement.
    `has_signed` counts only the permanent wording. With `is_unasked` it is unknown whether a renunciation is needed.
    `is_age_in_doubt` is set for a former member who may be an adult or a child."""

    is_concerned: bool
    is_asked: bool | None
    has_verified: bool
    may_go_on: bool
    is_identified: bool | None
    has_signed: bool
    is_unasked: bool = False
    is_age_in_doubt: bool = False


def standing_of(individual: Individual, on: datetime.date) -> RenunciationStanding:
    """The state of the person's renunciation on that day.

    Admission, protection, and aid that an agreement ties to a renunciation depend on it. Open reviews, observations and
    contrary evidence do not change it: people judge them."""
    return standings_of([individual], on)[individual.pk]


def standings_of(
    people: Collection[Individual], on: datetime.date
) -> dict[uuid.UUID, RenunciationStanding]:
    """The same for several people, by key, in one query."""
    by_key = {each.pk: each for each in people}
    on_file = with_word(Individual.objects.filter(pk__in=by_key), on).order_by()
    return {
        key: _standing(by_key[key], on, WordOnFile(*word))
        for key, *word in on_file.values_list("pk", *WordOnFile._fields)
    }


def standings_among(
    people: Collection[Individual], on: datetime.date
) -> dict[uuid.UUID, RenunciationStanding]:
    """The same for people who were fetched `with_word`."""
    return {
        each.pk: _standing(
            each, on, WordOnFile(*(getattr(each, name) for name in WordOnFile._fields))
        )
        for each in people
    }


# The fields of a person that the computation reads.
OF_PERSON = ("key_id", "category", "is_service_asked", "birth_precision", "birth_year", "born_on")


class WordOnFile(NamedTuple):
    """For one person: the authority's latest statement, None without one, and which papers exist."""

    word_is_asked: bool | None
    word_outcome: str | None
    has_signed: bool
    has_verified: bool


def with_word(people: Any, on: datetime.date) -> Any:
    """Annotates people with the authority's latest statement by that day, and with the papers on that day."""
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
    """Whether somebody who is or may be an adult was never asked about service, which does not mean "did not serve"."""
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
