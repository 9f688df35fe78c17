"""Words of the files that lie in a case."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class DocumentKind(models.TextChoices):
    IDENTITY = "identity", _("Identity paper")
    MILITARY = "military", _("Military paper")
    PERMIT = "permit", _("Permit or stay paper")
    MEDICAL = "medical", pgettext_lazy("document", "Medical")
    LEGAL = "legal", pgettext_lazy("document", "Legal")
    PHOTO = "photo", _("Photo")
    OTHER = "other", _("Other document")


class FileType(models.TextChoices):
    """The six types that a file may have; the value is its ending."""

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
