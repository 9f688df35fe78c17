"""What readers of the audit log see of casework's rows: numbers of cases and people, never a name."""

from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.db.models import F, ForeignKey, Model, Q, TextField, Value
from django.db.models.functions import Cast

from accounts.models import AuditEvent
from casework.register.models.case import Case
from casework.register.models.individual import Individual, records_of
from casework.register.rules import read_number
from casework.slots.extract import held_models


def events_about(typed: str) -> Q:
    """By the number of a case everything in it, by that of a person what is about them and their rows."""
    case_number, person_number = read_number(typed) or ("", "")
    if person_number:
        person = Individual.objects.filter(number=person_number).first()
        return _about(person) if person else Q(pk__in=[])
    return Q(case_id__in=Case.objects.filter(number=case_number).values_list("pk", flat=True))


def with_numbers(events: Iterable[AuditEvent]) -> list[Any]:
    """The events, each with `case_number`, the `about_numbers` of whose row it is, and whether it `is_of_the_case`."""
    rows: list[Any] = list(events)
    cases, people = _cases(rows), _people(rows)
    for event in rows:
        event.case_number = cases.get(event.case_id, "")
        named = event.details.get("individual")
        about = people.get((event.about_type, event.about_id), [])
        event.about_numbers = about or ([named] if named else [])
        event.is_of_the_case = bool(event.case_number) and not event.about_numbers
    return rows


def _cases(events: Iterable[AuditEvent]) -> dict[Any, str]:
    """The number of the case by each event's `case_id`."""
    cases = Case.objects.filter(pk__in={event.case_id for event in events if event.case_id})
    return dict(cases.values_list("pk", "number"))


def _people(events: Iterable[AuditEvent]) -> dict[tuple[str, str], list[str]]:
    """The numbers of the people whose row it is, by each event's `about_type` and `about_id`."""
    keys: dict[str, set[str]] = {}
    for event in events:
        keys.setdefault(event.about_type, set()).add(event.about_id)
    asked = [question for label in sorted(keys) for question in _whose(label, keys[label])]
    found: dict[tuple[str, str], list[str]] = {}
    # However many kinds of rows a page tells of, their people are asked for once.
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
        keys = [str(row.pk) for row in part.rows_of(person)]
        if keys and part.model is not Individual:
            found |= Q(about_type=part.model._meta.label_lower, about_id__in=keys)
    return found
