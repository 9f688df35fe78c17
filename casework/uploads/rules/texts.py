"""Decodes text in the encodings used in the region: read correctly or refused, never silently garbled."""

from casework.uploads.rules.encodings import old_readings
from casework.uploads.rules.formats import NOT_TEXT, wide_encoding
from casework.uploads.rules.refusals import UNKNOWN_LETTERS, FileRefused


def read_text(content: bytes) -> str:
    """Returns the text. Raises FileRefused if no encoding gives words."""
    if wide := wide_encoding(content):
        return _without_control_characters(_decoded(content, wide))
    text = _decoded(content, "utf-8-sig")
    if text is not None:
        return _without_control_characters(text)
    best = old_readings(content)[0]
    if best.worth <= 0:
        raise FileRefused(UNKNOWN_LETTERS)
    return best.text


def _decoded(content: bytes, encoding: str) -> str | None:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return None


def _without_control_characters(text: str | None) -> str:
    """Returns the text without its byte order mark. Raises FileRefused for None and for control characters."""
    if text is None or any(
        ord(character) < 127 and ord(character) in NOT_TEXT for character in text
    ):
        raise FileRefused(UNKNOWN_LETTERS)
    return text.removeprefix("\ufeff")
