"""Duplicate papers, phones and services of two records: the fuller one is kept."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from casework.contact.models import Phone
from casework.merges.rules import BLANK
from casework.papers.rules.papers import Paper
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from casework.service.models import ServiceRecord
from vault.fields import SealedField

PAPER_FACTS = ("country", "valid_from", "valid_until", "states_work_right")
PHONE_FACTS = ("label", "country", "call_from", "call_until", "who_may_answer")
# For these fields the protective value of the two counts.
CAUTIONS_OF_A_PHONE = ("asks_first", "is_message_only", "takes_no_voicemail")


@dataclass(frozen=True)
class Double:
    """Two equivalent rows: the one that stays, and the columns that it takes from the other."""

    kept: Any
    other: Any
    taken: dict[str, Any]


def doubles_of(survivor: Individual, merged: Individual) -> list[Double]:
    """The duplicates of both. Contradicting rows, and rows that replaced others, stay two."""
    return [
        *_paired(_papers(survivor), _papers(merged), _double_of_papers),
        *_paired(_phones(survivor), _phones(merged), _double_of_phones),
        *_paired(_services(survivor), _services(merged), _double_of_services),
    ]


def _papers(person: Individual) -> list[IdentityDocument]:
    return list(person.identity_documents.filter(ended_on=None, replaces=None, replaced_by=None))


def _phones(person: Individual) -> list[Phone]:
    return list(person.phones.filter(ended_on=None))


def _services(person: Individual) -> list[ServiceRecord]:
    return list(person.service_records.current().filter(replaces=None))


def services_differ(one: Individual, other: Individual) -> bool:
    """Whether the services differ in force, rank, unit or years, in both directions."""
    ours, theirs = (
        [row for row in _services(each) if _known_facts(row, ServiceRecord.FACTS)]
        for each in (one, other)
    )
    return any(not any(_double_of_services(row, each) for each in theirs) for row in ours) and any(
        not any(_double_of_services(each, row) for each in ours) for row in theirs
    )


def _paired(ours: Iterable[Any], theirs: Sequence[Any], double_of: Any) -> list[Double]:
    """Each of our rows with the first of theirs that is its duplicate and no other row's."""
    doubles: list[Double] = []
    for own in ours:
        paired_keys = {row.pk for double in doubles for row in (double.kept, double.other)}
        free = (row for row in theirs if row.pk not in paired_keys)
        doubles += next(([double] for row in free if (double := double_of(own, row))), [])
    return doubles


def _double_of_papers(one: IdentityDocument, other: IdentityDocument) -> Double | None:
    is_one = one.type == other.type and Paper.on_file(one).may_be(Paper.on_file(other))
    return _fuller(one, other, PAPER_FACTS) if is_one else None


def _double_of_phones(one: Phone, other: Phone) -> Double | None:
    double = _fuller(one, other, PHONE_FACTS) if one.token == other.token else None
    if double:
        cautious = {
            name: getattr(one, name) or getattr(other, name) for name in CAUTIONS_OF_A_PHONE
        }
        cautious["may_be_called"] = one.may_be_called and other.may_be_called
        double.taken.update(
            {name: value for name, value in cautious.items() if getattr(double.kept, name) != value}
        )
    return double


def _double_of_services(one: ServiceRecord, other: ServiceRecord) -> Double | None:
    """The double of two periods of which one is empty, or which share a value and contradict in none; else None."""
    first, second = (_known_facts(row, ServiceRecord.FACTS) for row in (one, other))
    if first and second and first.keys().isdisjoint(second):
        return None
    return _fuller(one, other, ServiceRecord.FACTS)


def _fuller(one: Any, other: Any, facts: Sequence[str]) -> Double | None:
    """The row with more facts, with those that only the other has; None if they contradict.

    Sealed values are not copied: the row that has them is kept, or both.
    """
    first, second = _known_facts(one, facts), _known_facts(other, facts)
    if any(first[name] != second[name] for name in first.keys() & second.keys()):
        return None
    ways = [(one, other, first, second), (other, one, second, first)]
    for kept, yielding, own_facts, other_facts in sorted(ways, key=lambda way: -len(way[2])):
        lacking = other_facts.keys() - own_facts.keys()
        if not any(isinstance(kept._meta.get_field(name), SealedField) for name in lacking):
            return Double(kept, yielding, {name: other_facts[name] for name in sorted(lacking)})
    return None


def _known_facts(row: Any, facts: Sequence[str]) -> dict[str, Any]:
    """The row's values of these facts, by column."""
    values = {name: getattr(row, row._meta.get_field(name).attname) for name in facts}
    return {name: value for name, value in values.items() if value not in (*BLANK, "unknown")}
