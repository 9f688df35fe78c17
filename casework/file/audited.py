"""What the audit log's reader is told of the rows of casework: the numbers of cases and people, never a name."""

import uuid
from collections.abc import Iterable, Mapping

from django.db.models import Q

from accounts.models import AuditEvent
from casework.register.models.case import Case
from casework.register.models.individual import Individual, records_of
from casework.register.rules import read_number
from casework.slots.extract import held_models


class Numbered:
    """Finds by the number of a case everything in it, by that of a person what is about them, their rows and their case."""

    def events_about(self, number: str) -> Q | None:
        case_number, person_number = read_number(number) or ("", "")
        if person_number:
            person = Individual.objects.filter(number=person_number).first()
            return _about(person) if person else None
        case = Case.objects.filter(number=case_number).first()
        return Q(case_id=case.pk) if case else None

    def numbers(self, events: Iterable[AuditEvent]) -> Mapping[str, str]:
        rows = list(events)
        cases = Case.objects.filter(pk__in={event.case_id for event in rows if event.case_id})
        people = Individual.objects.filter(
            pk__in={
                event.about_id for event in rows if event.about_type == Individual._meta.label_lower
            }
        )
        pairs: Iterable[tuple[uuid.UUID, str]] = (
            *cases.values_list("pk", "number"),
            *people.values_list("pk", "number"),
        )
        return {str(key): number for key, number in pairs}


def _about(person: Individual) -> Q:
    """Events about the person's records, and about each row that an extract for them holds."""
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
