"""The in-memory state of a row's sealed columns."""

from typing import Any
from uuid import UUID

from vault.keys import KeyRing


class Ciphertext(bytes):
    """A sealed value as stored in the database. Its repr and str show nothing, so that logs do not either."""

    def __repr__(self) -> str:
        return "<sealed>"

    __str__ = __repr__


class Seals:
    """The state of a row: primary key and key for which its ciphertexts were made, and by attribute name `opened`, the
    decrypted values, and `damaged`, the names of values that cannot be decrypted."""

    __slots__ = ("damaged", "key_id", "opened", "pk", "ring")

    def __init__(self, pk: UUID | None = None, key_id: UUID | None = None) -> None:
        self.pk = pk
        self.key_id = key_id
        self.ring: KeyRing | None = None
        self.opened: dict[str, Any] = {}
        self.damaged: set[str] = set()

    def closed(self) -> "Seals":
        """A copy without keys and plain values, for a pickle."""
        return Seals(self.pk, self.key_id)

    def __reduce__(self) -> tuple[type["Seals"], tuple[UUID | None, UUID | None]]:
        return Seals, (self.pk, self.key_id)

    def __repr__(self) -> str:
        return "<Seals>"


def seals_of(row: Any) -> Seals:
    """The row's seals; creates them if it has none yet."""
    seals: Seals | None = row.__dict__.get("_seals")
    if seals is None:
        seals = row.__dict__["_seals"] = Seals()
    return seals
