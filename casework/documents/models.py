"""Files that lie in a case, each with its versions."""

import datetime

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from accounts.models import User
from casework.documents.choices.file_types import IMAGES, LABELS, FileType
from casework.documents.choices.kinds import DocumentKind
from casework.documents.querysets import (
    CaseDocumentQuerySet,
    DocumentVersionQuerySet,
    UploadQuerySet,
    WaitingFileQuerySet,
)
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.slots.obstacles import FollowUp
from pages.tags import Tag
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class CaseDocument(SealedRow):
    """A paper of the file, about the whole case or one person of it. A newer version never hides the older.

    Sealed with the person's key if it is about one person, else with the case's.
    """

    case = models.ForeignKey(Case, models.PROTECT, related_name="documents")
    individual = models.ForeignKey(
        Individual,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="documents",
        verbose_name=_("person"),
    )
    number = models.PositiveSmallIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=10, choices=DocumentKind.choices)
    title = EncryptedTextField(_("title"), max_length=120)
    filed_at = models.DateTimeField(default=timezone.now)
    filed_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    withdrawn_on = models.DateField(_("withdrawn on"), null=True, blank=True)
    withdrawn_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    withdrawal_reason = EncryptedTextField(_("reason"), blank=True)

    objects = CaseDocumentQuerySet.as_manager()

    # What it is the image of, for who may see that paper; see `shown_papers` in `slots.py`.
    shows: FollowUp | None = None
    # Which document of the case has, it seems, the same file; see `mark_copies` in `slots.py`.
    copy_of: "CaseDocument | None" = None

    class Privacy:
        open = {"case", "individual", "number", "filed_at", "filed_by"}
        open |= {"withdrawn_on", "withdrawn_by"}
        counted = {"kind"}
        sealed = {"title", "withdrawal_reason"}

    class Meta:
        verbose_name = _("document of the file")
        verbose_name_plural = _("documents of the file")
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["case", "number"], name="one_number_per_case_document"),
            models.CheckConstraint(
                condition=Q(withdrawn_on=None, withdrawn_by=None)
                | Q(
                    withdrawn_on__isnull=False,
                    withdrawn_by__isnull=False,
                    withdrawal_reason__isnull=False,
                ),
                name="withdrawn_document_says_who_and_why",
                violation_error_message=_("Say why the document is withdrawn."),
            ),
        ]

    def get_absolute_url(self) -> str:
        return reverse("document-detail", args=[self.pk])

    @property
    def is_withdrawn(self) -> bool:
        return self.withdrawn_on is not None

    @property
    def status_tag(self) -> Tag:
        if self.is_withdrawn:
            return Tag(pgettext_lazy("document", "Withdrawn"), "quiet")
        if self.is_being_checked:
            return Tag(_("Being checked"), "calm")
        if self.refused_uploads:
            return Tag(_("File refused"), "warn")
        return Tag(_("On file"), "good")

    @property
    def newest(self) -> "DocumentVersion | None":
        """The version that counts; none while its first file is checked, or where that was refused.

        Reads the prefetched versions if there are any.
        """
        return next(iter(self.versions.all()), None)

    @property
    def is_being_checked(self) -> bool:
        """Whether a file of it waits to be looked into; reads the prefetched uploads if there are any."""
        return any(not upload.is_refused for upload in self.uploads.all())

    @property
    def refused_uploads(self) -> list["DocumentUpload"]:
        return [upload for upload in self.uploads.all() if upload.is_refused]


class HoldsFile(SealedRow):
    """A sealed file that was looked into and, of an image, a small picture. Both are sealed with the row's key."""

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
        """A picture, or a PDF in the browser's own viewer; of the others the page has no picture."""
        return self.type in IMAGES or self.type == FileType.PDF

    @property
    def is_picture(self) -> bool:
        return self.type in IMAGES

    @property
    def first_facts(self) -> str:
        """How much it is: "3 pages, 210 × 297 mm", "1200 × 900 pixels", "14 lines"."""
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
        return _now("%(width)d × %(height)d pixels") % edges


class DocumentVersion(HoldsFile):
    """One state of a document."""

    document = models.ForeignKey(CaseDocument, models.PROTECT, related_name="versions")
    number = models.PositiveSmallIntegerField(_("version"))
    remark = EncryptedTextField(_("remark"), blank=True)
    filed_at = models.DateTimeField(default=timezone.now)
    filed_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = DocumentVersionQuerySet.as_manager()

    class Privacy:
        open = {"document", "number", "filed_at", "filed_by"}
        sealed = {"remark"}

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["document", "number"], name="one_number_per_document_version"
            )
        ]

    @property
    def outer_name(self) -> str:
        """The name under which the file leaves the house: numbers and a day, never a name."""
        day = timezone.localtime(self.filed_at).date()
        document = self.document
        return f"{document.case.number}-D{document.number:02}-{self.number}-{day}.{self.type}"


class Upload(SealedRow):
    """A file as it came, sealed, until a worker has looked into it; nobody is served it. It has the key of what it is about.

    Of one that was refused only the row stays, and says why.
    """

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
        """Why it was refused, in the reader's language."""
        return [_now(sentence) for sentence in self.why]


class DocumentUpload(Upload):
    """The first file of a document, or that of a newer version; `remark` goes on to the version."""

    document = models.ForeignKey(CaseDocument, models.PROTECT, related_name="uploads")
    remark = EncryptedTextField(_("remark"), blank=True)

    class Privacy:
        open = {"document"}
        sealed = {"remark"}

    class Meta(Upload.Meta):
        ordering = ["sent_at"]


class WaitingFile(SealedRow):
    """A file that somebody chose in a form which was refused for something else: theirs alone, for a day at most.

    It has a key of its own, which is destroyed with it.
    """

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
