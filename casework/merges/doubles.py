"""Finds duplicate papers, phones and services of two records, and which row of each pair is the fuller one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from casework.contact.models import Phone
from casework.merges.rules import BLANK_VALUES
from casework.papers.rules.papers import Paper
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from casework.service.models import ServiceRecord
from vault.fields import SealedField

PAPER_FACTS = ("country", "valid_from", "valid_until", "states_work_right")
PHONE_FACTS = ("label", "country", "call_from", "call_until", "who_may_answer")
# Of these fields a merge keeps True if one of the rows has it.
PHONE_CAUTIONS = ("asks_first", "is_message_only", "takes_no_voicemail")


@dataclass(frozen=True)
class Double:
    """Two rows about the same thing: the fuller one, the other one, and the values that the fuller one gets from it."""

    fuller: Any
    other: Any
    copied_values: dict[str, Any]


def doubles_of(survivor: Individual, merged: Individual) -> list[Double]:
    """Returns the duplicates of the two records, without rows that contradict each other or take part in a correction."""
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
    """Whether each record has a service that the other does not have."""
    rows, other_rows = (
        [row for row in _services(each) if _known_facts(row, ServiceRecord.FACTS)]
        for each in (one, other)
    )
    return any(
        not any(_double_of_services(row, each) for each in other_rows) for row in rows
    ) and any(not any(_double_of_services(each, row) for each in rows) for row in other_rows)


def _paired(rows: Iterable[Any], other_rows: Sequence[Any], make_double: Any) -> list[Double]:
    """Returns a double of each row of `rows` and the first free row of `other_rows` that is its duplicate.

    `make_double` takes two rows and returns a Double or None."""
    doubles: list[Double] = []
    for row in rows:
        paired_keys = {each.pk for double in doubles for each in (double.fuller, double.other)}
        free_rows = (each for each in other_rows if each.pk not in paired_keys)
        doubles += next(([double] for each in free_rows if (double := make_double(row, each))), [])
    return doubles


def _double_of_papers(one: IdentityDocument, other: IdentityDocument) -> Double | None:
    is_same_paper = one.type == other.type and Paper.on_file(one).may_be(Paper.on_file(other))
    return _double_of_rows(one, other, PAPER_FACTS) if is_same_paper else None


def _double_of_phones(one: Phone, other: Phone) -> Double | None:
    double = _double_of_rows(one, other, PHONE_FACTS) if one.token == other.token else None
    if double:
        cautious_values = {
            name: getattr(one, name) or getattr(other, name) for name in PHONE_CAUTIONS
        }
        cautious_values["may_be_called"] = one.may_be_called and other.may_be_called
        double.copied_values.update(
            {
                name: value
                for name, value in cautious_values.items()
                if getattr(double.fuller, name) != value
            }
        )
    return double


def _double_of_services(one: ServiceRecord, other: ServiceRecord) -> Double | None:
    """Returns the double of two periods if one is empty, or if they share a value and contradict each other in none."""
    first, second = (_known_facts(row, ServiceRecord.FACTS) for row in (one, other))
    if first and second and first.keys().isdisjoint(second):
        return None
    return _double_of_rows(one, other, ServiceRecord.FACTS)


def _double_of_rows(one: Any, other: Any, facts: Sequence[str]) -> Double | None:
    """Returns the double, with the row that has more facts as the fuller one; None if the rows contradict each other.

    Sealed values are not copied: the row that has them is the fuller one, or there is no double.
    """
    first, second = _known_facts(one, facts), _known_facts(other, facts)
    if any(first[name] != second[name] for name in first.keys() & second.keys()):
        return None
    orders = [(one, other, first, second), (other, one, second, first)]
    for fuller, poorer, own_facts, other_facts in sorted(orders, key=lambda order: -len(order[2])):
        missing = other_facts.keys() - own_facts.keys()
        if not any(isinstance(fuller._meta.get_field(name), SealedField) for name in missing):
            return Double(fuller, poorer, {name: other_facts[name] for name in sorted(missing)})
    return None


def _known_facts(row: Any, facts: Sequence[str]) -> dict[str, Any]:
    """Returns the values of these facts of the row, by name, without unknown ones."""
    values = {name: getattr(row, row._meta.get_field(name).attname) for name in facts}
    return {
        name: value for name, value in values.items() if value not in (*BLANK_VALUES, "unknown")
    }
