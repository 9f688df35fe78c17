"""Why somebody may not be erased yet, and which records and keys an erasure reaches."""

import datetime
from uuid import UUID

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from casework.choices import CaseStatus
from casework.choices.subject_request import SubjectRequestKind
from casework.models import Case, CaseTask, Individual, PlanGoal, Referral


def erasure_blockers(individual: Individual, today: datetime.date) -> list[str]:
    """The sentences of everything that forbids it; empty when the person may be erased."""
    return [
        sentence
        for path in settings.ERASURE_BLOCKERS
        for sentence in import_string(path)(individual, today)
    ]


def open_case(individual: Individual, today: datetime.date) -> list[str]:
    """The person is still supported, or something in a case is still to be done about them."""
    sentences = [
        _("%(case)s is open with this person in it: close the case or record that they left.")
        % {"case": number}
        for number in individual.memberships.on(today)
        .filter(case__status=CaseStatus.OPEN)
        .values_list("case__number", flat=True)
    ]
    if any(model.objects.filter(individual=individual).open().exists() for model in _WORK):
        sentences.append(_("Tasks, goals or referrals about this person are open: settle them."))
    return sentences


_WORK = (CaseTask, PlanGoal, Referral)


def open_requests(individual: Individual, today: datetime.date) -> list[str]:
    """A term of the law still runs for another request: its answer needs what would be destroyed."""
    others = individual.subject_requests.open().exclude(kind=SubjectRequestKind.ERASURE)
    return [
        _("A request of %(day)s about the own data is not answered yet.")
        % {"day": f"{request.received_on:%d/%m/%Y}"}
        for request in others
    ]


def records_of(individual: Individual) -> list[Individual]:
    """The person's record and those that were merged into it."""
    return [individual, *individual.merged_from.all()]


def emptied_cases(people: list[Individual]) -> list[Case]:
    """Cases in which nobody ever was but these people and others who were erased."""
    reached = Case.objects.filter(members__individual__in=people).distinct()
    known = {person.pk for person in people}
    return [
        case
        for case in reached
        if not case.members.exclude(individual__in=known)
        .filter(individual__erased_on=None)
        .exists()
    ]


def keys_of(people: list[Individual]) -> list[UUID]:
    """The data keys that seal what is held about these people alone."""
    return [person.key_id for person in people] + [case.key_id for case in emptied_cases(people)]
