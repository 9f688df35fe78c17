"""The audit log in words: what was done, about which case and person; and the search of events by number."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from django.db.models import Q
from django.utils.functional import Promise

from pages.slots import Slot


class Subjects(Protocol):
    """What a higher floor knows about the rows of events."""

    def is_number(self, typed: str) -> bool:
        """Whether the text has the form of a case or person number."""

    def events_about(self, number: str) -> Q | None:
        """The events about a case or a person of that number; None where it has no such number."""

    def cases(self, events: Iterable[Any]) -> Mapping[str, str]:
        """The number of the case by each event's `case_id`."""

    def people(self, events: Iterable[Any]) -> Mapping[tuple[str, str], list[str]]:
        """The numbers of the people whose row it is, by each event's `about_type` and `about_id`."""


audit_verbs: Slot[Mapping[str, str | Promise]] = Slot("words for what the audit log writes")
audit_subjects: Slot[Subjects] = Slot("whose events a number of a case or a person finds")


def verb_in_words(verb: str) -> str | Promise:
    """What somebody did, as a sentence without subject; the verb itself if it has no label."""
    for words in audit_verbs:
        if said := words.get(verb):
            return said
    return verb


def verbs_by_words() -> list[tuple[str, str]]:
    """Every labelled verb, in the alphabet of the reader's language."""
    said = {verb: str(words) for each in audit_verbs for verb, words in each.items()}
    return sorted(said.items(), key=lambda item: item[1].casefold())


def events_about(number: str) -> Q:
    """The events about the case or the person with that number; none where nobody has it."""
    found = Q(pk__in=[])
    for subjects in audit_subjects:
        if events := subjects.events_about(number):
            found |= events
    return found


def is_number(typed: str) -> bool:
    """Whether the text has the form of a number of something that events are about."""
    return any(subjects.is_number(typed) for subjects in audit_subjects)


def with_numbers(events: Iterable[Any]) -> list[Any]:
    """The events with `case_number`, the `about_numbers` of the row's people, and `is_of_the_case`."""
    rows = list(events)
    cases: dict[str, str] = {}
    people: dict[tuple[str, str], list[str]] = {}
    for subjects in audit_subjects:
        cases |= subjects.cases(rows)
        people |= subjects.people(rows)
    for event in rows:
        event.case_number = cases.get(str(event.case_id), "")
        named = event.details.get("individual")
        about = people.get((event.about_type, event.about_id), [])
        event.about_numbers = about or ([named] if named else [])
        event.is_of_the_case = bool(event.case_number) and not event.about_numbers
    return rows
