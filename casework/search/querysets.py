"""Whom a typed name, number or document may mean, among those whom the user may see."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, Self

from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.permissions import Permission
from casework.contact.models import Phone
from casework.contact.rules import readings
from casework.register.models.case import Case, FamilyMember
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from casework.register.querysets.individual import IndividualQuerySet
from casework.register.rules import bare_number, card_writings, is_tail, read_number
from casework.search.rules import may_mean
from pages.slots import Slot
from vault.querysets import SealedQuerySet
from vault.search import exact_token, ranked

# (typed, user) to ids of individuals, or None where nothing like what it knows was typed.
people_finders: Slot[Callable[[str, User], Any]] = Slot("by what else somebody is found")


class NameSearchQuerySet(SealedQuerySet):
    def still_kept(self, user: User, now: datetime.datetime) -> Self:
        """The user's own searches of the last hour."""
        return self.filter(user=user, created_at__gt=now - self.model.LIFETIME)


SHOWN = 20


@dataclass(frozen=True)
class Hit:
    """Somebody who was found, with the case to go to and the age of today."""

    individual: Individual
    case: Case
    age: int | None


def found(typed: str, user: User, most: int = SHOWN) -> list[Hit]:
    """At most `most` people, best first: by number or document, by what other rooms know, then by name."""
    people = Individual.objects.visible_to(user, Permission.INDIVIDUAL_READ)
    exact = list(_by_number(people, typed)[:most])
    elsewhere = list(_elsewhere(people, typed, user)[:most])
    named = _by_name(people, typed, most) if len(exact) + len(elsewhere) < most else []
    if len(exact) + len(elsewhere) + len(named) < most:
        named += _by_name_of_a_merged_record(people, typed, most)
    once = {individual.pk: individual for individual in [*exact, *elsewhere, *named]}
    return _hits(list(once.values())[:most], user)


def found_cards(typed: str, user: User, most: int = SHOWN) -> list[Hit]:
    """The same for who sees reduced cards alone: by number, by bed, and by the name that the card shows.

    Papers, phones and further names are not asked: a hit would say what the card does not. Nor does a name
    behind an alias find anybody.
    """
    people = Individual.objects.visible_to(user, Permission.CASE_CARD)
    number = read_number(typed)
    numbered: Any = people.filter(_numbered(*number))[:most] if number else []
    named = [
        person
        for person in ranked(people, typed)[: most * 2]
        if may_mean(typed, [person.display_name])
        and (not person.is_anonymous or _is_called(person.display_name, typed))
    ]
    slept: Any = _elsewhere(people, typed, user)[:most]
    found_here = [*numbered, *slept, *named]
    return _hits(list(dict.fromkeys(found_here))[:most], user)


def _is_called(name: str, typed: str) -> bool:
    return all(may_mean(word, [name]) for word in typed.split())


def _hits(individuals: list[Individual], user: User) -> list[Hit]:
    memberships = (
        FamilyMember.objects.latest_on(user.today())
        .filter(individual__in=individuals)
        .select_related("case__team")
    )
    cases = {membership.individual_id: membership.case for membership in memberships}
    return [
        Hit(individual, cases[individual.pk], individual.age_on(user.today()))
        for individual in individuals
    ]


def _elsewhere(people: IndividualQuerySet, typed: str, user: User) -> IndividualQuerySet:
    """Those whom other rooms know by what was typed, a bed for one; still within the user's sight."""
    known = [find(typed, user) for find in people_finders]
    wanted = [ids for ids in known if ids is not None]
    if not wanted:
        return people.none()
    anywhere = reduce(or_, (Q(pk__in=ids) for ids in wanted))
    return people.filter(anywhere)


def _by_number(people: IndividualQuerySet, typed: str) -> IndividualQuerySet:
    """Who has this number, or is in this case. Ten digits may be a case as well as a phone.

    Below four digits nothing but a case's number, or the tail of a paper's, which may hold letters.
    """
    if sum(letter.isdigit() for letter in typed) < 4 and not read_number(typed):
        if is_tail(bare_number(typed)):
            return people.filter(pk__in=_documents(typed).values("individual"))
        return people.none()
    meant = Q(pk__in=_documents(typed).values("individual"))
    meant |= Q(pk__in=_phones(typed).values("individual"))
    if numbers := read_number(typed):
        case, individual = numbers
        meant |= _numbered(case, individual)
    return people.filter(meant)


def _numbered(case: str, individual: str) -> Q:
    """Whoever has or had the number of a person or, without one, of a case; also before a merge."""
    if individual:
        records = Individual.objects.filter(number=individual)
    else:
        members = FamilyMember.objects.filter(case__number=case)
        records = Individual.objects.filter(pk__in=members.values("individual"))
    return Q(pk__in=records.values("pk")) | Q(pk__in=records.values("merged_into"))


def _by_name(records: IndividualQuerySet, typed: str, most: int) -> list[Individual]:
    """Who is called or known by what was typed; those that only their tokens make alike are left out."""
    likely = ranked(records.prefetch_related("aliases"), typed)[:most]
    return [record for record in likely if may_mean(typed, record.names_with(record.aliases.all()))]


def _by_name_of_a_merged_record(
    people: IndividualQuerySet, typed: str, most: int
) -> list[Individual]:
    """People who are found by how the record spelt them that was merged into theirs."""
    records = Individual.objects.filter(merged_into__in=people)
    found_so = _by_name(records.select_related("merged_into"), typed, most)
    return [record.merged_into for record in found_so if record.merged_into]


def _documents(typed: str) -> QuerySet[IdentityDocument]:
    """Papers with this number or, for four letters or digits, with this tail; replaced ones too."""
    tokens = [exact_token(each, purpose="document") for each in card_writings(typed)]
    is_number = Q(number_token__in=tokens)
    if is_tail(bare := bare_number(typed)):
        is_number |= Q(tail_token=exact_token(bare, purpose="document tail"))
    return IdentityDocument.objects.filter(is_number)


def _phones(typed: str) -> QuerySet[Phone]:
    """Numbers in use that this may be."""
    return Phone.objects.filter(token__in=phone_tokens(typed), ended_on=None)


def phone_tokens(typed: str) -> list[int]:
    """The tokens of every number that this may be, with or without the country before it."""
    meant = {typed, *(read.number for read in readings(typed))}
    return [exact_token(number, purpose="phone") for number in meant]
