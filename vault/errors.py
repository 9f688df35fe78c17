"""Errors of the vault. No message contains a value."""


class VaultError(Exception):
    """Base of the vault's errors."""


class MasterKeyUnusable(VaultError):
    """The master key is not set, or is not 32 bytes in base64."""


class KeyMissing(VaultError):
    """A row has no key, or its key is not in the vault or cannot be unwrapped."""


class KeyDestroyed(VaultError):
    """The subject was erased: the key is gone, and everything sealed with it is unreadable.

    Reading a sealed attribute of a row does not raise this: text reads "erased", other types are empty."""


class Tampered(VaultError):
    """The ciphertext was changed, or moved here from another table, column or row.

    In a request, reading a sealed attribute raises neither this nor KeyMissing: it reads "record damaged"."""
