"""The master key: stored outside the database, it wraps every data key."""

import base64
import binascii
import functools
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from vault.cipher import binding, seal, unseal
from vault.errors import KeyMissing, MasterKeyUnusable

KEY_BYTES = 32


def derive(secret: bytes, purpose: str) -> bytes:
    """A key of KEY_BYTES bytes for one purpose. It reveals nothing about the keys for other purposes."""
    hkdf = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=b"amparo " + purpose.encode())
    return hkdf.derive(secret)


@dataclass(frozen=True, repr=False)
class MasterKey:
    """One master key. `fingerprint` identifies it in public without revealing anything about it."""

    secret: bytes
    fingerprint: str
    wrapping: AESGCM

    def wrap(self, data_key: bytes, key_id: UUID) -> bytes:
        return seal(self.wrapping, data_key, binding("subject key", key_id.bytes))

    def unwrap(self, wrapped: bytes | memoryview, key_id: UUID) -> bytes:
        """The data key. Raises Tampered if the row was changed or swapped with another."""
        return unseal(self.wrapping, bytes(wrapped), binding("subject key", key_id.bytes))


def master_keys() -> list[MasterKey]:
    """The current master key first, then the old ones, newest first. Raises MasterKeyUnusable."""
    return list(_parsed((settings.MASTER_KEY, *settings.OLD_MASTER_KEYS)))


def current() -> MasterKey:
    """The key that wraps new data keys."""
    return master_keys()[0]


def unwrap(
    wrapped: bytes | memoryview | None,
    *,
    wrapped_with: str,
    key_id: UUID,
    candidates: Sequence[MasterKey] = (),
) -> bytes:
    """The data key, unwrapped with the master key that wrapped it. Raises KeyMissing or Tampered.

    To unwrap many keys, pass `master_keys()` as `candidates`, so that the settings are read once."""
    for key in candidates or master_keys():
        if key.fingerprint == wrapped_with:
            return key.unwrap(wrapped or b"", key_id)
    raise KeyMissing(
        f"Key {key_id} is wrapped by the master key {wrapped_with}, "
        "which is neither AMPARO_MASTER_KEY nor one of AMPARO_MASTER_KEYS_OLD."
    )


@functools.lru_cache(maxsize=8)
def _parsed(texts: tuple[str, ...]) -> tuple[MasterKey, ...]:
    return tuple(_parse(text) for text in texts)


def _parse(text: str) -> MasterKey:
    try:
        secret = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        secret = b""
    if len(secret) != KEY_BYTES:
        raise MasterKeyUnusable(
            "A master key must be 32 random bytes in base64, as `openssl rand -base64 32` prints."
        )
    return MasterKey(
        secret=secret,
        fingerprint=derive(secret, "fingerprint")[:8].hex(),
        wrapping=AESGCM(derive(secret, "wrapping of data keys")),
    )
