"""Writes the audit log. A read is recorded before anything is shown: if that fails, nothing is shown."""

import uuid
from typing import Any, TypedDict, TypeVar, Unpack

from django.db import models

from accounts.models import AuditEvent, User

Row = TypeVar("Row", bound=models.Model)


class EventFacts(TypedDict, total=False):
    """Facts of an event beside its verb: open or counted values only, never personal ones."""

    case: models.Model | None
    details: dict[str, Any] | None


class EventFactsOfRow(EventFacts, total=False):
    """Facts of an event, and the row that it is about."""

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
    """An unsaved event, for actions that insert it with many others by bulk_create."""
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
    """Records one action, in the action's own transaction."""
    event = to_record(verb, by=by, **facts)
    event.save(force_insert=True)
    return event


def record_read(verb: str, *, by: User, **facts: Unpack[EventFactsOfRow]) -> AuditEvent:
    """Records one view of personal or sealed data. Call it before rendering; an exception must reach the user as an error."""
    event = to_record(verb, by=by, is_read=True, **facts)
    event.save(force_insert=True)
    return event


def add_and_record(row: Row, verb: str, *, by: User, **facts: Unpack[EventFacts]) -> Row:
    """Saves a new row, and records who entered it."""
    row.save(force_insert=True)
    record(verb, by=by, about=row, **facts)
    return row


def save_and_record(
    row: Row, *fields: str, verb: str, by: User, **facts: Unpack[EventFacts]
) -> Row:
    """Saves these fields of the row, or all of them, and records who changed it."""
    row.save(update_fields=fields or None)
    record(verb, by=by, about=row, **facts)
    return row


def record_about_account(
    verb: str, account: User, *, details: dict[str, Any] | None = None
) -> AuditEvent:
    """Records what unknown visitors did to an account: without an actor; visible to the account's own office."""
    event = to_record(verb, by=None, about=account, details=details)
    event.office = account.office
    event.save(force_insert=True)
    return event


def record_damage(row: models.Model, *, field: str, by: User | None) -> AuditEvent:
    """Records a value that fails authentication; for monitoring, not for the history of a file."""
    event = to_record("vault.value_damaged", by=by, about=row, details={"field": field})
    event.case_id = None
    event.save(force_insert=True)
    return event
