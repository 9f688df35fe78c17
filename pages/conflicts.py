"""Edit conflicts: the values that a colleague saved in the meantime, beside those that the user typed."""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.template.defaultfilters import yesno

from pages.dates import short_date


@dataclass(frozen=True)
class Difference:
    """A field with the newer stored value (`theirs`) and the typed value, which is not saved (`yours`)."""

    label: str
    theirs: str
    yours: str


@dataclass(frozen=True)
class Conflict:
    """Who saved the row after the user had opened the form, when, and which fields differ."""

    by: str
    at: datetime.datetime
    differences: list[Difference]


def conflict_of(form: Any, row: Any) -> dict[str, Conflict]:
    """The context of a page with an `EditVersion` form: empty unless `row` was saved after the form was opened.

    The form's initial values must be the stored ones. Sets the form to the newer version, so that the next save is accepted.
    """
    if form.cleaned_data.get("version") in (None, row.version):
        return {}
    differences = [
        Difference(
            str(bound.label),
            _shown_value(bound.field, form.initial[bound.name]),
            _shown_value(bound.field, bound.data),
        )
        for bound in form.visible_fields()
        if bound.name in form.initial
        and bound.field.has_changed(form.initial[bound.name], bound.data)
    ]
    form.take_version(row.version)
    return {"conflict": Conflict(str(row.changed_by or ""), row.changed_at, differences)}


def _shown_value(field: forms.Field, value: Any) -> str:
    """The value as the form shows it; a dash for none."""
    if isinstance(value, list | tuple | set):
        return ", ".join(_shown_value(field, each) for each in value) or "—"
    if value is None or value == "":
        return "—"
    if isinstance(value, bool):
        return str(yesno(value))
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return short_date(value)
    if isinstance(value, datetime.time):
        return f"{value:%H:%M}"
    labels = {str(key): str(label) for key, label in _flat(getattr(field, "choices", ()))}
    return labels.get(str(getattr(value, "pk", value)), str(value))


def _flat(choices: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """The choices, including those in groups."""
    for key, label in choices:
        if isinstance(label, list | tuple):
            yield from label
        else:
            yield key, label
