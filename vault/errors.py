"""Why something sealed cannot be read. No message carries a value."""


class VaultError(Exception):
    """Anything the vault refuses."""


class MasterKeyUnusable(VaultError):
    """The master key in the settings is absent or is not 32 bytes in base64."""


class KeyMissing(VaultError):
    """A row has no key, or names one that is not in the vault or cannot be unwrapped."""


class KeyDestroyed(VaultError):
    """The subject was erased: the key is gone for good and so is what it sealed.

    A row's sealed attribute does not raise it: it reads "erased", or nothing where it is no text.
    """


class Tampered(VaultError):
    """The ciphertext was changed, or moved here from another table, column or row.

    In a page a row's sealed attribute does not raise it, nor KeyMissing: it reads "record damaged".
    """
