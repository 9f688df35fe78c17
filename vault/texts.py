"""Seals short secrets without a subject, such as sessions and the seeds of one-time codes.

A sealed secret is text, so that columns of other libraries can hold it. It is bound to its purpose, and to a `place` if one is
given, such as the key of the row that stores it."""

import base64
import binascii

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from vault import cipher, master
from vault.errors import Tampered
from vault.keys import root_secret


def seal_text(text: str, *, purpose: str, place: str = "", lasting: bool = True) -> str:
    """The ciphertext of the text in base64. It can be unsealed only for the same purpose and place.

    If `lasting`, it stays readable after every rotation of the master key, but needs a query for the root secret.
    Otherwise it is readable only while the master key that sealed it is configured."""
    key = _keys(purpose, lasting=lasting)[0]
    sealed = cipher.seal(key, text.encode(), cipher.binding("text", purpose, place))
    return base64.b64encode(sealed).decode()


def unseal_text(sealed: str, *, purpose: str, place: str = "", lasting: bool = True) -> str:
    """The plain text. Raises Tampered if it was changed, or sealed for another purpose or place."""
    try:
        value = base64.b64decode(sealed, validate=True)
    except (binascii.Error, ValueError):
        raise Tampered("This is not a text that the vault sealed.") from None
    *newer, oldest = _keys(purpose, lasting=lasting)
    bound_to = cipher.binding("text", purpose, place)
    for key in newer:
        try:
            return cipher.unseal(key, value, bound_to).decode()
        except Tampered:
            continue
    return cipher.unseal(oldest, value, bound_to).decode()


def _keys(purpose: str, *, lasting: bool) -> list[AESGCM]:
    """The keys, newest first. The first one seals, and any of them may unseal."""
    secrets = [root_secret()] if lasting else [key.secret for key in master.master_keys()]
    return [AESGCM(master.derive(secret, f"text {purpose}")) for secret in secrets]
