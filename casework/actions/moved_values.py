"""Columns that a merge changes: written, noted down, and put back as they were."""

import hashlib
from collections.abc import Sequence
from typing import Any

from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.db.models.constraints import BaseConstraint
from django.utils.translation import gettext_lazy as _

from casework.models import Merge, MovedValue
from pages.refusals import ActionRefused


class MergeRefused(ActionRefused):
    """Something stands in the way of merging two records."""


class UndoRefused(ActionRefused):
    """Something has happened since that undoing would trample on."""


def write(merge: Merge, model: Any, keys: Sequence[Any], **values: Any) -> None:
    """Sets columns of these rows, by names of fields, and writes down what stood there. Raises MergeRefused."""
    if not keys:
        return
    columns = {model._meta.get_field(name).attname: value for name, value in values.items()}
    rows = model._base_manager.filter(pk__in=keys)
    before = {row["pk"]: row for row in rows.values("pk", *columns)}
    try:
        with transaction.atomic():
            rows.update(**columns)
    except IntegrityError as error:
        raise MergeRefused(why_not(model, error)) from error
    MovedValue.objects.bulk_create(
        moved(merge, model, key, column, before[key][column], value)
        for key in keys
        for column, value in columns.items()
    )


def moved(merge: Merge, model: Any, key: Any, column: str, before: Any, after: Any) -> MovedValue:
    """An unsaved note of one column of one row."""
    return MovedValue(
        merge=merge,
        model=model._meta.label_lower,
        row=str(key),
        column=column,
        before=_as_json(before),
        after=_as_json(after),
    )


def _as_json(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return hashlib.sha256(value).hexdigest()
    return value if value is None or isinstance(value, bool | int | str | list) else _text(value)


def _text(value: Any) -> str:
    """Keys and moments as text that the field reads again exactly."""
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def why_not(model: Any, error: IntegrityError) -> str:
    """The sentence of the constraint that refused, or one that names the table alone."""
    name = getattr(getattr(error.__cause__, "diag", None), "constraint_name", "")
    said = {each.name: each.violation_error_message for each in model._meta.constraints}.get(name)
    if said == BaseConstraint.default_violation_error_message:
        said = None
    return _("The two records cannot have these together: %(rows)s. %(why)s") % {
        "rows": model._meta.verbose_name_plural,
        "why": said or "",
    }


def refuse_changed(rows: Sequence[MovedValue]) -> None:
    """Raises UndoRefused with one sentence for every kind of row that is no longer as the merge left it."""
    columns: dict[tuple[str, str], dict[str, Any]] = {}
    for each in rows:
        columns.setdefault((each.model, each.column), {})[each.row] = each.after
    changed = {}
    for (label, column), left in columns.items():
        model = apps.get_model(label)
        found = model._base_manager.filter(pk__in=left).values_list("pk", column)
        if {str(key): _as_json(value) for key, value in found} != left:
            changed[label] = model._meta.verbose_name_plural
    if changed:
        raise UndoRefused(
            *(
                _("Changed since the merge, so that undoing would lose something: %(rows)s.")
                % {"rows": kind}
                for kind in changed.values()
            )
        )


def put_back(rows: Sequence[MovedValue]) -> list[tuple[Any, str, dict[str, Any]]]:
    """Writes what stood there before; every row that changed, as model, key and columns. Raises UndoRefused."""
    changed: dict[tuple[str, str], dict[str, Any]] = {}
    for each in rows:
        field = apps.get_model(each.model)._meta.get_field(each.column)
        changed.setdefault((each.model, each.row), {})[field.attname] = _from_json(
            field, each.before
        )
    found = [(apps.get_model(label), key, values) for (label, key), values in changed.items()]
    for model, key, values in found:
        try:
            with transaction.atomic():
                model._base_manager.filter(pk=key).update(**values)
        except IntegrityError as error:
            raise UndoRefused(why_not(model, error)) from error
    return found


def _from_json(field: Any, value: Any) -> Any:
    target = field.target_field if isinstance(field, models.ForeignKey) else field
    return None if value is None else target.to_python(value)
