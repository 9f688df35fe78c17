"""Aid that an agreement makes conditional on the renunciation of former fighters, and the people who have not renounced.

Nothing is stopped automatically: cover lasts until a person ends it. Relatives and children are never asked.
"""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.access import cached_per_request, can
from accounts.due import WaitingCount
from accounts.models import User
from accounts.permissions import Permission as P
from accounts.sight import visible_keys
from aid.choices import AidKind, Lack, RenunciationAsked
from aid.coverage import CoverPeriod, periods_in, periods_of
from aid.models import Agreement, Commitment, Cover
from aid.rules.conditions import lack_of
from asylum.papers.standing import (
    FIELDS_OF_PERSON,
    RenunciationStanding,
    standings_among,
    standings_of,
    with_word,
)
from casework.register.choices import Category
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.case import people_today
from pages.lookups import among
from pages.questions import cached_rows


@dataclass(frozen=True)
class UnmetCondition:
    """A person who gets aid under an agreement that requires the renunciation, and what is missing."""

    person: Individual
    agreement: Agreement
    kinds: tuple[AidKind, ...]
    lack: Lack

    @property
    def kinds_in_words(self) -> str:
        return ", ".join(str(kind.label) for kind in self.kinds)

    @property
    def in_words(self) -> str:
        values = {"agreement": self.agreement.reference, "lack": self.lack.label}
        if self.lack is Lack.STATEMENT:
            return _("Agreement %(agreement)s asks former fighters to renounce; %(lack)s.") % values
        if self.agreement.condition == RenunciationAsked.VERIFIED:
            return (
                _("Agreement %(agreement)s asks for the verified renunciation; %(lack)s.") % values
            )
        return _("Agreement %(agreement)s asks for the signed renunciation; %(lack)s.") % values

    @property
    def act(self) -> tuple[str, str]:
        """The link to what should be recorded next: its text and URL. A verification is recorded on the page of the paper."""
        if self.lack is Lack.STATEMENT:
            return _("What the authority says"), self._page("renunciation-demand")
        if self.lack is Lack.SIGNATURE:
            return _("Record a renunciation"), self._page("renunciation-record")
        return _("Renunciations"), reverse("renunciation-list")

    def _page(self, name: str) -> str:
        return reverse(name, args=[self.person.pk])


def unmet_of_people(people: Collection[Individual], on: datetime.date) -> list[UnmetCondition]:
    """What these people lack for their current or future firm aid. The caller checks that the user may know it."""
    fighters = [each.pk for each in people if each.category == Category.FORMER_MEMBER]
    return unmet_in_periods(periods_of(fighters, on), people, on)


def unmet_in_periods(
    periods: Iterable[CoverPeriod], people: Iterable[Individual], on: datetime.date
) -> list[UnmetCondition]:
    """What these people lack for the firm aid in `periods` that has not ended on that day."""
    by_key = {each.pk: each for each in people if each.category == Category.FORMER_MEMBER}
    kinds: dict[tuple[uuid.UUID, uuid.UUID], set[str]] = defaultdict(set)
    for each in periods:
        is_over = each.ends_on is not None and each.ends_on <= on
        is_conditional = each.is_firm_cover and not is_over and each.condition
        if each.person in by_key and each.agreement and is_conditional:
            kinds[each.person, each.agreement].add(each.kind)
    if not kinds:
        return []
    agreements = Agreement.objects.select_related("payer").in_bulk(
        {agreement for _person, agreement in kinds}
    )
    covered = {person for person, _agreement in kinds}
    standings = standings_of([by_key[key] for key in covered], on)
    return _unmet_conditions(kinds, by_key, agreements, standings)


def _conditional_cover(on: datetime.date, **filters: Any) -> Any:
    """Firm cover under an agreement with a condition that has not ended on that day. `filters` apply to commitments."""
    commitments = Commitment.objects.exclude(Q(agreement=None) | Q(agreement__condition=""))
    commitments = commitments.filter(**filters)
    covers = Cover.objects.firm().with_end(on).of_commitments(commitments)
    return covers.filter(Q(ends_on=None) | Q(ends_on__gt=on))


def _unmet_conditions(
    kinds: Mapping[tuple[uuid.UUID, uuid.UUID], set[str]],
    people: Mapping[uuid.UUID, Individual],
    agreements: Mapping[uuid.UUID, Agreement],
    standings: Mapping[uuid.UUID, RenunciationStanding],
) -> list[UnmetCondition]:
    unmet = []
    for (person, key), kind_set in kinds.items():
        agreement = agreements[key]
        if lack := lack_of(agreement.condition, standings[person]):
            ordered = tuple(kind for kind in AidKind if kind in kind_set)
            unmet.append(UnmetCondition(people[person], agreement, ordered, lack))
    return sorted(unmet, key=lambda each: (each.person.number, each.agreement.reference))


