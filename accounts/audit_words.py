"""The audit log in words: what was done, about which case and whom, and which events a number finds."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from django.db.models import Q
from django.utils.functional import Promise

from pages.slots import Slot


class Subjects(Protocol):
    """What a higher floor knows of the rows that events are about."""

    def events_about(self, number: str) -> Q | None:
        """The events about a case or a person of that number; None where it has no such number."""

    def numbers(self, events: Iterable[Any]) -> Mapping[str, str]:
        """The number of the case or the person by each event's `case_id` or `about_id`."""


audit_verbs: Slot[Mapping[str, str | Promise]] = Slot("words for what the audit log writes")
audit_subjects: Slot[Subjects] = Slot("whose events a number of a case or a person finds")


def verb_in_words(verb: str) -> str | Promise:
    """What somebody did, as a sentence without subject; the verb itself where nobody has words for it."""
    for words in audit_verbs:
        if said := words.get(verb):
            return said
    return verb


def verbs_by_words() -> list[tuple[str, str]]:
    """Every verb that has words, in the alphabet of the reader's language."""
    said = {verb: str(words) for each in audit_verbs for verb, words in each.items()}
    return sorted(said.items(), key=lambda item: item[1].casefold())


def events_about(number: str) -> Q:
    """The events about the case or the person of that number; none where nobody has it."""
    found = Q(pk__in=[])
    for subjects in audit_subjects:
        if events := subjects.events_about(number):
            found |= events
    return found


def with_numbers(events: Iterable[Any]) -> list[Any]:
    """The events, each with the number of its case and of whom it is about: `case_number`, `about_number`."""
    rows = list(events)
    known: dict[str, str] = {}
    for subjects in audit_subjects:
        known |= subjects.numbers(rows)
    for event in rows:
        event.case_number = known.get(str(event.case_id), "")
        event.about_number = known.get(event.about_id, "")
    return rows
