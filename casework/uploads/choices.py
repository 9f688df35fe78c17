"""File types. Has no Django imports, because the process that parses files loads none."""

from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class FileType(StrEnum):
    """The six accepted file types; the value is the extension."""

    PDF = "pdf"
    JPEG = "jpg"
    PNG = "png"
    WEBP = "webp"
    DOCX = "docx"
    TEXT = "txt"


LABELS: dict[str, str | Promise] = {
    FileType.PDF: "PDF",
    FileType.JPEG: "JPEG",
    FileType.PNG: "PNG",
    FileType.WEBP: "WebP",
    FileType.DOCX: "Word (DOCX)",
    FileType.TEXT: _("Plain text"),
}


CONTENT_TYPES: dict[str, str] = {
    FileType.PDF: "application/pdf",
    FileType.JPEG: "image/jpeg",
    FileType.PNG: "image/png",
    FileType.WEBP: "image/webp",
    FileType.DOCX: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    FileType.TEXT: "text/plain; charset=utf-8",
}

IMAGES: frozenset[str] = frozenset({FileType.JPEG, FileType.PNG, FileType.WEBP})
