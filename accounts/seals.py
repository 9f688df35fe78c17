"""Short secrets of accounts at rest: sessions and second-factor seeds.

They belong to no person in the files, so they use keys derived for one purpose rather than a subject's
data key: what was sealed for one purpose never opens for another.
"""

import base64
import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from vault.keys import root_secret
from vault.master import derive, master_keys

NONCE_BYTES = 12


class SealBroken(Exception):
    """The text was not sealed here for this purpose, or it was changed since."""


def _ciphers(purpose: str, *, lasting: bool) -> list[AESGCM]:
    secrets = [root_secret()] if lasting else [key.secret for key in master_keys()]
    return [AESGCM(derive(secret, f"accounts {purpose}")) for secret in secrets]


def seal(text: str, *, purpose: str, bound_to: str = "", lasting: bool = False) -> str:
    """AES-256-GCM of `text` as URL-safe ASCII; it opens only for the same purpose and binding.

    `lasting` secrets outlive the rotation of the master key; the others end with the key that sealed them.
    """
    nonce = os.urandom(NONCE_BYTES)
    cipher = _ciphers(purpose, lasting=lasting)[0]
    return base64.urlsafe_b64encode(
        nonce + cipher.encrypt(nonce, text.encode(), bound_to.encode())
    ).decode()


def unseal(sealed: str, *, purpose: str, bound_to: str = "", lasting: bool = False) -> str:
    """The text. Raises SealBroken."""
    try:
        raw = base64.urlsafe_b64decode(sealed)
    except ValueError as error:
        raise SealBroken(f"not sealed for {purpose}") from error
    for cipher in _ciphers(purpose, lasting=lasting):
        try:
            return cipher.decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], bound_to.encode()).decode()
        except (InvalidTag, ValueError):
            continue
    raise SealBroken(f"not sealed for {purpose}")
