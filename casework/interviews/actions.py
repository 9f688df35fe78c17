"""Records interviews with outsiders, and contacts that were passed on with the person's consent."""

import datetime
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for, require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.asking.sharing import may_share
from casework.consents.actions import ConsentMissing
from casework.consents.choices import Purpose
from casework.corrections.actions import (
    apply_correction,
    refuse_late_without_reason,
    refuse_mistake,
)
from casework.corrections.steps import MISTAKE, save_correction
from casework.interviews.models import InterviewedPerson, OutsideInterview
from casework.register.actions import record_about_person
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from pages.refusals import ActionRefused
from vault.keys import issue_key


@transaction.atomic
def log_interview(
    people: Sequence[Individual],
    *,
    visitor: str,
    visitor_name: str,
    purpose: str,
    on: datetime.date,
    by: User,
) -> OutsideInterview:
    """Records an interview that these people gave, and returns it. Needs no consent, because the interview has happened."""
    people = list({person.pk: person for person in people}.values())
    if not people:
        raise ActionRefused(_("Choose who was interviewed."), field="people")
    for person in people:
        require(by, Permission.CONSENT_CHANGE, about=person)
    refuse_future(on, by=by)
    interview = OutsideInterview.objects.create(
        key_id=issue_key(),
        office=people[0].office,
        visitor=visitor,
        visitor_name=visitor_name.strip(),
        purpose=purpose.strip(),
        on=on,
        logged_by=by,
    )
    for person in people:
        InterviewedPerson.objects.create(interview=interview, individual=person)
        record(
            "interview.logged",
            by=by,
            about=interview,
            case=case_of(person, by.today()),
            details={"individual": person.number, "visitor": visitor},
        )
    return interview


@transaction.atomic
def share_contact(part: InterviewedPerson, *, by: User) -> InterviewedPerson:
    """Records that the visitor got the person's contact. Raises ConsentMissing without consent today."""
    individual = Individual.objects.lock(part.individual)
    part = lock_for(part, Permission.CONSENT_CHANGE, by=by)
    refuse_mistake(part.interview)
    refuse_mistake(part)
    if part.contact_shared_on:
        raise ActionRefused(_("This contact was shared already."))
    if not may_share(individual, Purpose.INTERVIEWS, by.today()):
        raise ConsentMissing(
            _("There is no consent for “%(purpose)s”: the contact is not shared.")
            % {"purpose": Purpose.INTERVIEWS.label}
        )
    part.contact_shared_on, part.contact_shared_by = by.today(), by
    part.save(update_fields=["contact_shared_on", "contact_shared_by"])
    record_about_person("contact.shared", part, by=by)
    return part


@transaction.atomic
def correct_interview(
    interview: OutsideInterview,
    *,
    by: User,
    reason: str = "",
    people: Sequence[Individual] = (),
    **facts: Any,
) -> OutsideInterview:
    """Corrects the visitor, the purpose or the day, adds more `people`, or marks the interview as a mistake.

    Raises NotAllowed unless the user may change consents of all participants.
    """
    row: OutsideInterview = OutsideInterview.objects.lock(interview)
    refuse_mistake(row)
    for part in row.people.filter(is_mistake=False).select_related("individual"):
        require(by, Permission.CONSENT_CHANGE, about=part)
    missing = [person for person in people if not _takes_part(row, person)]
    stripped = {
        name: fact.strip() if isinstance(fact, str) else fact for name, fact in facts.items()
    }
    for name in ("visitor_name", "purpose"):
        if name in stripped and not stripped[name]:
            raise ActionRefused(_("This is not left empty."), field=name)
    changed = []
    if not missing or any(getattr(row, name) != fact for name, fact in stripped.items()):
        changed = apply_correction(row, stripped, reason=reason, by=by, recorded_at=row.logged_at)
    refuse_future(row.on, by=by)
    row.save()
    for person in missing:
        _add_part(row, person, reason=reason, by=by)
    for part in row.people.select_related("individual"):
        record_about_person(
            "interview.corrected", part, by=by, fields=[*changed, *(["people"] if missing else [])]
        )
    return row


def _takes_part(interview: OutsideInterview, person: Individual) -> bool:
    return interview.people.filter(individual=person, is_mistake=False).exists()


def _add_part(interview: OutsideInterview, person: Individual, *, reason: str, by: User) -> None:
    individual = lock_for(person, Permission.CONSENT_CHANGE, by=by)
    refuse_late_without_reason(interview.logged_at, reason)
    InterviewedPerson.objects.update_or_create(
        interview=interview, individual=individual, defaults={"is_mistake": False}
    )
    _save_part_correction(interview, individual, _("took part"), ["people"], reason=reason, by=by)


@transaction.atomic
def retract_part(part: InterviewedPerson, *, by: User, reason: str = "") -> InterviewedPerson:
    """Marks the part as a mistake, because the person did not take part: it counts nowhere."""
    individual = Individual.objects.lock(part.individual)
    part = lock_for(part, Permission.CONSENT_CHANGE, by=by)
    refuse_mistake(part)
    refuse_late_without_reason(part.interview.logged_at, reason)
    part.is_mistake = True
    part.save(update_fields=["is_mistake"])
    correction = _("recorded by mistake")
    _save_part_correction(part.interview, individual, correction, [MISTAKE], reason=reason, by=by)
    record_about_person("interview.corrected", part, by=by, fields=["is_mistake"])
    return part


def _save_part_correction(
    interview: OutsideInterview,
    individual: Individual,
    correction: object,
    fields: list[str],
    *,
    reason: str,
    by: User,
) -> None:
    """Stores a correction of the interview under the person, so that readers who do not see the person do not see it."""
    changes = f"{individual.number}: {correction}"
    save_correction(
        interview,
        fields,
        changes,
        individual=individual,
        because=reason,
        by=by,
        key_id=individual.key_id,
    )
