"""The code of an arrival slip: as it is compared, and as somebody types it. Pure."""

import hashlib
import re

TOKEN_BYTES = 24
# So many bytes are written in these letters; it may stand at the end of the address that the picture holds.
TYPED_TOKEN = re.compile(rf"(?:.*/)?([\w-]{{{TOKEN_BYTES * 4 // 3}}})/?", re.ASCII)


def hash_of(token: str) -> str:
    """What is compared. The token is random and long, so that a plain hash cannot be guessed back."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def token_in(typed: str) -> str:
    """The code in what was typed, alone or as a whole link; "" where there is none."""
    match = TYPED_TOKEN.fullmatch(typed.strip())
    return match[1] if match else ""
