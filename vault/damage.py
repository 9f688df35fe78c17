"""Values that cannot be decrypted although nobody erased them: shown as damaged, and recorded.

Only requests show them like this. In a worker or a command, reading one raises."""

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
    """One sealed value that could not be read; deleted once `vault check` can read it."""

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


_met: ContextVar[dict[tuple[str, str, UUID], Damage] | None] = ContextVar("damage", default=None)


@contextmanager
def shown() -> Iterator[None]:
    """Inside the block a damaged value reads as a placeholder instead of raising."""
    token = _met.set({})
    try:
        yield
    finally:
        _met.reset(token)


def is_shown() -> bool:
    return _met.get() is not None


def note(row: Any, field: str) -> None:
    """Records for the rest of the request that this value was read."""
    if (met := _met.get()) is not None:
        met[(row._meta.label, field, row.pk)] = Damage(row, field)


def keep_new() -> list[Damage]:
    """Saves the damaged values of this request, and returns those that are new."""
    new = []
    for (model, field, row_id), damage in (_met.get() or {}).items():
        _row, is_new = DamagedValue.objects.get_or_create(model=model, field=field, row_id=row_id)
        if is_new:
            new.append(damage)
    return new


def forget_mended() -> int:
    """Deletes values that can be read again, were typed again, or belong to an erased person."""
    mended = [known.pk for known in DamagedValue.objects.all() if not _is_damaged(known)]
    DamagedValue.objects.filter(pk__in=mended).delete()
    return len(mended)


def _is_damaged(known: DamagedValue) -> bool:
    row = apps.get_model(known.model)._base_manager.filter(pk=known.row_id).first()
    try:
        getattr(row, known.field, None)
    except (Tampered, KeyMissing):
        return True
    except KeyDestroyed:
        return False
    return False


def says_nothing_new(value: Any) -> bool:
    """Whether a form returns the placeholder for a damaged value, in any language."""
    if value is None or value == "":
        return True
    return isinstance(value, str | Promise) and str(value) in _in_every_language()


def _in_every_language() -> set[str]:
    found = set()
    for language in ("es", "en"):
        with override(language):
            found.add(str(DAMAGED))
    return found
