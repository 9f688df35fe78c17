"""The logo at the head of letters: a small picture, which a sandboxed process redraws before it is stored."""

import struct
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.actions.offices import change_logo
from accounts.models import Office, User
from casework.uploads.cleaning import clean_confined
from casework.uploads.rules.formats import refuse_at_sight
from casework.uploads.rules.refusals import FileRefused

MOST_BYTES = 300 * 1024
MOST_PIXELS = 2_000_000
NOT_SMALL = _("A logo is a PNG or JPEG of at most 300 kB and 2 megapixels.")


def choose_logo(
    office: Office, *, file: "UploadedFile[Any] | None", is_removed: bool = False, by: User
) -> Office:
    """Stores this picture as the logo of the office, or removes the logo.

    Raises FileRefused for anything but a small picture.
    """
    if is_removed:
        return change_logo(office, logo=b"", by=by)
    if file is None:
        raise FileRefused(_("Choose a picture."))
    if (file.size or 0) > MOST_BYTES:
        raise FileRefused(NOT_SMALL)
    return change_logo(office, logo=clean_logo(str(file.name), file.read()), by=by)


def clean_logo(name: str, content: bytes) -> bytes:
    """Returns the redrawn picture. Checks the size before decoding any pixel, because the user waits for the page.

    Raises FileRefused for anything but a small PNG or JPEG.
    """
    if refuse_at_sight(name, content) not in ("PNG", "JPEG") or pixels_of(content) > MOST_PIXELS:
        raise FileRefused(NOT_SMALL)
    try:
        cleaned = clean_confined(name, content)
    except FileRefused as refused:
        raise FileRefused(*(gettext(str(each)) for each in refused.sentences)) from None
    # If redrawing made the picture too large, its preview is stored, which is wide enough for a letterhead.
    is_small = len(cleaned.content) <= MOST_BYTES
    return cleaned.content if is_small else cleaned.preview or b""


def pixels_of(content: bytes) -> int:
    """Returns the number of pixels by the header of a PNG or JPEG; a number above the limit without such a header."""
    if content.startswith(b"\x89PNG") and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return int(width * height)
    position = 2
    while content[position : position + 1] == b"\xff" and position + 9 <= len(content):
        marker, length, height, width = struct.unpack(">xBHxHH", content[position : position + 9])
        # Start-of-frame markers of all encodings; three values in the range are tables.
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int(width * height)
        position += 2 + length
    return MOST_PIXELS + 1
