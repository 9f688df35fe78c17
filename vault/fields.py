"""Model fields whose column is ciphertext. They decrypt when read and encrypt when saved."""

import datetime
import json
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.postgres.fields import ArrayField
from django.core import checks
from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models.lookups import IsNull
from django.db.models.query_utils import DeferredAttribute
from django.utils.dateparse import parse_date
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from vault import cipher, damage
from vault.errors import KeyDestroyed, KeyMissing, Tampered
from vault.keys import KeyRing
from vault.seals import Ciphertext, seals_of

PADDED_TO = 32

# While it is true, reading and writing a sealed attribute passes its ciphertext on, without decryption.
as_ciphertext: ContextVar[bool] = ContextVar("as_ciphertext", default=False)


class SealedAttribute(DeferredAttribute):
    """Decrypts when the attribute is read. Keeps the ciphertext if the same value is set again."""

    field: "SealedField"

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        if instance is None:
            return self
        state, name = instance.__dict__, self.field.attname
        if name not in state:
            state[name] = self.field.fetch(instance)
        value = state[name]
        if as_ciphertext.get():
            return value
        if isinstance(value, Ciphertext):
            try:
                return self.field.open(instance, value)
            except KeyDestroyed:
                return self.field.erased()
            except (KeyMissing, Tampered):
                if not damage.shows_placeholders():
                    raise
                seals_of(instance).damaged.add(name)
                damage.remember_damage(instance, name)
                return self.field.damaged()
        return self.field.nothing if value is None else value

    def __set__(self, instance: Any, value: Any) -> None:
        state, name = instance.__dict__, self.field.attname
        if "_seals" not in state:
            # The row is new: nothing was decrypted yet.
            state[name] = value
            return
        seals = seals_of(instance)
        opened = seals.opened
        if name in seals.damaged and not isinstance(value, Ciphertext):
            # An unchanged form must not overwrite a value that may be repaired.
            if damage.is_blank_or_placeholder(value):
                return
            seals.damaged.discard(name)
        if name in opened and not isinstance(value, Ciphertext):
            unchanged = type(opened[name]) is type(value) and opened[name] == value
            if unchanged and isinstance(state.get(name), Ciphertext) and not self.field.mutable:
                return
        opened.pop(name, None)
        state[name] = value


