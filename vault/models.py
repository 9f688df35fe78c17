"""The base model of every record about a person."""

import uuid
from collections.abc import Iterable
from typing import Any

from django.db import models
from django.utils.encoding import force_str

from vault import checks
from vault.damage import DamagedValue
from vault.errors import KeyDestroyed, KeyMissing
from vault.fields import SealedField, as_ciphertext, as_uuid, ring_of, sealed_fields
from vault.querysets import SealedQuerySet
from vault.seals import Seals, seals_of
from vault.subject_keys import SubjectKey

__all__ = ["DamagedValue", "SealedRow", "SubjectKey", "checks"]


class SealedRow(models.Model):
    """A row about a person: its encrypted fields are decrypted with the key `key_id`.

    `repr` and `str` give only the model and the id, so that logs contain no names or texts."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key_id = models.UUIDField(editable=False)

    objects: Any = SealedQuerySet.as_manager()

    class Meta:
        abstract = True

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.pk}>"

    def __str__(self) -> str:
        return f"{type(self).__name__} {self.pk}"

    def __getstate__(self) -> dict[str, Any]:
        """The state for a pickle or copy, with ciphertext only."""
        for field in self.sealed_fields():
            if field.attname in self.__dict__:
                field.seal(self)
        state: dict[str, Any] = super().__getstate__()
        state["_seals"] = seals_of(self).closed()
        return state

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.key_id is None:
            raise KeyMissing(
                f"A {type(self).__name__} without key_id cannot be stored. "
                "Give it its subject's, or one from vault.keys.issue_key()."
            )
        self._refuse_partly_new_key(kwargs.get("update_fields"))
        super().save(*args, **kwargs)

    @classmethod
    def sealed_fields(cls) -> list["SealedField[Any, Any]"]:
        return sealed_fields(cls)

    @property
    def is_erased(self) -> bool:
        """Whether the subject's key was destroyed."""
        try:
            ring_of(self).key(as_uuid(self.key_id))
        except KeyDestroyed:
            return True
        return False

    @classmethod
    def from_db(cls, *args: Any, **kwargs: Any) -> Any:
        row: Any = super().from_db(*args, **kwargs)
        row._seals = Seals(pk=row.__dict__.get("id"), key_id=row.__dict__.get("key_id"))
        return row

    def _get_FIELD_display(self, field: Any) -> Any:  # noqa: N802 - Django's name
        """The label of a choice. Django's own method translates every label of the field to find one."""
        value = getattr(self, field.attname)
        labels = (label for choice, label in field.flatchoices if choice == value)
        return force_str(next(labels, value), strings_only=True)

    def refresh_from_db(self, *args: Any, **kwargs: Any) -> None:
        token = as_ciphertext.set(True)
        try:
            super().refresh_from_db(*args, **kwargs)
        finally:
            as_ciphertext.reset(token)
        seals = seals_of(self)
        seals.pk, seals.key_id = self.pk, self.key_id

    def _refuse_partly_new_key(self, update_fields: Iterable[str] | None) -> None:
        """Raises KeyMissing if the key changed, and not all sealed fields are saved with it."""
        seals = seals_of(self)
        has_new_key = seals.key_id is not None and seals.key_id != as_uuid(self.key_id)
        if has_new_key and update_fields is not None:
            needed = {"key_id", *(field.name for field in self.sealed_fields())}
            if not needed <= set(update_fields):
                raise KeyMissing("A row that changes its key saves all its sealed fields.")
