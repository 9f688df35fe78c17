"""Records values that cannot be decrypted although nobody erased them.

A request shows a placeholder for such a value. A worker or a command that reads one raises Tampered or KeyMissing."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple
from uuid import UUID

from django.apps import apps
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from vault.errors import KeyDestroyed, KeyMissing, Tampered

DAMAGED = _("⚠ record damaged")


class DamagedValue(models.Model):
    """A sealed value that could not be read. `vault check` deletes the row once the value can be read."""

    model = models.CharField(max_length=60)
    field = models.CharField(max_length=60)
    row_id = models.UUIDField()
    found_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "vault"
        constraints = [
            models.UniqueConstraint(fields=["model", "field", "row_id"], name="damage_is_told_once")
        ]

    class Privacy:
        open = {"id", "model", "field", "row_id", "found_at"}


class Damage(NamedTuple):
    """The row and field of a damaged value."""

    row: Any
    field: str


_damaged: ContextVar[dict[tuple[str, str, UUID], Damage] | None] = ContextVar(
    "damage", default=None
)


@contextmanager
def showing_placeholders() -> Iterator[None]:
    """Inside the block, reading a damaged value returns a placeholder instead of raising."""
    token = _damaged.set({})
    try:
        yield
    finally:
        _damaged.reset(token)


def shows_placeholders() -> bool:
    return _damaged.get() is not None


def remember_damage(row: Any, field: str) -> None:
    """Remembers the damaged value until the end of the request, for `save_new_damage`."""
    if (values := _damaged.get()) is not None:
        values[(row._meta.label, field, row.pk)] = Damage(row, field)


def save_new_damage() -> list[Damage]:
    """Saves the damaged values of this request. Returns those that were not saved before."""
    new = []
    for (model, field, row_id), damage in (_damaged.get() or {}).items():
        _row, is_new = DamagedValue.objects.get_or_create(model=model, field=field, row_id=row_id)
        if is_new:
            new.append(damage)
    return new


def delete_repaired() -> int:
    """Deletes the rows of values that are readable again or belong to an erased person. Returns their number."""
    repaired = [value.pk for value in DamagedValue.objects.all() if not _is_damaged(value)]
    DamagedValue.objects.filter(pk__in=repaired).delete()
    return len(repaired)


def _is_damaged(value: DamagedValue) -> bool:
    row = apps.get_model(value.model)._base_manager.filter(pk=value.row_id).first()
    try:
        getattr(row, value.field, None)
    except (Tampered, KeyMissing):
        return True
    except KeyDestroyed:
        return False
    return False


def is_blank_or_placeholder(value: Any) -> bool:
    """Whether the value of a form is blank, or the placeholder of a damaged value in any language."""
    if value is None or value == "":
        return True
    return isinstance(value, str | Promise) and str(value) in _placeholders()


def _placeholders() -> set[str]:
    placeholders = set()
    for language in ("es", "en"):
        with override(language):
            placeholders.add(str(DAMAGED))
    return placeholders
