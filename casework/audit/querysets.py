"""Numbers of cases and people for events of the audit log, which never shows names."""

from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.db.models import F, ForeignKey, Model, Q, TextField, Value
from django.db.models.functions import Cast

from accounts.models import AuditEvent
from casework.register.models.case import Case
from casework.register.models.individual import Individual, records_of
from casework.register.rules import parse_file_number
from casework.slots.extract import shown_parts


def events_about(typed: str) -> Q:
    """Returns a condition for events by a typed number: all in a case, or all about a person and their rows."""
    case_number, person_number = parse_file_number(typed) or ("", "")
    if person_number:
        person = Individual.objects.filter(number=person_number).first()
        return _about(person) if person else Q(pk__in=[])
    return Q(case_id__in=Case.objects.filter(number=case_number).values_list("pk", flat=True))


def with_numbers(events: Iterable[AuditEvent]) -> list[Any]:
    """Returns the events, each with `case_number`, `about_numbers` of people, and `is_of_the_case` if about the whole case."""
    rows: list[Any] = list(events)
    cases, people = _cases(rows), _people(rows)
    for event in rows:
        event.case_number = cases.get(event.case_id, "")
        number = event.details.get("individual")
        about = people.get((event.about_type, event.about_id), [])
        event.about_numbers = about or ([number] if number else [])
        event.is_of_the_case = bool(event.case_number) and not event.about_numbers
    return rows


def _cases(events: Iterable[AuditEvent]) -> dict[Any, str]:
    """Returns the case numbers, by the `case_id` of the events."""
    cases = Case.objects.filter(pk__in={event.case_id for event in events if event.case_id})
    return dict(cases.values_list("pk", "number"))


def _people(events: Iterable[AuditEvent]) -> dict[tuple[str, str], list[str]]:
    """Returns the numbers of the people whom the rows are about, by the `about_type` and `about_id` of the events."""
    keys: dict[str, set[str]] = {}
    for event in events:
        keys.setdefault(event.about_type, set()).add(event.about_id)
    queries = [query for label in sorted(keys) for query in _queries_for_people(label, keys[label])]
    numbers_by_row: dict[tuple[str, str], list[str]] = {}
    # One query finds the people of all kinds of rows.
    for label, key, number in queries[0].union(*queries[1:], all=True) if queries else ():
        numbers_by_row.setdefault((label, key), []).append(number)
    return {row: sorted(numbers) for row, numbers in numbers_by_row.items()}


def _queries_for_people(label: str, keys: set[str]) -> list[Any]:
    """Returns the queries for the people of these rows; each gives label, key of the row, number of the person."""
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
    """Returns the model; None for an event without a row, or of a model that no longer exists."""
    try:
        return apps.get_model(label)
    except (LookupError, ValueError):
        return None


def paths_to_people(model: type[Model]) -> list[str]:
    """Returns the relations from a row to its person: two if it is about both, none if about a family."""
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
    """Returns the foreign keys to people; only `individual` if the model has it."""
    names = [key.name for key in _foreign_keys(model) if key.related_model is Individual]
    return ["individual"] if "individual" in names else names


def _foreign_keys(model: type[Model]) -> list[Any]:
    return [each for each in model._meta.fields if isinstance(each, ForeignKey)]


def _about(person: Individual) -> Q:
    """Returns events about the person's records, and about each row in an extract for them."""
    events = Q(
        about_type=Individual._meta.label_lower,
        about_id__in=[str(record.pk) for record in records_of(person)],
    )
    for part in shown_parts():
        keys = [str(row.pk) for row in part.rows_of(person)]
        if keys and part.model is not Individual:
            events |= Q(about_type=part.model._meta.label_lower, about_id__in=keys)
    return events
