"""The sections of a person's page."""

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

    An empty section is folded for people below the optional age `folded_below_age`. `change` is the permission for its
    actions; the template has `may_change`."""

    slug: str
    title: Any
    permission: Permission
    change: Permission
    template: str
    is_aside: bool

    def context(self, individual: Individual, user: User) -> dict[str, Any]: ...


@dataclass(frozen=True)
class ShownSection:
    """A section for one person; `facts` is the context of its template."""

    slug: str
    title: str | Promise
    template: str
    is_aside: bool
    may_change: bool
    facts: dict[str, Any]
    is_folded: bool = False


def sections_of(sections: list[Section], individual: Individual, user: User) -> list[ShownSection]:
    """Returns the sections of this person that the user may see, in order. One that raises an error shows a message."""
    permissions = {each.permission for each in sections} | {each.change for each in sections}
    allowed = {
        permission: bool(can(user, permission, about=individual)) for permission in permissions
    }
    age = individual.age_on(user.today())

    def shown_section(each: Section) -> ShownSection:
        facts = each.context(individual, user)
        until = getattr(each, "folded_below_age", 0)
        may_be_folded = until == AT_ANY_AGE or (age is not None and age < until)
        may_change = allowed[each.change] and not individual.erased_on
        is_folded = may_be_folded and not any(facts.values())
        head = (each.slug, each.title, each.template, each.is_aside)
        return ShownSection(*head, may_change, facts, is_folded)

    def failed_section(each: Section) -> ShownSection:
        return ShownSection(
            each.slug, each.title, FAILED_PART, each.is_aside, may_change=False, facts={}
        )

    return [
        part_or(partial(shown_section, each), partial(failed_section, each), kind=each.slug)
        for each in sections
        if allowed[each.permission]
    ]