@cached_per_request
def periods_of_case(case: Case, user: User) -> list[CoverPeriod]:
    """All cover of the current members of the case."""
    return periods_of([person.pk for person in people_today(case, user)], user.today())


def unmet_of_case(case: Case, user: User) -> list[UnmetCondition]:
    """What members of one family lack. Empty if the user may not see the state of its renunciations."""
    if not can(user, P.RENUNCIATION_READ, case):
        return []
    people = [each for each in people_today(case, user) if not each.erased_on]
    return unmet_in_periods(periods_of_case(case, user), people, user.today())


def may_see_unmet(user: User) -> bool:
    """Whether the user may learn that anybody's aid depends on a renunciation."""
    return user.holds(P.AID_READ) and user.holds(P.RENUNCIATION_READ)


def _fighters_visible_to(user: User, covers: Any) -> Any:
    """Former fighters with this cover whose aid and whose renunciation the user may see.

    Filters by cover first: few people have it, so visibility is computed for few.
    """
    served: Any = Individual.objects.former_members().filter(merged_into=None, erased_on=None)
    served = served.filter(among("pk", covers.order_by().values("individual")))
    for permission in (P.AID_READ, P.RENUNCIATION_READ):
        served = served.filter(pk__in=visible_keys(Individual.objects, user, permission))
    return served


@cached_per_request
def unmet_visible_to(user: User) -> list[UnmetCondition]:
    """What all people lack whose aid and whose renunciation the user may see."""
    if not may_see_unmet(user):
        return []
    covers = _conditional_cover(user.today())
    periods = periods_in(covers)
    return (
        unmet_in_periods(periods, _fighters_visible_to(user, covers), user.today())
        if periods
        else []
    )


def count_unmet(user: User) -> int:
    """The number of people in `unmet_visible_to`."""
    if not may_see_unmet(user):
        return 0
    people = cached_rows(_without_paper, user)
    standings = standings_among(people, user.today())
    return sum(bool(lack_of(_strictest(person), standings[person.pk])) for person in people)


def _strictest(person: Any) -> RenunciationAsked:
    """The strictest condition of the person's aid; needs the annotation `needs_verified`."""
    return RenunciationAsked.VERIFIED if person.needs_verified else RenunciationAsked.SIGNED


def _without_paper(user: User) -> Any:
    """Visible former fighters whose aid requires a signed renunciation or a verified one, and who have none on file."""
    covers = _conditional_cover(user.today())
    strict = _conditional_cover(
        user.today(), agreement__condition=RenunciationAsked.VERIFIED
    ).order_by()
    people = with_word(_fighters_visible_to(user, covers), user.today()).filter(has_verified=False)
    people = people.annotate(needs_verified=Q(pk__in=strict.values("individual")))
    return (
        people.filter(Q(has_signed=False) | Q(needs_verified=True))
        .order_by()
        .only(*FIELDS_OF_PERSON)
    )


def aid_that_depends(people: Iterable[Individual], user: User) -> dict[uuid.UUID, str]:
    """By person, the agreements that require their renunciation. Names no agreement if the user may not see the aid."""
    with_visible_aid = set(
        Individual.objects.filter(pk__in=[person.pk for person in people])
        .filter(pk__in=visible_keys(Individual.objects, user, P.AID_READ))
        .values_list("pk", flat=True)
        if user.holds(P.AID_READ)
        else ()
    )
    names: dict[uuid.UUID, list[str]] = defaultdict(list)
    for each in unmet_of_people(list(people), user.today()):
        name = _("aid depends on it")
        if each.person.pk in with_visible_aid:
            name = f"{each.agreement.payer} · {each.agreement.reference}"
        if name not in names[each.person.pk]:
            names[each.person.pk].append(name)
    return {person: ", ".join(by_person) for person, by_person in names.items()}


conditions_unmet = WaitingCount(
    slug="conditions-unmet",
    permission=P.AID_READ,
    count=count_unmet,
    words=lambda number: ngettext(
        "person whose aid depends on a renunciation that is not on file",
        "people whose aid depends on a renunciation that is not on file",
        number,
    ),
    page="condition-list",
)
