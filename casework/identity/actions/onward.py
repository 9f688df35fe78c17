"""Contacts in other countries, and plans to travel on."""

import datetime
from typing import TypedDict, Unpack

from django.db import transaction

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from casework.corrections.actions import in_words, save_changes
from casework.identity.models import ContactAbroad, OnwardPlan
from casework.register.actions import (
    end_row,
    lock_row,
    newest,
    record_about_person,
    refuse_ended,
    save_new_row,
    set_changed,
)
from casework.register.models.individual import Individual
from pages.phones import require_one_number


class ContactAbroadFacts(TypedDict, total=False):
    """What is known of somebody in another country; the name is optional."""

    country: str
    relation: str
    name: str
    phone: str
    may_be_called: bool


@transaction.atomic
def add_contact_abroad(
    individual: Individual, *, by: User, **facts: Unpack[ContactAbroadFacts]
) -> ContactAbroad:
    """Records a contact in another country who may help. By default the number must not be called."""
    individual = lock_for(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    require_one_number(facts.get("phone", ""))
    contact = save_new_row(ContactAbroad, individual, by=by, **facts)
    record_about_person("contact_abroad.added", contact, by=by)
    return contact


@transaction.atomic
def correct_contact_abroad(
    contact: ContactAbroad, *, by: User, **facts: Unpack[ContactAbroadFacts]
) -> ContactAbroad:
    """Corrects the contact; missing arguments change nothing."""
    contact = lock_row(contact, Permission.INDIVIDUAL_CHANGE, by=by)
    refuse_ended(contact)
    require_one_number(facts.get("phone", ""))
    before = {name: in_words(contact, name) for name in facts}
    if changed := set_changed(contact, facts):
        save_changes(contact, {name: before[name] for name in changed}, reason="", by=by)
        contact.save(update_fields=changed)
        record_about_person("contact_abroad.corrected", contact, by=by, fields=changed)
    return contact


@transaction.atomic
def end_contact_abroad(
    contact: ContactAbroad, *, ended_on: datetime.date, by: User
) -> ContactAbroad:
    return end_row(
        contact, Permission.INDIVIDUAL_CHANGE, "contact_abroad.ended", ended_on=ended_on, by=by
    )


@transaction.atomic
def record_onward_plan(
    individual: Individual, *, status: str, by: User, country: str = "", note: str = ""
) -> OnwardPlan:
    """Records the state of a plan to travel on. It does not move the case: leaving is recorded as an exit."""
    individual = lock_for(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    before = newest(individual.onward_plans)
    plan = save_new_row(
        OnwardPlan, individual, by=by, status=status, country=country, note=note, replaces=before
    )
    record_about_person("onward.recorded", plan, by=by, status=status)
    return plan
