"""The parts of an extract, a document in words with all rows stored about one person.

Each package says for each of its models which rows concern the person, which words are shown, and which fields
are left out and why. A test goes over all models and fails for texts that are neither shown nor left out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db.models import Model, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual, records_of
from pages.slots import Slot
from vault.privacy import declared, field_names

Words = str | Promise


@dataclass(frozen=True)
class ExtractPart:
    """The extract's part for one model: the rows of a person, the fields shown, and fields left out with the reason.

    Fields that `class Privacy` lists as `counted` (choices, days, numbers, places) are always shown. Free text may be
    about other people, so each such field is named in `words` (shown) or in `left_out`. Fields are in the order of the
    model, after those in `first`. `only` names all fields shown, if another part shows the rest. `rows` returns the
    rows of a person, by default those with a foreign key to the person. `author` leads to the colleague who wrote a
    row; the extract shows the role only. `formatters` holds functions by field that put stored codes into words.
    `readable_by` limits the rows to those that the user who makes the extract may read.
    """

    model: type[Model]
    title: Words
    words: Sequence[str] = ()
    left_out: Mapping[str, Words] = field(default_factory=dict)
    first: Sequence[str] = ()
    only: Sequence[str] = ()
    rows: Callable[[Individual], Any] | None = None
    permission: Permission = Permission.INDIVIDUAL_READ
    author: str = "recorded_by"
    formatters: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    readable_by: Callable[[User], Q] | None = None

    @cached_property
    def shown(self) -> list[str]:
        """The names of the fields that are shown, in their order."""
        if self.only:
            return list(self.only)
        names = (declared(self.model, "counted") | {*self.words}) - {*self.first, *self.left_out}
        return [*self.first, *(name for name in field_names(self.model) if name in names)]

    def rows_of(self, individual: Individual) -> Any:
        return (self.rows or rows_about(self.model))(individual)


@dataclass(frozen=True)
class LeftOut:
    """A model that is left out, with the reason."""

    model: type[Model]
    reason: Words


extract_parts: Slot[ExtractPart | LeftOut] = Slot("what an extract holds, and what it leaves out")


def shown_parts() -> list[ExtractPart]:
    """The parts of an extract, in order."""
    return [part for part in extract_parts if isinstance(part, ExtractPart)]


def is_during_membership(individual: Individual, day: str, case: str = "case") -> Q:
    """Returns a condition for rows of the person's cases whose `day` is within a membership, also of merged records."""
    condition = Q(pk__in=[])
    for member in FamilyMember.objects.filter(individual__in=records_of(individual)):
        membership = Q(**{case: member.case_id, f"{day}__gte": member.joined_on})
        if member.left_on:
            # The last day of a merged record's membership is a day on which the person still belonged to the family.
            until = "lt" if member.individual_id == individual.pk else "lte"
            membership &= Q(**{f"{day}__{until}": member.left_on})
        condition |= membership
    return condition


def rows_about(
    model: type[Model], path: str = "individual", **filters: Any
) -> Callable[[Individual], Any]:
    """Returns a function that returns the rows about a person and their merged records; `filters` are further filters."""

    def rows(individual: Individual) -> Iterable[Any]:
        keys = [record.pk for record in records_of(individual)]
        rows: Iterable[Any] = model._default_manager.filter(
            **{f"{path}__in": keys}, **filters
        ).distinct()
        return rows

    return rows


def not_mistaken(rows: Callable[[Individual], Any]) -> Callable[[Individual], Any]:
    """Returns a function that returns the rows not recorded by mistake, each with its corrected day in `on`."""

    def rows_with_corrected_day(individual: Individual) -> list[Any]:
        valid_rows = list(rows(individual).standing().with_day())
        for row in valid_rows:
            row.on = row.day
        return valid_rows

    return rows_with_corrected_day


WHY_NO_MISTAKES = _("What was recorded by mistake may tell of somebody else, and is not shown.")


def rows_about_person_or_family(
    model: type[Model], *, day: str, case: str = "case", person: str = "individual"
) -> Callable[[Individual], Any]:
    """Returns a function that returns rows about a person, and rows about the whole family on days of membership.

    Rows about another member are in that member's extract.
    """

    def rows(individual: Individual) -> Iterable[Any]:
        about = Q(**{f"{person}__in": records_of(individual)})
        family = Q(**{f"{person}__isnull": True}) & is_during_membership(individual, day, case)
        rows: Iterable[Any] = model._default_manager.filter(about | family)
        return rows

    return rows


def rows_of_family(
    model: type[Model], *, day: str, case: str = "case"
) -> Callable[[Individual], Any]:
    """Returns a function that returns rows about the whole family on days of membership."""

    def rows(individual: Individual) -> Iterable[Any]:
        rows: Iterable[Any] = model._default_manager.filter(
            is_during_membership(individual, day, case)
        )
        return rows

    return rows


WHY_NO_SEARCH_HASHES = _(
    "Search hashes of names and numbers: they repeat the name and say nothing else."
)

WHY_NO_THIRD_PERSONS = _("Names of other people: who they are to the person stands instead.")


def held_unless_withdrawn(
    model: type[Model],
    title: Words,
    words: Sequence[str] = (),
    left_out: Mapping[str, Words] | None = None,
    *,
    permission: Permission,
    first: Sequence[str] = (),
) -> ExtractPart:
    """Returns the part for a model whose rows can be withdrawn as mistakes; leaves out withdrawn ones."""
    return ExtractPart(
        model,
        title,
        words,
        {"withdrawn_because": WHY_NO_MISTAKES, **(left_out or {})},
        first,
        rows=rows_about(model, withdrawn_at=None),
        permission=permission,
    )
