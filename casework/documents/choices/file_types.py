"""What a file may be. Django's models are not needed to say so, and the process that reads a file loads none."""

from enum import StrEnum
from typing import Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class FileType(StrEnum):
    """The six types that a file may have; the value is its ending."""

    label: str | Promise

    def __new__(cls, ending: str, label: str | Promise) -> Self:
        made = str.__new__(cls, ending)
        made._value_, made.label = ending, label
        return made

    PDF = "pdf", "PDF"
    JPEG = "jpg", "JPEG"
    PNG = "png", "PNG"
    WEBP = "webp", "WebP"
    DOCX = "docx", "Word (DOCX)"
    TEXT = "txt", _("Plain text")


CONTENT_TYPES: dict[str, str] = {
    FileType.PDF: "application/pdf",
    FileType.JPEG: "image/jpeg",
    FileType.PNG: "image/png",
    FileType.WEBP: "image/webp",
    FileType.DOCX: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    FileType.TEXT: "text/plain; charset=utf-8",
}

IMAGES: frozenset[str] = frozenset({FileType.JPEG, FileType.PNG, FileType.WEBP})
