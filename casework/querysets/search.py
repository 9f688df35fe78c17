"""Whom a typed name, number or document may mean, among those whom the user may see."""

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db.models import Q
from django.utils.module_loading import import_string

from accounts.models import User
from accounts.permissions import Permission
from casework.rules.numbers import read_number
from vault.search import exact_token, ranked

SHOWN = 20


@dataclass(frozen=True)
class Hit:
    """Somebody who was found, with the case to go to and the age of today."""

    individual: Any
    case: Any
    age: int | None


def found(typed: str, user: User) -> list[Hit]:
    """At most SHOWN people, best first: by number or document, by what PEOPLE_FINDERS know, then by name."""
    people = apps.get_model("casework.Individual").objects.visible_to(
        user, Permission.INDIVIDUAL_READ
    )
    exact = list(_by_number(people, typed)[:SHOWN])
    elsewhere = list(_elsewhere(people, typed, user))
    named = list(ranked(people, typed)[:SHOWN]) if len(exact) + len(elsewhere) < SHOWN else []
    if len(exact) + len(elsewhere) + len(named) < SHOWN:
        named += _by_name_of_a_merged_record(people, typed)
    once = {individual.pk: individual for individual in [*exact, *elsewhere, *named]}
    individuals = list(once.values())[:SHOWN]
    memberships = (
        apps.get_model("casework.FamilyMember")
        .objects.latest_on(user.today())
        .filter(individual__in=individuals)
        .select_related("case__team")
    )
    cases = {membership.individual_id: membership.case for membership in memberships}
    return [
        Hit(individual, cases[individual.pk], individual.age_on(user.today()))
        for individual in individuals
    ]


def _elsewhere(people: Any, typed: str, user: User) -> Any:
    """Those whom other rooms know by what was typed, a bed for one; still within the user's sight."""
    known = [import_string(path)(typed, user) for path in settings.PEOPLE_FINDERS]
    wanted = [ids for ids in known if ids is not None]
    if not wanted:
        return []
    anywhere = reduce(or_, (Q(pk__in=ids) for ids in wanted))
    return people.filter(anywhere)[:SHOWN]


def _by_number(people: Any, typed: str) -> Any:
    if numbers := read_number(typed):
        case, individual = numbers
        if individual:
            return people.filter(
                Q(number=individual) | Q(merged_from__number=individual)
            ).distinct()
        return people.filter(
            Q(memberships__case__number=case) | Q(merged_from__memberships__case__number=case)
        ).distinct()
    if sum(letter.isdigit() for letter in typed) < 4:
        return people.none()
    documents = apps.get_model("casework.IdentityDocument").objects.filter(
        number_token=exact_token(typed, purpose="document")
    )
    return people.filter(
        Q(pk__in=documents.values("individual"))
        | Q(phone_token=(phone := exact_token(typed, purpose="phone")))
        | Q(merged_from__phone_token=phone)
    ).distinct()


def _by_name_of_a_merged_record(people: Any, typed: str) -> list[Any]:
    """People who are found by how the record spelt them that was merged into theirs."""
    records = apps.get_model("casework.Individual").objects.filter(merged_into__in=people)
    merged = ranked(records.select_related("merged_into"), typed)[:SHOWN]
    return [record.merged_into for record in merged]
