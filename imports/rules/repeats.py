"""Rows that repeat another row, or a person on file, in every fact."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from casework.papers.rules.papers import Paper
from casework.register.models.individual import Individual
from imports.rules.rows import SheetPerson
from imports.rules.text import plain

# Fields that describe the row, not the person.
NOT_COMPARED = frozenset({"number", "faults", "remarks", "age", "rank_in_name"})
DOCUMENT_FIELDS = frozenset({"document", "document_type", "document_country"})


def facts_of(person: SheetPerson) -> tuple[Any, ...]:
    """All facts of a row, for comparison; spelling is ignored."""
    facts = (
        getattr(person, each.name)
        for each in fields(person)
        if each.name not in NOT_COMPARED | DOCUMENT_FIELDS
    )
    return (person.paper, *(plain(fact) if isinstance(fact, str) else fact for fact in facts))


def repeats(person: SheetPerson, individual: Individual, papers: Iterable[Paper]) -> bool:
    """Whether the individual has the names, sex and birth of the row, and its document if it states one.

    A row with neither birth nor document repeats nobody.
    """
    paper = person.paper
    if not (paper.number or person.birth.year):
        return False
    birth = (individual.birth_precision, individual.born_on, individual.birth_year)
    same_birth = birth == (person.birth.precision, person.birth.born_on, person.birth.year)
    return (
        plain(individual.given_names) == plain(person.given_names)
        and plain(individual.family_names) == plain(person.family_names)
        and individual.sex == person.sex
        and same_birth
        and (not paper.number or paper in papers)
    )
