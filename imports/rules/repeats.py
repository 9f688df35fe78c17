"""Rows that add nothing: equal to another row, or to a record on file, in everything they say."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from casework.papers.rules.papers import Paper
from casework.register.models.individual import Individual
from imports.rules.rows import Understood
from imports.rules.text import plain

# Describes the position of a row, not the person.
NOT_SAID = frozenset({"number", "faults", "remarks", "age", "rank_in_name"})

OF_THE_PAPER = frozenset({"document", "document_type", "document_country"})


def said(person: Understood) -> tuple[Any, ...]:
    """Everything that a row says, for comparison; spelling is ignored."""
    facts = (
        getattr(person, each.name)
        for each in fields(person)
        if each.name not in NOT_SAID | OF_THE_PAPER
    )
    return (person.paper, *(plain(fact) if isinstance(fact, str) else fact for fact in facts))


def repeats(person: Understood, individual: Individual, papers: Iterable[Paper]) -> bool:
    """Whether the record has the names, the sex and the birth of the row, and its paper if it has one.

    A name alone is no repeat: it needs birth or paper.
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
