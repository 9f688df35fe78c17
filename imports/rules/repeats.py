"""Rows that say nothing new: the same as another row, or the same as a record on file, in everything they say."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from casework.register.models.individual import Individual
from casework.register.rules import bare_number
from imports.rules.rows import Understood
from imports.rules.text import plain

# What tells where a row stands, and not whom it is about.
NOT_SAID = frozenset({"number", "faults", "remarks", "is_minor", "rank_in_name"})


def said(person: Understood) -> tuple[Any, ...]:
    """Everything that a row says, so that two rows can be told to say the same; writing does not count."""
    return tuple(
        _bare(each.name, getattr(person, each.name))
        for each in fields(person)
        if each.name not in NOT_SAID
    )


def _bare(name: str, fact: Any) -> Any:
    if name == "document":
        return bare_number(fact)
    return plain(fact) if isinstance(fact, str) else fact


def repeats(person: Understood, individual: Individual, papers: Iterable[str]) -> bool:
    """Whether the record has the names, the sex and the birth of the row, and its paper if it names one.

    A name alone repeats nobody: birth or paper must be said.
    """
    number = bare_number(person.document)
    if not (number or person.birth.year):
        return False
    birth = (individual.birth_precision, individual.born_on, individual.birth_year)
    same_birth = birth == (person.birth.precision, person.birth.born_on, person.birth.year)
    return (
        plain(individual.given_names) == plain(person.given_names)
        and plain(individual.family_names) == plain(person.family_names)
        and individual.sex == person.sex
        and same_birth
        and (not number or number in map(bare_number, papers))
    )
