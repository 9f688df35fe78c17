"""Encrypts single values with AES-256-GCM, each bound to its place in the database."""

import os
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from vault.errors import Tampered

VERSION = b"\x01"
NONCE_BYTES = 12
TAG_BYTES = 16
OVERHEAD = len(VERSION) + NONCE_BYTES + TAG_BYTES


def binding(*parts: str | bytes) -> bytes:
    """Returns the parts as associated data for AES-GCM.

    The length of each part precedes it, so that ("ab", "c") and ("a", "bc") differ.
    """
    encoded = [part.encode() if isinstance(part, str) else part for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in encoded)


def binding_of_cell(table: str, column: str, row_pk: bytes) -> bytes:
    """Returns associated data that binds a value to this column of this row. The part of the column is cached."""
    return _column(table, column) + binding(row_pk)


@lru_cache(maxsize=1000)
def _column(table: str, column: str) -> bytes:
    return binding(table, column)


def seal(key: AESGCM, plain: bytes, bound_to: bytes) -> bytes:
    """The sealed value: version byte, random 96-bit nonce, ciphertext, tag."""
    nonce = os.urandom(NONCE_BYTES)
    return VERSION + nonce + key.encrypt(nonce, plain, VERSION + bound_to)


def unseal(key: AESGCM, sealed: bytes, bound_to: bytes) -> bytes:
    """Returns the plain bytes.

    Raises Tampered if a byte changed, or if version, key or `bound_to` differ from those with which it was sealed.
    """
    if len(sealed) < OVERHEAD or sealed[:1] != VERSION:
        raise Tampered("This is not a value that the vault sealed.")
    nonce, body = sealed[1 : 1 + NONCE_BYTES], sealed[1 + NONCE_BYTES :]
    try:
        return key.decrypt(nonce, body, VERSION + bound_to)
    except InvalidTag:
        raise Tampered("A sealed value was changed, or belongs to another place.") from None
