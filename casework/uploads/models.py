"""Uploaded files, and base models of rows with a file; each kind of paper has a table of its own."""

import datetime
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.uploads.choices import IMAGES, LABELS, FileType
from casework.uploads.querysets import UploadQuerySet, WaitingFileQuerySet
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class HoldsFile(SealedRow):
    """A checked file and, for an image, a preview. Both are sealed with the row's key."""

    type = models.CharField(_("type"), max_length=4, choices=[*LABELS.items()])
    size = models.PositiveIntegerField(_("bytes"))
    extent = models.PositiveIntegerField(null=True)
    width = models.PositiveIntegerField(null=True)
    height = models.PositiveIntegerField(null=True)
    file_name = models.CharField(max_length=40)
    preview_name = models.CharField(max_length=40, blank=True)

    class Privacy:
        open = {"type", "size", "extent", "width", "height", "file_name", "preview_name"}

    class Meta:
        abstract = True

    @property
    def is_shown_in_page(self) -> bool:
        """Whether a page can show it: an image, or a PDF in the browser's own viewer."""
        return self.type in IMAGES or self.type == FileType.PDF

    @property
    def is_picture(self) -> bool:
        return self.type in IMAGES

    @property
    def size_in_words(self) -> str:
        """The size of the file in words: "3 pages, 210 × 297 mm", "1200 × 900 pixels", "14 lines"."""
        edges = {"width": self.width, "height": self.height}
        count = self.extent or 0
        match self.type:
            case FileType.PDF:
                pages = ngettext("%(n)d page", "%(n)d pages", count) % {"n": count}
                return f"{pages}, {self.width} × {self.height} mm"
            case FileType.DOCX:
                return ngettext("%(n)d paragraph", "%(n)d paragraphs", count) % {"n": count}
            case FileType.TEXT:
                return ngettext("%(n)d line", "%(n)d lines", count) % {"n": count}
        return gettext("%(width)d × %(height)d pixels") % edges


class Upload(SealedRow):
    """An unchecked file, sealed with the key of its subject until a worker has checked it. Never served.

    Of a refused file only the row stays, with the reason."""

    name = EncryptedTextField(_("name of the file"), max_length=255)
    size = models.PositiveIntegerField(_("bytes"))
    sent_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    sent_at = models.DateTimeField(default=timezone.now)
    place = models.PositiveSmallIntegerField(
        help_text="How many files of the same account waited when it came."
    )
    tries = models.PositiveSmallIntegerField(
        default=0, help_text="How often a worker began to look into it."
    )
    file_name = models.CharField(max_length=40, blank=True)
    why = models.JSONField(
        default=list, help_text="Why it was refused, as the code says it; nothing while it waits."
    )

    objects = UploadQuerySet.as_manager()

    # Some tables have columns for quarter turns to the right and for the margins to cut off.
    quarter_turns: Any = 0
    margins: Any = ()

    class Privacy:
        open = {"size", "sent_by", "sent_at", "place", "tries", "file_name", "why"}
        personal = {"name"}

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=Q(file_name="") ^ Q(why=[]), name="%(class)s_waits_or_says_why"
            )
        ]

    @property
    def is_refused(self) -> bool:
        return not self.file_name

    @property
    def reasons(self) -> list[str]:
        """The reasons why the file was refused, in the user's language."""
        return [gettext(sentence) for sentence in self.why]


class WaitingFile(SealedRow):
    """A file from a form that was refused for another field: only for its user, for a day at most.

    Its own key is destroyed with it."""

    LIFETIME = datetime.timedelta(days=1)

    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    form = models.CharField(
        max_length=120, help_text="Which form it was chosen in, about which row."
    )
    name = EncryptedTextField(_("name of the file"), max_length=255)
    size = models.PositiveIntegerField(_("bytes"))
    file_name = models.CharField(max_length=40)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    objects = WaitingFileQuerySet.as_manager()

    class Privacy:
        open = {"user", "form", "size", "file_name", "created_at"}
        personal = {"name"}

    class Meta:
        ordering = ["-created_at"]
