"""Logging interviews with outsiders, and passing on a contact when the person agreed."""

import datetime
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for, require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.consents.actions import ConsentMissing
from casework.consents.choices import Purpose
from casework.consents.sharing import may_share
from casework.interviews.models import InterviewedPerson, OutsideInterview
from casework.register.actions import tell
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
    """Keeps that these people spoke with somebody from outside. It happened with or without us: no consent is asked."""
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
    """Records that the visitor was told how to reach the person. Raises ConsentMissing without consent today."""
    individual = Individual.objects.lock(part.individual)
    part = lock_for(part, Permission.CONSENT_CHANGE, by=by)
    if part.contact_shared_on:
        raise ActionRefused(_("This contact was shared already."))
    if not may_share(individual, Purpose.INTERVIEWS, by.today()):
        raise ConsentMissing(
            _("There is no consent for “%(purpose)s”: the contact is not shared.")
            % {"purpose": Purpose.INTERVIEWS.label}
        )
    part.contact_shared_on, part.contact_shared_by = by.today(), by
    part.save(update_fields=["contact_shared_on", "contact_shared_by"])
    tell("contact.shared", part, by=by)
    return part
