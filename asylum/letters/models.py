"""Letters, stored as they were printed."""

import datetime
import hashlib

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from accounts.models import User
from asylum.letters.choices import LetterKind, LetterLanguage
from asylum.letters.querysets import LetterQuerySet
from casework.register.models.individual import Individual
from vault.errors import Tampered
from vault.fields import EncryptedTextField
from vault.files import open_file
from vault.models import SealedRow


class Letter(SealedRow):
    """One letter about one person: its content, and the printed file, so that a second print equals the first.

    A power of attorney is valid only once it is signed: `signed_on`, by whom (`signer`), and who recorded it
    (`signature_by`). `version` identifies the wording, `digest` is the SHA-256 of the file. A code is looked up by its
    hash.
    """

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="letters", verbose_name=_("person")
    )
    kind = models.CharField(_("kind"), max_length=12, choices=LetterKind.choices)
    language = models.CharField(_("language"), max_length=2, choices=LetterLanguage.choices)
    issued_on = models.DateField(_("issued on"))
    valid_until = models.DateField(_("valid until"), null=True, blank=True)
    code = EncryptedTextField(_("code of the letter"))
    code_hash = models.CharField(max_length=64, unique=True)
    filled_in = EncryptedTextField(_("what was filled in"))
    version = models.CharField(_("version of the wording"), max_length=12)
    digest = models.CharField(max_length=64)
    file_name = models.CharField(max_length=40)
    issued_at = models.DateTimeField(auto_now_add=True)
    issued_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    revoked_on = models.DateField(_("revoked on"), null=True, blank=True)
    revoked_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    revoked_because = EncryptedTextField(_("why it was revoked"), blank=True)
    signed_on = models.DateField(_("signed on"), null=True, blank=True)
    signer = EncryptedTextField(_("signed by"), max_length=120, blank=True)
    signature_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")

    objects = LetterQuerySet.as_manager()

    FILES = ("file_name",)

    # Whether the letter lost its ground, and whether a statement was corrected; set by `grounds.mark_invalid`.
    has_fallen = False
    has_changed = False
    # Whether the letter names a paper of doubtful validity without saying so; set by `grounds.mark_invalid`.
    is_in_doubt = False

    class Privacy:
        open = {"id", "key_id", "individual", "code_hash", "version", "digest", "file_name"}
        open |= {"issued_at", "issued_by", "revoked_by", "signature_by"}
        counted = {"kind", "language", "issued_on", "valid_until", "revoked_on", "signed_on"}
        personal = {"signer"}
        sealed = {"code", "filled_in", "revoked_because"}

    class Meta:
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
        ordering = ["-issued_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(revoked_on=None, revoked_by=None)
                | Q(revoked_on__isnull=False, revoked_by__isnull=False),
                name="revoked_letter_has_day_and_person",
            ),
            models.CheckConstraint(
                condition=Q(valid_until=None) | Q(valid_until__gte=models.F("issued_on")),
                name="letter_valid_from_its_day",
                violation_error_message=_("The letter would run out before it is issued."),
            ),
            models.CheckConstraint(
                condition=Q(signed_on=None, signature_by=None)
                | Q(signed_on__gte=models.F("issued_on"), signature_by__isnull=False),
                name="signed_letter_has_its_day_and_who_recorded_it",
            ),
        ]

    def get_absolute_url(self) -> str:
        return reverse("letter-detail", args=[self.pk])

    @property
    def why_not_valid(self) -> tuple[str, str] | None:
        """Says why the letter is invalid, as text and tone; None for a valid letter. Call `mark_invalid` first."""
        if self.revoked_on:
            return pgettext("a letter", "Revoked"), "quiet"
        if self.ended_by(self.individual.office.today()):
            return pgettext("a letter", "Run out"), "quiet"
        if self.has_fallen:
            return pgettext("a letter", "Not valid: its ground is gone"), "warn"
        if self.has_changed and self.kind == LetterKind.APPOINTMENT:
            return pgettext("a letter", "Not valid: what it states changed"), "warn"
        if self.has_changed:
            return pgettext("a letter", "Not valid: what it states was corrected"), "warn"
        return None

    @property
    def status_tag(self) -> tuple[str, str]:
        if why := self.why_not_valid:
            return why
        if self.is_in_doubt:
            return pgettext("a letter", "Valid: ask whether its paper still holds"), "warn"
        if self.kind == LetterKind.POWER and not self.signed_on:
            return pgettext("a letter", "Signature not recorded"), "warn"
        return pgettext("a letter", "Valid"), "good"

    def ended_by(self, today: datetime.date) -> datetime.date | None:
        """Returns the day on which the letter was revoked or had expired; None if neither happened until today."""
        expired_on = self.valid_until and self.valid_until + datetime.timedelta(days=1)
        days = [day for day in (self.revoked_on, expired_on) if day and day <= today]
        return min(days, default=None)

    @property
    def download_name(self) -> str:
        """The name of the downloaded file: kind and day, without a person's name or number."""
        revoked = "-REVOKED" if self.revoked_on else ""
        return f"{self.kind}-{self.issued_on.isoformat()}{revoked}.pdf"

    def content(self) -> bytes:
        """Returns the file as first printed. Raises Tampered if the stored file is not the one that was issued."""
        with open_file(self.file_name, key_id=self.key_id, row_id=self.pk) as file:
            content = file.read()
        if hashlib.sha256(content).hexdigest() != self.digest:
            raise Tampered("The file is not the letter that was issued.")
        return content
