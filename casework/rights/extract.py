"""Everything stored about one person, in words, without revealing third persons.

The `extract_parts` of each model say which rows are about the person, and which fields are shown or left out. A test
fails for a text field that is neither.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.access import can
from accounts.models import User
from casework.register.models.individual import Individual
from casework.rights.veil import Veil, veil_for
from casework.slots.extract import ExtractPart, LeftOut, Words, extract_parts, shown_parts
from casework.slots.extract_words import CODES, label_of, value_in_words


@dataclass(frozen=True)
class ExtractLine:
    label: str
    value: str


@dataclass(frozen=True)
class ExtractSection:
    """The rows of one model; each row is a list of lines."""

    title: Words
    rows: list[list[ExtractLine]]


@dataclass(frozen=True)
class Extract:
    """The sections with rows, the titles of empty sections, and the reasons for what is left out."""

    sections: list[ExtractSection]
    empty: list[Words]
    reasons: list[Words]


def extract_of(individual: Individual, *, by: User) -> Extract:
    """Returns the extract of everything that `by` may read about the person. The caller has checked the permission."""
    veil = veil_for(individual)
    parts = shown_parts()
    allowed = {
        permission: bool(can(by, permission, about=individual))
        for permission in {each.permission for each in parts}
    }
    rows_of_parts = [
        (each, _rows(each, individual, by)) for each in parts if allowed[each.permission]
    ]
    for each, rows in rows_of_parts:
        _add_own_numbers(veil, each, rows)
    sections = [
        ExtractSection(each.title, [list(_lines(row, each, veil)) for row in rows])
        for each, rows in rows_of_parts
    ]
    reasons = {str(reason): reason for part in extract_parts for reason in _reasons(part)}
    # Every file gets the same sentence, so that it does not reveal whether anything is left out.
    if not all(allowed.values()):
        reasons[""] = _(
            "What whoever made this extract may not read is not in it. What the legal team alone reads, like the images of"
            " a renunciation, is in an extract that the legal team makes."
        )
    return Extract(
        sections=[section for section in sections if section.rows],
        empty=[section.title for section in sections if not section.rows],
        reasons=list(reasons.values()),
    )


def _rows(part: ExtractPart, individual: Individual, by: User) -> list[Any]:
    rows = part.rows_of(individual)
    return list(rows.filter(part.readable_by(by)) if part.readable_by else rows)


def _reasons(part: ExtractPart | LeftOut) -> Iterator[Words]:
    if isinstance(part, LeftOut):
        yield part.reason
    else:
        yield from part.left_out.values()


def _add_own_numbers(veil: Veil, part: ExtractPart, rows: list[Any]) -> None:
    """Adds numbers in fields for numbers to the person's own: of a paper, a permit, a receipt."""
    for name in part.shown:
        if name.endswith(("number", "reference")):
            for row in rows:
                veil.numbers.exempt(value_in_words(row, name))


def _lines(row: Any, part: ExtractPart, veil: Veil) -> Iterator[ExtractLine]:
    for name in part.shown:
        value = value_in_words(row, name, CODES | dict(part.formatters))
        if value:
            yield ExtractLine(label_of(row, name), veil.replace_in(value))
    if author := _object_at_path(row, part.author):
        yield ExtractLine(_("Written by"), veil.role_of(author))


def _object_at_path(row: Any, path: str) -> Any:
    for name in path.split("__"):
        row = getattr(row, name, None)
    return row
