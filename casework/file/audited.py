"""What readers of the audit log see of casework's rows: numbers of cases and people, never a name."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.apps import apps
from django.db.models import F, ForeignKey, Model, Q, TextField, Value
from django.db.models.functions import Cast

from accounts.models import AuditEvent
from casework.register.models.case import Case
from casework.register.models.individual import Individual, records_of
from casework.register.rules import read_number
from casework.slots.extract import held_models


class Numbered:
    """Finds events by number: of a case everything in it, of a person everything about them, their rows and their case."""

    def is_number(self, typed: str) -> bool:
        return read_number(typed) is not None

    def events_about(self, number: str) -> Q | None:
        case_number, person_number = read_number(number) or ("", "")
        if person_number:
            person = Individual.objects.filter(number=person_number).first()
            return _about(person) if person else None
        case = Case.objects.filter(number=case_number).first()
        return Q(case_id=case.pk) if case else None

    def cases(self, events: Iterable[AuditEvent]) -> Mapping[str, str]:
        cases = Case.objects.filter(pk__in={event.case_id for event in events if event.case_id})
        return {str(key): number for key, number in cases.values_list("pk", "number")}

    def people(self, events: Iterable[AuditEvent]) -> Mapping[tuple[str, str], list[str]]:
        keys: dict[str, set[str]] = {}
        for event in events:
            keys.setdefault(event.about_type, set()).add(event.about_id)
        asked = [question for label in sorted(keys) for question in _whose(label, keys[label])]
        found: dict[tuple[str, str], list[str]] = {}
        # One query for people, however many kinds of rows a page has.
        for label, key, number in asked[0].union(*asked[1:], all=True) if asked else ():
            found.setdefault((label, key), []).append(number)
        return {row: sorted(numbers) for row, numbers in found.items()}


def _whose(label: str, keys: set[str]) -> list[Any]:
    """The query for the people of these rows: label, key, number."""
    model = _model_of(label)
    if model is None:
        return []
    rows = model._default_manager.order_by().filter(pk__in=keys)
    return [
        rows.annotate(
            of_table=Value(label),
            of_row=Cast("pk", TextField()),
            of_person=F("__".join(filter(None, [path, "number"]))),
        )
        .exclude(of_person=None)
        .values_list("of_table", "of_row", "of_person")
        for path in paths_to_people(model)
    ]


def _model_of(label: str) -> type[Model] | None:
    """The model; None for an event without a row, or of a model that no longer exists."""
    try:
        return apps.get_model(label)
    except (LookupError, ValueError):
        return None


def paths_to_people(model: type[Model]) -> list[str]:
    """The relations from a row to its person: two if it is about both, none if about a family."""
    if model is Individual:
        return [""]
    direct = _keys_to_people(model)
    if direct:
        return direct
    return [
        f"{key.name}__{path}"
        for key in _foreign_keys(model)
        if key.related_model not in (Individual, Case)
        for path in _keys_to_people(key.related_model)
    ][:2]


def _keys_to_people(model: type[Model]) -> list[str]:
    """A row about one person has `individual`; its other relations to people do not count."""
    names = [key.name for key in _foreign_keys(model) if key.related_model is Individual]
    return ["individual"] if "individual" in names else names


def _foreign_keys(model: type[Model]) -> list[Any]:
    return [each for each in model._meta.fields if isinstance(each, ForeignKey)]


def _about(person: Individual) -> Q:
    """Events about the person's records, and about each row in an extract for them."""
    found = Q(
        about_type=Individual._meta.label_lower,
        about_id__in=[str(record.pk) for record in records_of(person)],
    )
    for part in held_models():
        keys = [str(row.pk) for row in part.rows(person)]
        if keys and part.model is not Individual:
            found |= Q(about_type=part.model._meta.label_lower, about_id__in=keys)
    return found


numbered = Numbered()
