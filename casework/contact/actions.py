"""Adds, changes and ends phone numbers."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from casework.contact.models import Phone
from casework.contact.rules import parse_phone
from casework.corrections.actions import correction_action, in_words, save_changes
from casework.register.actions import (
    changed_by,
    end_row,
    lock_row,
    queue_comparison,
    record_about_person,
    refuse_ended,
    refuse_stale,
    set_changed,
)
from casework.register.models.individual import Individual
from casework.register.rules import tail_of
from pages.phones import require_one_number
from pages.refusals import ActionRefused
from vault.search import exact_token


@transaction.atomic
def add_phone(individual: Individual, *, number: str, by: User, **rules: Any) -> Phone:
    """Adds a number with its rules (`Phone.RULES`), and returns it. By default nobody may call it."""
    individual = lock_for(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    _refuse_contradiction(rules)
    phone = new_phone(individual, number, by=by, **rules)
    if individual.phones.filter(token=phone.token, ended_on=None).exists():
        raise ActionRefused(_("This number is on file already."), field="number")
    phone.save(force_insert=True)
    queue_comparison(individual)
    record_about_person("phone.added", phone, by=by)
    return phone


def new_phone(individual: Individual, number: str, *, by: User, **rules: Any) -> Phone:
    """Returns an unsaved phone with its parsed number, and its search token."""
    if unknown := set(rules) - set(Phone.RULES):
        raise TypeError(f"A phone has no {sorted(unknown)}")
    require_one_number(number, field="number")
    parsed = parse_phone(number)
    return Phone(
        key_id=individual.key_id,
        individual=individual,
        number=parsed.number,
        country=parsed.country,
        token=exact_token(parsed.number, purpose="phone"),
        tail_token=exact_token(tail_of(parsed.number), purpose="phone tail"),
        recorded_by=by,
        **rules,
    )


@transaction.atomic
def change_phone(phone: Phone, *, by: User, version: int | None = None, **rules: Any) -> Phone:
    """Replaces the rules for calling this number.

    Raises EditConflict if somebody saved the row after the user opened `version`, so that an old page never removes a
    newer warning.
    """
    phone = lock_row(phone, Permission.INDIVIDUAL_CHANGE, by=by)
    refuse_stale(phone, version=version, by=by)
    refuse_ended(phone)
    _refuse_contradiction(rules)
    before = {name: in_words(phone, name) for name in rules}
    if changed := set_changed(phone, rules):
        save_changes(phone, {name: before[name] for name in changed}, reason="", by=by)
        phone.save(update_fields=[*changed, *changed_by(phone, by)])
        record_about_person("phone.changed", phone, by=by, fields=changed)
    return phone


@transaction.atomic
def end_phone(phone: Phone, *, ended_on: datetime.date, by: User) -> Phone:
    """Records that the number no longer reaches the person. The number stays on file, but the search leaves it out."""
    return end_row(phone, Permission.INDIVIDUAL_CHANGE, "phone.ended", ended_on=ended_on, by=by)


def _parse_number(phone: Phone, *, by: User) -> None:
    """Parses the corrected number and updates its search token."""
    refuse_ended(phone)
    parsed = new_phone(phone.individual, phone.number, by=by)
    others = phone.individual.phones.filter(token=parsed.token, ended_on=None).exclude(pk=phone.pk)
    if others.exists():
        raise ActionRefused(_("This number is on file already."), field="number")
    phone.number, phone.country = parsed.number, parsed.country
    phone.token, phone.tail_token = parsed.token, parsed.tail_token
    queue_comparison(phone.individual)


correct_phone = correction_action(
    Permission.INDIVIDUAL_CHANGE, verb="phone.corrected", then=_parse_number
)


def _refuse_contradiction(rules: dict[str, Any]) -> None:
    if rules.get("is_message_only") and rules.get("may_be_called"):
        raise ActionRefused(
            _("A number for messages only cannot be called."), field="may_be_called"
        )
