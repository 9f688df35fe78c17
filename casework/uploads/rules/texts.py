"""Decodes text in the encodings used in the region: read correctly or refused, never silently garbled."""

from casework.uploads.rules.encodings import old_readings
from casework.uploads.rules.formats import NOT_TEXT, wide_encoding
from casework.uploads.rules.refusals import UNKNOWN_LETTERS, FileRefused


def read_text(content: bytes) -> str:
    """The text. Raises FileRefused if no encoding gives words."""
    if wide := wide_encoding(content):
        return _refuse_signs(_decoded(content, wide))
    text = _decoded(content, "utf-8-sig")
    if text is not None:
        return _refuse_signs(text)
    best = old_readings(content)[0]
    if best.worth <= 0:
        raise FileRefused(UNKNOWN_LETTERS)
    return best.text


def _decoded(content: bytes, encoding: str) -> str | None:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return None


def _refuse_signs(text: str | None) -> str:
    if text is None or any(ord(sign) < 127 and ord(sign) in NOT_TEXT for sign in text):
        raise FileRefused(UNKNOWN_LETTERS)
    return text.removeprefix("\ufeff")
