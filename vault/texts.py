"""Short secrets that belong to no subject and live in a column of another library, such as the
seeds of one-time codes: sealed as text, each for one purpose."""

import base64
import binascii

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from vault import cipher, master
from vault.errors import Tampered
from vault.keys import root_secret


def seal_text(text: str, *, purpose: str) -> str:
    """The text as ciphertext in base64. It survives a rotation of the master key."""
    sealed = cipher.seal(_key(purpose), text.encode(), cipher.binding("text", purpose))
    return base64.b64encode(sealed).decode()


def unseal_text(sealed: str, *, purpose: str) -> str:
    """The plain text. Raises Tampered, also for what was sealed for another purpose."""
    try:
        value = base64.b64decode(sealed, validate=True)
    except (binascii.Error, ValueError):
        raise Tampered("This is not a text that the vault sealed.") from None
    return cipher.unseal(_key(purpose), value, cipher.binding("text", purpose)).decode()


def _key(purpose: str) -> AESGCM:
    return AESGCM(master.derive(root_secret(), f"text {purpose}"))