class SealedField(models.Field):
    """Base of the encrypted fields. Blank values are stored as NULL, so `isnull` works.

    Other lookups, ordering and `update()` with a value raise TypeError: the database cannot read the column. Subclasses
    set `nothing` (the value of a NULL) and `mutable` (whether a value can change in place).
    """

    descriptor_class = SealedAttribute
    empty_strings_allowed = False
    mutable = False
    nothing: Any = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("null", kwargs.get("blank", False))
        super().__init__(*args, **kwargs)

    def get_internal_type(self) -> str:
        return "BinaryField"

    def db_check(self, connection: Any) -> str:
        """SQL of a constraint that refuses values without the vault's version byte."""
        column = connection.ops.quote_name(self.column)
        return f"octet_length({column}) > {cipher.OVERHEAD} AND substr({column}, 1, 1) = '\\x01'"

    def erased(self) -> Any:
        """The placeholder for a value of an erased subject."""
        return self.nothing

    def damaged(self) -> Any:
        """The placeholder that a request shows for a value that cannot be decrypted."""
        return self.nothing

    def pack(self, value: Any) -> bytes:
        raise NotImplementedError

    def unpack(self, packed: bytes) -> Any:
        raise NotImplementedError

    def seal(self, row: Any) -> Ciphertext | None:
        """The row's value as ciphertext, which is also stored in the row. None for a blank value. Raises KeyMissing."""
        if self.attname not in row.__dict__:
            row.__dict__[self.attname] = self.fetch(row)
        rebind(row)
        stored, seals = row.__dict__[self.attname], seals_of(row)
        if isinstance(stored, Ciphertext):
            if not (self.mutable and self.attname in seals.opened):
                return stored
            stored = seals.opened[self.attname]
        value = self.to_python(stored)
        if value is None or value == "":
            row.__dict__[self.attname] = None
            return None
        if row.key_id is None:
            raise KeyMissing(
                f"{type(row).__name__}.{self.name} cannot be sealed: the row has no key_id. "
                "Give it its subject's, or one from vault.keys.issue_key()."
            )
        seals.pk, seals.key_id = as_uuid(row.pk), as_uuid(row.key_id)
        key = ring_of(row).key(seals.key_id)
        sealed = Ciphertext(cipher.seal(key, self.pack(value), self.associated_data(seals.pk)))
        row.__dict__[self.attname] = sealed
        seals.opened[self.attname] = value
        return sealed

    def open(self, row: Any, sealed: Ciphertext) -> Any:
        """The plain value. Raises KeyDestroyed, KeyMissing or Tampered."""
        if not hasattr(type(row), "sealed_fields"):
            return sealed  # a history row: `open_value` decrypts it with the id and key of the tracked row
        seals = seals_of(row)
        if self.attname not in seals.opened:
            seals.pk = seals.pk or as_uuid(row.pk)
            seals.key_id = seals.key_id or as_uuid(row.key_id)
            key = ring_of(row).key(seals.key_id)
            seals.opened[self.attname] = self.unpack(
                cipher.unseal(key, sealed, self.associated_data(seals.pk))
            )
        return seals.opened[self.attname]

    def fetch(self, row: Any) -> Ciphertext | None:
        """Reads the ciphertext of a deferred column."""
        stored = type(row)._base_manager.using(row._state.db).filter(pk=row.pk)
        value: Ciphertext | None = stored.values_list(self.attname, flat=True).get()
        return value

    def associated_data(self, pk: UUID) -> bytes:
        """Associated data that binds a value to this table and column, and to the row with this primary key."""
        return cipher.binding_of_cell(self.model._meta.db_table, self.column or "", pk.bytes)

    def pre_save(self, model_instance: Any, add: bool) -> Ciphertext | None:
        return self.seal(model_instance)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Ciphertext | None:
        return None if value is None else Ciphertext(value)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        if value is None:
            return None
        if not isinstance(value, Ciphertext):
            raise TypeError(f"{self.name} is sealed: only saving a row writes it.")
        return connection.Database.Binary(bytes(value))

    def get_lookup(self, lookup_name: str) -> Any:
        if lookup_name == "isnull":
            return IsNull
        raise TypeError(
            f"{self.name} is sealed: the database cannot compare it ({lookup_name}). "
            "Search through a TokensField or an exact token."
        )

    def get_transform(self, lookup_name: str) -> Any:
        raise TypeError(f"{self.name} is sealed: the database cannot look into it ({lookup_name}).")

    def value_to_string(self, obj: Any) -> str:
        raise TypeError(f"{self.name} is sealed and is not serialised. Declare what may go out.")

    def check(self, **kwargs: Any) -> list[Any]:
        errors = super().check(**kwargs)
        if self.unique or self.primary_key or getattr(self, "db_index", False):
            errors.append(
                checks.Error("An encrypted field has no index.", obj=self, id="vault.E010")
            )
        if self.name in {str(name).lstrip("-") for name in self.model._meta.ordering or ()}:
            errors.append(
                checks.Error("Rows cannot be ordered by ciphertext.", obj=self, id="vault.E011")
            )
        return errors


class EncryptedTextField(SealedField):
    """Text. It is padded to a multiple of 32 bytes, so that ciphertexts of short names have the same length."""

    description = _("Encrypted text")
    nothing = ""
    _pyi_private_set_type: Any
    _pyi_private_get_type: str

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.max_length is not None:
            self.validators.append(MaxLengthValidator(self.max_length))

    def to_python(self, value: Any) -> str | None:
        if isinstance(value, Promise):
            return str(value)
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, int | float | UUID):
            return str(value)
        raise TypeError(f"{self.name} is sealed text and takes text, not {type(value).__name__}.")

    def erased(self) -> str:
        return str(_("erased"))

    def damaged(self) -> str:
        return str(damage.DAMAGED)

    def pack(self, value: str) -> bytes:
        """Raises ValidationError for a text that is too long. A form shows it beside the field."""
        if self.max_length is not None and len(value) > self.max_length:
            values = {"field": capfirst(self.verbose_name), "most": self.max_length}
            sentence = _("%(field)s: at most %(most)d characters, and these are %(length)d.")
            raise forms.ValidationError({self.name: sentence % {**values, "length": len(value)}})
        return padded(value.encode("utf-8", "surrogatepass"))

    def unpack(self, packed: bytes) -> str:
        return unpadded(packed).decode("utf-8", "surrogatepass")

    def formfield(self, *args: Any, **kwargs: Any) -> Any:
        defaults: dict[str, Any] = {"max_length": self.max_length, "form_class": forms.CharField}
        if not self.choices and (self.max_length is None or self.max_length > 255):
            defaults["widget"] = forms.Textarea
        return super().formfield(*args, **(defaults | kwargs))


