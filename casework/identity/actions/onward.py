"""Contacts in other countries, and plans to travel on."""

import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.identity.models import ContactAbroad, OnwardPlan
from casework.register.actions import lock_person, lock_row, newest, refuse_ended, tell
from casework.register.choices import Relation
from casework.register.models.individual import Individual


@transaction.atomic
def add_contact_abroad(
    individual: Individual,
    *,
    country: str,
    by: User,
    relation: str = Relation.OTHER,
    name: str = "",
    phone: str = "",
    may_be_called: bool = False,
) -> ContactAbroad:
    """Records somebody in another country who may help; the name may stay away.

    Unless told otherwise the number must not be called.
    """
    individual = lock_person(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    contact = ContactAbroad.objects.create(
        key_id=individual.key_id,
        individual=individual,
        country=country,
        relation=relation,
        name=name,
        phone=phone,
        may_be_called=may_be_called,
        recorded_by=by,
    )
    tell("contact_abroad.added", contact, by=by)
    return contact


@transaction.atomic
def correct_contact_abroad(contact: ContactAbroad, *, by: User, **facts: Any) -> ContactAbroad:
    """Puts right what is on file; `facts` are those of `add_contact_abroad`, what is left out stays."""
    contact = lock_row(contact, Permission.INDIVIDUAL_CHANGE, by=by)
    refuse_ended(contact)
    changed = sorted(name for name, new in facts.items() if getattr(contact, name) != new)
    for name in changed:
        setattr(contact, name, facts[name])
    if changed:
        contact.save(update_fields=changed)
        tell("contact_abroad.corrected", contact, by=by, fields=changed)
    return contact


@transaction.atomic
def end_contact_abroad(
    contact: ContactAbroad, *, ended_on: datetime.date, by: User
) -> ContactAbroad:
    """Says that the person is in touch with them no longer."""
    contact = lock_row(contact, Permission.INDIVIDUAL_CHANGE, by=by)
    refuse_ended(contact)
    refuse_future(ended_on, by=by, field="ended_on")
    contact.ended_on = ended_on
    contact.save(update_fields=["ended_on"])
    tell("contact_abroad.ended", contact, by=by)
    return contact


@transaction.atomic
def record_onward_plan(
    individual: Individual, *, status: str, by: User, country: str = "", note: str = ""
) -> OnwardPlan:
    """Says how far the plan to travel on has come. It moves no case: leaving is recorded as an exit."""
    individual = lock_person(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    plan = OnwardPlan.objects.create(
        key_id=individual.key_id,
        individual=individual,
        status=status,
        country=country,
        note=note,
        replaces=newest(individual.onward_plans),
        recorded_by=by,
    )
    tell("onward.recorded", plan, by=by, status=status)
    return plan
