"""The values that a merge changes: recorded while it runs, and restored by its undo."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.utils.translation import gettext_lazy as _

from casework.merges.models import Merge, MovedValue
from casework.merges.rules import conflict_message
from pages.refusals import ActionRefused


class MergeRefused(ActionRefused):
    """An obstacle prevents the merge of two records."""


class UndoRefused(ActionRefused):
    """The undo would overwrite something that was recorded after the merge."""


def set_recorded(merge: Merge, model: Any, keys: Sequence[Any], **values: Any) -> None:
    """Sets fields of these rows and records the former values. Raises MergeRefused if a constraint is violated."""
    if not keys:
        return
    columns = {model._meta.get_field(name).attname: value for name, value in values.items()}
    rows = model._base_manager.filter(pk__in=keys)
    old_rows = {row["pk"]: row for row in rows.values("pk", *columns)}
    try:
        with transaction.atomic():
            rows.update(**columns)
    except IntegrityError as error:
        raise MergeRefused(conflict_message(model, error)) from error
    MovedValue.objects.bulk_create(
        moved_value(merge, model, key, column, old_rows[key][column], value)
        for key in keys
        for column, value in columns.items()
    )


@contextmanager
def recorded_change(merge: Merge, row: Any, *names: str) -> Iterator[None]:
    """Context manager: records how these fields of the row in the database change in its block."""
    model = type(row)
    columns = [model._meta.get_field(name).attname for name in names]
    rows = model._base_manager.filter(pk=row.pk).values(*columns)
    old_values = rows.get()
    yield
    new_values = rows.get()
    MovedValue.objects.bulk_create(
        moved_value(merge, model, row.pk, column, old_values[column], new_values[column])
        for column in columns
    )


def moved_value(merge: Merge, model: Any, key: Any, column: str, old: Any, new: Any) -> MovedValue:
    """Returns an unsaved record of the change of one column of one row."""
    return MovedValue(
        merge=merge,
        model=model._meta.label_lower,
        row=str(key),
        column=column,
        before=_as_json(old),
        after=_as_json(new),
    )


def _as_json(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return hashlib.sha256(value).hexdigest()
    if value is None or isinstance(value, bool | int | str | list):
        return value
    # Keys and times become text that the field parses without loss.
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def refuse_changed(rows: Sequence[MovedValue]) -> None:
    """Raises UndoRefused with one sentence for every kind of row that changed since the merge."""
    columns: dict[tuple[str, str], dict[str, Any]] = {}
    for each in rows:
        columns.setdefault((each.model, each.column), {})[each.row] = each.after
    changed_kinds = {}
    # A MovedValue stores the label of its model, because rows of any model may have moved.
    for (label, column), expected in columns.items():
        model = apps.get_model(label)
        current = model._base_manager.filter(pk__in=expected).values_list("pk", column)
        if {str(key): _as_json(value) for key, value in current} != expected:
            changed_kinds[label] = model._meta.verbose_name_plural
    if changed_kinds:
        raise UndoRefused(
            *(
                _("Changed since the merge, so that undoing would lose something: %(rows)s.")
                % {"rows": kind}
                for kind in changed_kinds.values()
            )
        )


def restore_values(rows: Sequence[MovedValue]) -> list[tuple[Any, str, dict[str, Any]]]:
    """Restores the former values; returns each row as model, key and values. Raises UndoRefused."""
    values_by_row: dict[tuple[str, str], dict[str, Any]] = {}
    for each in rows:
        field = apps.get_model(each.model)._meta.get_field(each.column)
        values_by_row.setdefault((each.model, each.row), {})[field.attname] = _from_json(
            field, each.before
        )
    restored = [
        (apps.get_model(label), key, values) for (label, key), values in values_by_row.items()
    ]
    for model, key, values in restored:
        try:
            with transaction.atomic():
                model._base_manager.filter(pk=key).update(**values)
        except IntegrityError as error:
            raise UndoRefused(conflict_message(model, error)) from error
    return restored


def _from_json(field: Any, value: Any) -> Any:
    target = field.target_field if isinstance(field, models.ForeignKey) else field
    return None if value is None else target.to_python(value)
