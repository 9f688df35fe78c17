"""Everything held about one person, in words, without telling of third persons.

settings.EXTRACT_SOURCES names a part for each room. A part says for each of its models which rows concern
the person, which fields are shown, and which are left out and why. A test goes over all models and fails
for a field of which nobody said either.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.erasure import records_of
from casework.extract.veil import Veil, veil_for
from casework.extract.words import CODES, in_words, label_of
from casework.models import FamilyMember, Individual

Words = str | Promise


@dataclass(frozen=True)
class Held:
    """What is held of one model: rows of a person, fields that are shown, fields that are not and why.

    `author` leads to the colleague who wrote a row; the extract names the role only. `codes` says what
    stored codes mean, by field, beyond those that are the same everywhere.
    """

    model: str
    title: Words
    rows: Callable[[Individual], Any]
    shown: Sequence[str]
    left_out: Mapping[str, Words] = field(default_factory=dict)
    permission: Permission = Permission.INDIVIDUAL_READ
    author: str = ""
    codes: Mapping[str, Callable[[str], str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Part:
    """One room's part. `reasons` tells of whole models why they are left out."""

    title: Words
    held: Sequence[Held]
    reasons: Mapping[str, Words] = field(default_factory=dict)


@dataclass(frozen=True)
class Line:
    label: str
    value: str


@dataclass(frozen=True)
class Section:
    """One kind of rows, ready to be read: each row is its lines."""

    title: Words
    rows: list[list[Line]]


@dataclass(frozen=True)
class Extract:
    """Sections with something in them, the titles of those without, and the reasons for what is left out."""

    sections: list[Section]
    empty: list[Words]
    reasons: list[Words]


def parts() -> list[Part]:
    """The rooms' parts, in the order of the settings."""
    return [import_string(path) for path in settings.EXTRACT_SOURCES]


def extract_of(individual: Individual, *, by: User) -> Extract:
    """What `by` may read about the person, for the person. Whoever calls has required the permission."""
    veil = veil_for(individual)
    held = [each for part in parts() for each in part.held]
    allowed = {
        permission: bool(can(by, permission, about=individual))
        for permission in {each.permission for each in held}
    }
    found = [(each, list(each.rows(individual))) for each in held if allowed[each.permission]]
    for each, rows in found:
        _spare_numbers(veil, each, rows)
    sections = [
        Section(each.title, [list(_lines(row, each, veil)) for row in rows]) for each, rows in found
    ]
    reasons = {str(reason): reason for part in parts() for reason in _reasons(part)}
    return Extract(
        sections=[section for section in sections if section.rows],
        empty=[section.title for section in sections if not section.rows],
        reasons=list(reasons.values()),
    )


def _reasons(part: Part) -> Iterator[Words]:
    yield from part.reasons.values()
    for each in part.held:
        yield from each.left_out.values()


def _spare_numbers(veil: Veil, held: Held, rows: list[Any]) -> None:
    """What stands in a field for a number is the person's own: of a paper, a permit, a receipt."""
    for name in held.shown:
        if name.endswith(("number", "reference")):
            for row in rows:
                veil.numbers.spare(in_words(row, name))


def _lines(row: Any, held: Held, veil: Veil) -> Iterator[Line]:
    for name in held.shown:
        value = in_words(row, name, CODES | dict(held.codes))
        if value:
            yield Line(label_of(row, name), veil.over(value))
    if held.author and (author := _follow(row, held.author)):
        yield Line(_("Written by"), veil.role_of(author))


def _follow(row: Any, path: str) -> Any:
    for name in path.split("__"):
        row = getattr(row, name)
    return row


def while_in_case(individual: Individual, day: str, case: str = "case") -> Q:
    """Rows of the cases in which the person was, under whichever record, of the days when the person was in them."""
    wanted = Q(pk__in=[])
    for member in FamilyMember.objects.filter(individual__in=records_of(individual)):
        time = Q(**{case: member.case_id, f"{day}__gte": member.joined_on})
        if member.left_on:
            # A merge ends a membership in the middle of a day on which the person still belonged.
            until = "lt" if member.individual_id == individual.pk else "lte"
            time &= Q(**{f"{day}__{until}": member.left_on})
        wanted |= time
    return wanted


def of_person(model: str, path: str = "individual") -> Callable[[Individual], Any]:
    """Rows that hang on the person, also under a record that was merged into theirs."""

    def rows(individual: Individual) -> Iterable[Any]:
        keys = [record.pk for record in records_of(individual)]
        return apps.get_model(model)._default_manager.filter(**{f"{path}__in": keys}).distinct()

    return rows


def of_person_or_family(
    model: str, *, day: str, case: str = "case", person: str = "individual"
) -> Callable[[Individual], Any]:
    """Rows about the person, and rows about the whole family of the days when the person was in it.

    Rows about another member are that member's.
    """

    def rows(individual: Individual) -> Iterable[Any]:
        about = Q(**{f"{person}__in": records_of(individual)})
        family = Q(**{f"{person}__isnull": True}) & while_in_case(individual, day, case)
        return apps.get_model(model)._default_manager.filter(about | family)

    return rows


def of_family(model: str, *, day: str, case: str = "case") -> Callable[[Individual], Any]:
    """Rows about the whole family of the days when the person was in it."""

    def rows(individual: Individual) -> Iterable[Any]:
        return apps.get_model(model)._default_manager.filter(while_in_case(individual, day, case))

    return rows
