"""Corrects typing errors: old and new values stay readable, and no event of the person's life is recorded."""

import datetime
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.corrections.models import Correction, needs_no_reason
from casework.register.actions import changed_by, lock_row, refuse_stale
from casework.register.querysets.individual import case_of, refuse_erased
from pages.dates import hour_in_words, moment_in_words, short_date
from pages.money import amount_in_words
from pages.refusals import ActionRefused
from vault.keys import issue_key

# By field: the property with its value in words, a list of texts, if the stored value means nothing to users.
FIELDS_WITH_OWN_WORDS = (
    "grounds_in_words", "individual_in_words", "kinds_in_words", "languages_in_words", "since_in_words",
)  # fmt: skip


def correction_action(
    permission: Permission, verb: str, *, then: Callable[..., None] | None = None
) -> Callable[..., Any]:
    """Returns an action that corrects a row about a person: `(row, *, by, reason="", version=None, **facts)`.

    The action calls `then(row, by=)` before it saves: to refuse invalid combinations, and to set dependent facts.
    """

    @transaction.atomic
    def correct(
        row: Any, *, by: User, reason: str = "", version: int | None = None, **facts: Any
    ) -> Any:
        row = lock_row(row, permission, by=by)
        refuse_erased(row.individual)
        if hasattr(row, "version"):
            refuse_stale(row, version=version, by=by)
        changed = apply_correction(row, facts, reason=reason, by=by)
        if then:
            then(row, by=by)
        if hasattr(row, "version"):
            changed_by(row, by)
        row.save()
        case = case_of(row.individual, by.today())
        record(verb, by=by, about=row, case=case, details={"fields": changed})
        return row

    return correct


def apply_correction(
    row: Any,
    facts: Mapping[str, Any],
    *,
    reason: str,
    by: User,
    recorded_at: datetime.datetime | None = None,
) -> list[str]:
    """Sets the facts, records a correction, and returns the names of the changed fields; the caller saves the row.

    Raises ActionRefused if nothing changes, and without a reason a day after the row was recorded (`recorded_at`, by
    default that of the row).
    """
    facts = {name: fact.strip() if isinstance(fact, str) else fact for name, fact in facts.items()}
    changed = {
        name: value
        for name, value in facts.items()
        if (getattr(row, name) or None) != (value or None)
    }
    if not changed:
        raise ActionRefused(_("Nothing was changed."))
    refuse_late_without_reason(recorded_at or row.recorded_at, reason)
    before = {name: in_words(row, name) for name in changed}
    for name, value in changed.items():
        setattr(row, name, value)
    save_changes(row, before, reason=reason, by=by)
    return sorted(changed)


def save_changes(row: Any, before: Mapping[str, str], *, reason: str, by: User) -> None:
    """Records a correction of the fields in `before`, which has their old values in words."""
    lines = [
        f"{row._meta.get_field(name).verbose_name}: {former_value} → {in_words(row, name)}"
        for name, former_value in before.items()
    ]
    individual: Any = getattr(row, "individual", None)
    Correction.objects.create(
        key_id=getattr(row, "key_id", None) or (individual.key_id if individual else issue_key()),
        individual=individual,
        about_type=row._meta.label_lower,
        about_id=row.pk,
        fields=sorted(before),
        changes="\n".join(lines),
        because=reason.strip(),
        by=by,
    )


def refuse_mistake(row: Any) -> None:
    """Raises ActionRefused for a row that was a mistake: the right facts need a new row."""
    if row.is_mistake:
        raise ActionRefused(_("This was recorded by mistake: record anew what is right."))


def refuse_late_without_reason(recorded_at: datetime.datetime, reason: str) -> None:
    """Raises ActionRefused for a correction without a reason, a day after the row was recorded."""
    if not reason.strip() and not needs_no_reason(recorded_at):
        raise ActionRefused(
            _("It was recorded more than a day ago: say why it is put right now."), field="reason"
        )


def in_words(row: Any, name: str) -> str:
    """Returns the value of a field in words, for `Correction.changes`."""
    property_name = f"{name}_in_words"
    if property_name in FIELDS_WITH_OWN_WORDS and hasattr(row, property_name):
        return ", ".join(getattr(row, property_name)) or "—"
    display = getattr(row, f"get_{name}_display", None)
    value = display() if display else getattr(row, name)
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if isinstance(value, Decimal):
        return amount_in_words(value)
    if isinstance(value, datetime.datetime):
        return moment_in_words(value)
    if isinstance(value, datetime.date):
        return short_date(value)
    if isinstance(value, datetime.time):
        return hour_in_words(value)
    return str(value) if value or value == 0 else "—"