class EncryptedDateField(SealedField):
    """A calendar date."""

    description = _("Encrypted date")
    default_error_messages = {"invalid": _("This is not a date.")}
    _pyi_private_set_type: Any
    _pyi_private_get_type: datetime.date | None

    def to_python(self, value: Any) -> datetime.date | None:
        if value is None or value == "":
            return None
        if isinstance(value, datetime.datetime):
            return value.date()
        if isinstance(value, datetime.date):
            return value
        try:
            parsed = parse_date(value)
        except (TypeError, ValueError):
            parsed = None
        if parsed is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return parsed

    def pack(self, value: datetime.date) -> bytes:
        return value.isoformat().encode()

    def unpack(self, packed: bytes) -> datetime.date:
        return datetime.date.fromisoformat(packed.decode())

    def formfield(self, *args: Any, **kwargs: Any) -> Any:
        return super().formfield(*args, **({"form_class": forms.DateField} | kwargs))


class EncryptedJSONField(SealedField):
    """A JSON value; None is stored as NULL. Changes made in place are saved too."""

    description = _("Encrypted JSON")
    mutable = True
    _pyi_private_set_type: Any
    _pyi_private_get_type: Any

    def pack(self, value: Any) -> bytes:
        text = json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))
        return padded(text.encode("utf-8", "surrogatepass"))

    def unpack(self, packed: bytes) -> Any:
        return json.loads(unpadded(packed).decode("utf-8", "surrogatepass"))

    def formfield(self, *args: Any, **kwargs: Any) -> Any:
        defaults = {"form_class": forms.JSONField, "encoder": DjangoJSONEncoder}
        return super().formfield(*args, **(defaults | kwargs))


class TokensField(ArrayField):
    """Keyed search tokens (`vault.search.name_tokens`) as int4[]. Index the column with a TokensIndex."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs |= {"base_field": models.IntegerField(), "editable": False}
        kwargs.setdefault("default", list)
        kwargs.setdefault("blank", True)
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        for fixed in ("base_field", "editable", "size"):
            kwargs.pop(fixed, None)
        return name, path.replace("django.contrib.postgres.fields", "vault.fields"), args, kwargs


class ExactTokenField(models.BigIntegerField):
    """One keyed token (`vault.search.exact_token`), to find an equal number without storing the number."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("editable", False)
        super().__init__(*args, **kwargs)


def sealed_fields(model: Any) -> list[SealedField]:
    """The model's encrypted fields."""
    return [field for field in model._meta.concrete_fields if isinstance(field, SealedField)]


def open_value(model: Any, name: str, sealed: Ciphertext, *, pk: UUID, key_id: UUID) -> Any:
    """The plain value of a ciphertext of the row `pk`, such as one from its history.

    Raises KeyDestroyed, KeyMissing or Tampered.
    """
    field: SealedField = model._meta.get_field(name)
    return field.unpack(cipher.unseal(KeyRing().key(key_id), sealed, field.associated_data(pk)))


def open_values(
    model: Any, name: str, sealed: Iterable[tuple[UUID, UUID, Ciphertext | None]]
) -> dict[UUID, Any]:
    """The field's values, or their placeholders, by primary key. `sealed` yields (primary key, key_id, ciphertext)."""
    field: SealedField = model._meta.get_field(name)
    rows = list(sealed)
    ring = KeyRing(key_id for _pk, key_id, _sealed in rows)
    opened = {}
    for pk, key_id, value in rows:
        try:
            opened[pk] = (
                field.nothing
                if value is None
                else field.unpack(cipher.unseal(ring.key(key_id), value, field.associated_data(pk)))
            )
        except (KeyDestroyed, KeyMissing, Tampered):
            opened[pk] = getattr(model._base_manager.get(pk=pk), name)
    return opened


def rebind(row: Any) -> None:
    """If the row has a new primary key or key, decrypts its values, so that saving seals them for the new one."""
    seals = seals_of(row)
    if seals.pk is None or seals.key_id is None or row.pk is None or row.key_id is None:
        return
    if (seals.pk, seals.key_id) == (as_uuid(row.pk), as_uuid(row.key_id)):
        return
    for field in sealed_fields(type(row)):
        stored = row.__dict__.get(field.attname)
        if isinstance(stored, Ciphertext):
            row.__dict__[field.attname] = field.open(row, stored)
    seals.pk, seals.key_id, seals.opened = as_uuid(row.pk), as_uuid(row.key_id), {}


def ring_of(row: Any) -> KeyRing:
    """The key ring that the row shares with the rows fetched with it; a new one if it has none."""
    seals = seals_of(row)
    if seals.ring is None:
        seals.ring = KeyRing()
    return seals.ring


def as_uuid(value: UUID | str) -> UUID:
    return value if isinstance(value, UUID) else UUID(value)


def padded(plain: bytes) -> bytes:
    """The bytes, then 0x80 and as many zeros as reach a multiple of PADDED_TO (ISO/IEC 7816-4)."""
    return plain + b"\x80" + bytes(-(len(plain) + 1) % PADDED_TO)


def unpadded(padded_bytes: bytes) -> bytes:
    return padded_bytes.rstrip(b"\x00")[:-1]
