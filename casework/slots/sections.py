"""The sections of a person's page, each with its permission."""

from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from django.utils.functional import Promise

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.individual import Individual
from pages.failing import FAILED_PART, part_or

AT_ANY_AGE = 999


class Section(Protocol):
    """One section of a person's page. `is_aside` puts it into the narrow column.

    Below the age `seldom_until` it is folded while it is empty. `change` is the permission for its actions, passed to
    the template as `may_change`."""

    slug: str
    title: Any
    permission: Permission
    change: Permission
    template: str
    is_aside: bool

    def context(self, individual: Individual, user: User) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Shown:
    """A section with its template's context."""

    slug: str
    title: str | Promise
    template: str
    is_aside: bool
    may_change: bool
    facts: dict[str, Any]
    is_folded: bool = False


def sections_of(sections: list[Section], individual: Individual, user: User) -> list[Shown]:
    """The sections of this person that the user may see, in order. A section that fails shows a message."""
    permissions = {each.permission for each in sections} | {each.change for each in sections}
    allowed = {
        permission: bool(can(user, permission, about=individual)) for permission in permissions
    }
    age = individual.age_on(user.today())

    def made(each: Section) -> Shown:
        facts = each.context(individual, user)
        until = getattr(each, "seldom_until", 0)
        is_seldom = until == AT_ANY_AGE or (age is not None and age < until)
        may_change = allowed[each.change] and not individual.erased_on
        is_folded = is_seldom and not any(facts.values())
        head = (each.slug, each.title, each.template, each.is_aside)
        return Shown(*head, may_change, facts, is_folded)

    def failed(each: Section) -> Shown:
        return Shown(each.slug, each.title, FAILED_PART, each.is_aside, may_change=False, facts={})

    return [
        part_or(partial(made, each), partial(failed, each), kind=each.slug)
        for each in sections
        if allowed[each.permission]
    ]
