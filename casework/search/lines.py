"""The people whom a search found, with the texts of their lines."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.translation import gettext

from accounts.models import User
from casework.register.models.individual import Individual
from casework.search.querysets import Hit, or_missing_message
from pages.addresses import fast_reverse
from pages.countries import name_of_country

# Takes people and a user; returns in words where each person sleeps or slept last, by key, if the user may see it.
Whereabouts = Callable[[Sequence[Individual], User], Mapping[Any, str]]


@dataclass(frozen=True)
class FoundPerson:
    """A person whom a search found, with the texts beside the name.

    `family` names the principal of the family, if that is another person. `paper` and `place` may be empty."""

    hit: Hit
    person_address: str
    case_address: str
    card_address: str
    age: str
    family: str
    paper: str
    place: str

    @property
    def individual(self) -> Individual:
        return self.hit.individual


def lines_of(hits: Iterable[Hit], user: User, whereabouts: Whereabouts) -> list[FoundPerson]:
    """Returns a line for each hit, in order. If `whereabouts` fails, the lines have no place."""
    people = [hit.individual for hit in hits]
    places = or_missing_message(partial(whereabouts, people, user), dict[Any, str])
    return [
        FoundPerson(
            hit,
            fast_reverse("individual-detail", hit.individual.number),
            fast_reverse("case-detail", hit.case.number),
            fast_reverse("case-card", hit.case.number),
            hit.age or gettext("age not known"),
            _family(hit),
            _paper(hit),
            places.get(hit.individual.pk, ""),
        )
        for hit in hits
    ]


def _paper(hit: Hit) -> str:
    """Returns kind and country of the paper with the typed number, to distinguish papers with the same digits."""
    if hit.paper is None:
        return ""
    kind = str(hit.paper.get_type_display())
    return f"{kind} ({name_of_country(hit.paper.country)})" if hit.paper.country else kind


def _family(hit: Hit) -> str:
    if not hit.principal:
        return ""
    pattern = (
        gettext("%(relation)s of %(principal)s") if hit.relation else gettext("with %(principal)s")
    )
    return pattern % {"relation": hit.relation, "principal": hit.principal}
