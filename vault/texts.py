"""Short secrets that belong to no subject, such as sessions and the seeds of one-time codes: sealed as text, for columns
of another library too, each for one purpose and, where that is said, one place."""

import base64
import binascii

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from vault import cipher, master
from vault.errors import Tampered
from vault.keys import root_secret


def seal_text(text: str, *, purpose: str, place: str = "", lasting: bool = True) -> str:
    """The text as ciphertext in base64. It opens only for the same purpose and place.

    What is `lasting` survives every rotation of the master key, and asks the database for the secret behind
    it; the rest ends with the master key that sealed it.
    """
    key = _keys(purpose, lasting=lasting)[0]
    sealed = cipher.seal(key, text.encode(), cipher.binding("text", purpose, place))
    return base64.b64encode(sealed).decode()


def unseal_text(sealed: str, *, purpose: str, place: str = "", lasting: bool = True) -> str:
    """The plain text. Raises Tampered, also for what was sealed for another purpose or place."""
    try:
        value = base64.b64decode(sealed, validate=True)
    except (binascii.Error, ValueError):
        raise Tampered("This is not a text that the vault sealed.") from None
    *others, last = _keys(purpose, lasting=lasting)
    bound_to = cipher.binding("text", purpose, place)
    for key in others:
        try:
            return cipher.unseal(key, value, bound_to).decode()
        except Tampered:
            continue
    return cipher.unseal(last, value, bound_to).decode()


def _keys(purpose: str, *, lasting: bool) -> list[AESGCM]:
    """The key to seal with first, then those that may have sealed what is still there."""
    secrets = [root_secret()] if lasting else [key.secret for key in master.master_keys()]
    return [AESGCM(master.derive(secret, f"text {purpose}")) for secret in secrets]
