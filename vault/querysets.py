"""Querysets of sealed rows. They load all keys in one query, and never compare or write plain values."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from django.core.exceptions import FieldError
from django.db import models

from vault.errors import KeyMissing
from vault.fields import SealedField, as_ciphertext
from vault.keys import KeyRing
from vault.seals import seals_of

# Up to this number of rows share a key ring.
ROWS_PER_RING = 2000

Row = TypeVar("Row", bound=models.Model)


class LockingQuerySet(models.QuerySet[Any]):
    def lock(self, row: Row) -> Row:
        """The row, read again and locked until commit. Joined rows are not locked."""
        fresh: Row = self.select_for_update(of=("self",)).get(pk=row.pk)
        return fresh


class SealedQuerySet(LockingQuerySet):
    """Base of our querysets: rows fetched together, including related ones, share their keys."""

    def _fetch_all(self) -> None:
        was_fetched = self._result_cache is not None
        super()._fetch_all()
        if not was_fetched:
            share_keys(self._result_cache or ())

    def _iterator(self, use_chunked_fetch: bool, chunk_size: int | None) -> Iterator[Any]:
        rows = super()._iterator(use_chunked_fetch, chunk_size)  # type: ignore[misc]
        while batch := list(islice(rows, chunk_size or ROWS_PER_RING)):
            share_keys(batch)
            yield from batch

    def order_by(self, *field_names: Any) -> Any:
        """Raises TypeError for a sealed column, because ciphertext has no useful order."""
        for name in field_names:
            expression = getattr(name, "expression", name)
            self._refuse_sealed(getattr(expression, "name", expression))
        return super().order_by(*field_names)

    def update(self, **kwargs: Any) -> int:
        """Raises TypeError for a sealed column, except to empty it."""
        for name, value in kwargs.items():
            field = self.model._meta.get_field(name)
            if isinstance(field, SealedField) and value is not None and not as_ciphertext.get():
                raise TypeError(f"{name} is sealed: update() cannot write it; save the rows.")
        return super().update(**kwargs)

    update.alters_data = True  # type: ignore[attr-defined]

    def bulk_create(self, objs: Iterable[Any], *args: Any, **kwargs: Any) -> Any:
        """As Django's `bulk_create`, but loads all keys in one query. Raises TypeError for `update_conflicts`."""
        rows = list(objs)
        if kwargs.get("update_conflicts") and _has_sealed(self.model):
            raise TypeError("A sealed row is bound to its own id: it cannot overwrite another.")
        _require_keys(self.model, rows)
        share_keys(rows)
        return super().bulk_create(rows, *args, **kwargs)

    bulk_create.alters_data = True  # type: ignore[attr-defined]

    def bulk_update(self, objs: Iterable[Any], fields: Iterable[str], *args: Any, **kw: Any) -> int:
        """As Django's `bulk_update`, but seals the sealed columns first."""
        rows, names = list(objs), list(fields)
        share_keys(rows)
        sealed = [
            field
            for field in map(self.model._meta.get_field, names)
            if isinstance(field, SealedField)
        ]
        for row in rows:
            for field in sealed:
                field.seal(row)
        token = as_ciphertext.set(True)
        try:
            return super().bulk_update(rows, names, *args, **kw)
        finally:
            as_ciphertext.reset(token)

    bulk_update.alters_data = True  # type: ignore[attr-defined]

    def _refuse_sealed(self, name: Any) -> None:
        if not isinstance(name, str):
            return
        path = name.lstrip("-+").split("__")
        if path[0] in self.query.annotations or path[0] == "?":
            return
        try:
            _path, field, _targets, _rest = self.query.names_to_path(path, self.model._meta)
        except FieldError:
            return
        if isinstance(field, SealedField):
            raise TypeError(f"{name} is sealed: rows cannot be ordered by it.")


def share_keys(rows: Iterable[Any]) -> None:
    """Gives the rows, and those fetched with them, one key ring."""
    sealed_rows: dict[int, Any] = {}
    for row in rows:
        _collect(row, sealed_rows)
    sealed = iter(sealed_rows.values())
    while batch := list(islice(sealed, ROWS_PER_RING)):
        ring = KeyRing(row.key_id for row in batch)
        for row in batch:
            seals_of(row).ring = ring


def _collect(row: Any, sealed_rows: dict[int, Any], depth: int = 0) -> None:
    """Adds the row and those fetched with it to `sealed_rows`, by identity."""
    if not isinstance(row, models.Model) or id(row) in sealed_rows or depth > 6:
        return
    if _has_sealed(type(row)) and row.__dict__.get("key_id") is not None:
        sealed_rows[id(row)] = row
    for related in row._state.fields_cache.values():
        _collect(related, sealed_rows, depth + 1)
    for prefetched in getattr(row, "_prefetched_objects_cache", {}).values():
        for related in getattr(prefetched, "_result_cache", None) or ():
            _collect(related, sealed_rows, depth + 1)


def _has_sealed(model: type[models.Model]) -> bool:
    return hasattr(model, "sealed_fields")


def _require_keys(model: type[models.Model], rows: list[Any]) -> None:
    if _has_sealed(model) and any(row.key_id is None for row in rows):
        raise KeyMissing(f"A {model.__name__} without key_id cannot be stored.")
