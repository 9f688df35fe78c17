"""How a renunciation stands: the one question that whatever depends on it asks, and the place for what depends on it."""

import datetime
import uuid
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from accounts.models import User
from asylum.choices import RenunciationStatus
from asylum.identification.choices import FIGHTERS
from asylum.models import Renunciation, RenunciationDemand
from asylum.rules.renunciations import may_be_asked, opens_admission
from casework.children.querysets import surely_adult
from casework.register.models.individual import Individual
from pages.slots import Slot

asks_besides: Slot[Callable[[Collection[Individual], User], Mapping[uuid.UUID, str]]] = Slot(
    "what else depends on the renunciations of people, in words, by the key of a person"
)


@dataclass(frozen=True)
class RenunciationStanding:
    """Of one person on one day. `opens` says whether what depends on a renunciation may go on without a reason.

    `is_identified` says whether an authority took the person for a fighter; None where its word is not on file.
    `has_signed` is of the permanent wording alone.
    """

    is_concerned: bool
    is_asked: bool | None
    has_verified: bool
    opens: bool
    is_identified: bool | None
    has_signed: bool


def standing_of(individual: Individual, on: datetime.date) -> RenunciationStanding:
    """How the person's renunciation stands on that day.

    Admission, protection and aid that an agreement makes depend on a renunciation ask it. Open reviews, observations
    and contrary evidence have no part in it: they are for people to judge (F30).
    """
    return standings_of([individual], on)[individual.pk]


def standings_of(
    people: Collection[Individual], on: datetime.date
) -> dict[uuid.UUID, RenunciationStanding]:
    """The same of several, by their keys, in two questions."""
    demands = RenunciationDemand.objects.filter(individual__in=people)
    newest = demands.order_by("individual_id", "-recorded_at").distinct("individual_id")
    said = {
        person: (is_asked, is_asked or outcome in FIGHTERS)
        for person, is_asked, outcome in newest.values_list("individual_id", "is_asked", "outcome")
    }
    papers = Renunciation.objects.signed().filter(individual__in=people)
    signed, verified = set(), set()
    for person, status, signed_on, verified_on in papers.values_list(
        "individual", "status", "signed_on", "verified_on"
    ):
        if signed_on <= on:
            signed.add(person)
        if status == RenunciationStatus.VERIFIED and verified_on <= on:
            verified.add(person)
    return {
        each.pk: _standing(
            each, on, said.get(each.pk, (None, None)), each.pk in signed, each.pk in verified
        )
        for each in people
    }


def words_besides(people: Collection[Individual], user: User) -> dict[uuid.UUID, str]:
    """What depends on the renunciations of these people beside the claim, by their keys."""
    found: dict[uuid.UUID, str] = {}
    for words_of in asks_besides:
        found |= words_of(people, user)
    return found


def _standing(
    person: Individual,
    on: datetime.date,
    said: tuple[bool | None, bool | None],
    has_signed: bool,
    has_verified: bool,
) -> RenunciationStanding:
    is_adult = surely_adult(person, on)
    is_asked, is_identified = said
    return RenunciationStanding(
        is_concerned=may_be_asked(person.category, is_adult=is_adult),
        is_asked=is_asked,
        has_verified=has_verified,
        opens=opens_admission(
            person.category, is_adult=is_adult, is_asked=is_asked, has_verified=has_verified
        ),
        is_identified=is_identified,
        has_signed=has_signed,
    )
