"""Documents of a case, their versions, and files that are being checked."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from casework.documents.choices import DocumentKind
from casework.documents.querysets import CaseDocumentQuerySet, DocumentVersionQuerySet
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.slots.obstacles import FollowUp
from casework.uploads.models import HoldsFile, Upload
from pages.tags import Tag
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class CaseDocument(SealedRow):
    """A document of a case, about the whole case or one of its people. Older versions stay readable.

    A document about one person is sealed with the person's key, any other with the key of the case.
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

    # The paper that the document shows, if the user may see that paper; set by `with_shown_papers` in `slots.py`.
    shows: FollowUp | None = None
    # The first document of the case that seems to have the same file; set by `mark_copies` in `slots.py`.
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
        """The version that counts; None while the first file is being checked, or if it was refused.

        Reads the prefetched versions if there are any.
        """
        return next(iter(self.versions.all()), None)

    @property
    def is_being_checked(self) -> bool:
        """Whether a file of the document waits for its check. Reads prefetched uploads if there are any."""
        return any(not upload.is_refused for upload in self.uploads.all())

    @property
    def may_be_turned(self) -> bool:
        """Whether the newest file is a picture or a PDF, and no other file is being checked."""
        newest = None if self.is_withdrawn or self.is_being_checked else self.newest
        return newest is not None and newest.is_shown_in_page

    @property
    def may_be_cropped(self) -> bool:
        """Whether the document may be turned and is a picture: a PDF would still contain the part that is cut off."""
        return self.may_be_turned and self.newest is not None and self.newest.is_picture

    @property
    def refused_uploads(self) -> list["DocumentUpload"]:
        return [upload for upload in self.uploads.all() if upload.is_refused]


class DocumentVersion(HoldsFile):
    """One version of a document, with its file."""

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
    def download_name(self) -> str:
        """The name of the downloaded file: numbers and a day, never a person's name."""
        day = timezone.localtime(self.filed_at).date()
        document = self.document
        return f"{document.case.number}-D{document.number:02}-{self.number}-{day}.{self.type}"


class DocumentUpload(Upload):
    """A sent file, until it becomes a version of the document, which takes over `remark`."""

    document = models.ForeignKey(CaseDocument, models.PROTECT, related_name="uploads")
    remark = EncryptedTextField(_("remark"), blank=True)
    quarter_turns = models.PositiveSmallIntegerField(
        default=0, help_text="How often it is turned to the right by a quarter."
    )
    margins = ArrayField(
        models.PositiveSmallIntegerField(),
        default=list,
        help_text="Hundredths that are cut off on the left, above, on the right and below.",
    )

    class Privacy:
        open = {"document", "quarter_turns", "margins"}
        sealed = {"remark"}

    class Meta(Upload.Meta):
        ordering = ["sent_at"]
