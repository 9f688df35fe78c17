"""Writes the audit log. A read is recorded before anything is shown: if that fails, nothing is shown."""

import uuid
from typing import Any, TypedDict, TypeVar, Unpack

from django.db import models

from accounts.models import AuditEvent, User

Row = TypeVar("Row", bound=models.Model)


class EventFacts(TypedDict, total=False):
    """Optional arguments of an event: its case, and `details`, which hold open or counted values, never personal ones."""

    case: models.Model | None
    details: dict[str, Any] | None


class EventFactsOfRow(EventFacts, total=False):
    """Optional arguments of an event, with the row that it is about."""

    about: models.Model | None


def to_record(
    verb: str,
    *,
    by: User | None,
    about: models.Model | None = None,
    case: models.Model | None = None,
    details: dict[str, Any] | None = None,
    is_read: bool = False,
) -> AuditEvent:
    """Returns an unsaved event, for actions that insert many with bulk_create. The case defaults to that of `about`."""
    case_id: uuid.UUID | None = None
    if case is not None:
        case_id = case.pk
    elif about is not None and about._meta.label == "casework.Case":
        case_id = about.pk
    elif about is not None:
        case_id = getattr(about, "case_id", None)
    return AuditEvent(
        actor=by,
        office_id=by.office_id if by else None,
        verb=verb,
        is_read=is_read,
        about_type=about._meta.label_lower if about is not None else "",
        about_id=str(about.pk) if about is not None else "",
        case_id=case_id,
        details=details or {},
    )


def record(verb: str, *, by: User | None, **facts: Unpack[EventFactsOfRow]) -> AuditEvent:
    """Saves the event of an action. Call it in the transaction of the action."""
    event = to_record(verb, by=by, **facts)
    event.save(force_insert=True)
    return event


def record_read(verb: str, *, by: User, **facts: Unpack[EventFactsOfRow]) -> AuditEvent:
    """Saves the event that a user sees personal or sealed data. Call it before rendering, and let its exceptions pass."""
    event = to_record(verb, by=by, is_read=True, **facts)
    event.save(force_insert=True)
    return event


def add_and_record(row: Row, verb: str, *, by: User, **facts: Unpack[EventFacts]) -> Row:
    """Inserts the row, records the event, and returns the row."""
    row.save(force_insert=True)
    record(verb, by=by, about=row, **facts)
    return row


def save_and_record(
    row: Row, *fields: str, verb: str, by: User, **facts: Unpack[EventFacts]
) -> Row:
    """Saves these fields of the row, or all if none is named, records the event, and returns the row."""
    row.save(update_fields=fields or None)
    record(verb, by=by, about=row, **facts)
    return row


def record_about_account(
    verb: str, account: User, *, details: dict[str, Any] | None = None
) -> AuditEvent:
    """Saves an event that unknown visitors caused, without an actor, in the audit log of the account's office."""
    event = to_record(verb, by=None, about=account, details=details)
    event.office = account.office
    event.save(force_insert=True)
    return event


def record_damage(row: models.Model, *, field: str, by: User | None) -> AuditEvent:
    """Saves an event about a value that could not be decrypted. It belongs to no case, because it is for monitoring."""
    event = to_record("vault.value_damaged", by=by, about=row, details={"field": field})
    event.case_id = None
    event.save(force_insert=True)
    return event
