"""Consents by purpose with every answer, privacy notices, and legal bases of files."""

import datetime

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from casework.consents import querysets
from casework.consents.choices import (
    CONSENT_MOVES,
    CONSENT_TONE,
    NOTICE,
    SAYS_NO,
    Basis,
    CannotAnswer,
    ConsentLanguage,
    ConsentStatus,
    Ground,
    NoticeState,
    NotToldBecause,
    Purpose,
    ToldHow,
)
from casework.consents.rules import is_expired, weight
from casework.register.models.individual import Individual
from casework.register.models.recorded import Recorded
from pages.tags import Tag
from reference.models import HouseText
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class WithTextRead:
    """A row with the text that was read before an answer."""

    text: HouseText | None

    @property
    def text_in_words(self) -> str:
        return named_text(self.text)

    @property
    def has_authorisation(self) -> bool:
        """Whether somebody can agree to the text: the privacy notice only informs."""
        return self.text is not None and self.text.code != NOTICE


def named_text(text: HouseText | None) -> str:
    """Returns title and version of the text; of the privacy notice it adds that the text is no authorisation."""
    if text is None or text.code != NOTICE:
        return str(text or "")
    return _("%(text)s (the notice, not an authorisation)") % {"text": text}


class Consent(WithTextRead, SealedRow):
    """One person's current answer for one purpose; the steps are all answers so far.

    `status` is empty if every step was recorded by mistake.
    """

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="consents")
    purpose = models.CharField(_("purpose"), max_length=16, choices=Purpose.choices)
    status = models.CharField(_("answer"), max_length=10, choices=ConsentStatus.choices)
    status_on = models.DateField(_("since"))
    expires_on = models.DateField(_("good until"), null=True, blank=True)
    yields_to = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        related_name="yielding",
        help_text="After a merge: the answer of the other record, which counts in place of this one.",
    )

    text = models.ForeignKey(
        HouseText,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("text that was read"),
    )

    objects = querysets.ConsentQuerySet.as_manager()

    class Privacy:
        open = {"individual", "yields_to"}
        counted = {"purpose", "status", "status_on", "expires_on", "text"}

    class Meta:
        verbose_name = _("consent")
        verbose_name_plural = _("consents")
        ordering = ["purpose"]
        constraints = [
            models.UniqueConstraint(
                fields=["individual", "purpose"],
                condition=models.Q(yields_to=None),
                name="one_consent_per_person_and_purpose",
                violation_error_message=_("This purpose has an answer already."),
            )
        ]

    def get_absolute_url(self) -> str:
        return reverse("consent-detail", args=[self.pk])

    @property
    def lawful_moves(self) -> frozenset[str]:
        return CONSENT_MOVES[self.status]

    @property
    def tone(self) -> str:
        return CONSENT_TONE[self.status]

    @property
    def weight(self) -> tuple[int, datetime.date, bool, int]:
        """A sort key: of two consents of one person after a merge, the one with the greater weight counts."""
        return weight(self.status, self.status_on, self.expires_on)

    @property
    def refuses_file(self) -> bool:
        """Whether the person refused or withdrew consent to keeping the file."""
        return self.status in SAYS_NO and self.purpose == Purpose.STORING

    def is_expired(self, today: datetime.date) -> bool:
        return is_expired(self.status, self.expires_on, today)

    def tag_on(self, today: datetime.date) -> Tag:
        """The tag for the current answer: that it has expired, that there is none, or its status."""
        if not self.status:
            return Tag(_("No answer stands"), self.tone)
        if self.is_expired(today):
            return Tag(pgettext_lazy("consent", "Expired"), "warn")
        return Tag(self.get_status_display(), CONSENT_TONE[self.status])


class ConsentStep(WithTextRead, SealedRow):
    """One question, answer or withdrawal. Steps are never deleted."""

    append_only = True

    # The corrected day, set by `with_day`; `on` is the day that was typed first.
    day: datetime.date

    consent = models.ForeignKey(Consent, models.PROTECT, related_name="steps")
    place = models.PositiveSmallIntegerField()
    status = models.CharField(_("answer"), max_length=10, choices=ConsentStatus.choices)
    on = models.DateField(_("day"))
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    basis = models.CharField(_("given"), max_length=8, choices=Basis.choices, blank=True)
    language = models.CharField(
        _("language"), max_length=3, choices=ConsentLanguage.choices, blank=True
    )
    text = models.ForeignKey(
        HouseText,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("text that was read"),
    )
    explained_by = EncryptedTextField(_("who explained it"), max_length=120, blank=True)
    had_interpreter = models.BooleanField(_("with an interpreter"), default=False)
    expires_on = models.DateField(_("good until"), null=True, blank=True)
    note = EncryptedTextField(_("note"), blank=True)

    objects = querysets.ConsentStepQuerySet.as_manager()

    class Privacy:
        open = {"consent", "place", "at", "by"}
        counted = {"status", "on", "basis", "language", "text", "had_interpreter", "expires_on"}
        sealed = {"explained_by", "note"}

    class Meta:
        ordering = ["-place"]
        constraints = [
            models.UniqueConstraint(fields=["consent", "place"], name="consent_steps_in_order")
        ]

    @property
    def tone(self) -> str:
        return CONSENT_TONE[self.status]


class PrivacyNotice(Recorded):
    """Says that a person was told the privacy notice, or why not yet. A person's newest row counts."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="privacy_notices")
    state = models.CharField(_("privacy notice"), max_length=8, choices=NoticeState.choices)
    on = models.DateField(_("day"))
    text = models.ForeignKey(
        HouseText,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("text that was read"),
    )
    how = models.CharField(_("how it was told"), max_length=8, choices=ToldHow.choices, blank=True)
    told_by = EncryptedTextField(_("who told the notice"), max_length=120, blank=True)
    heard_by = EncryptedTextField(_("who heard it for the person"), max_length=120, blank=True)
    because = models.CharField(
        _("why not yet"), max_length=8, choices=NotToldBecause.choices, blank=True
    )
    due_on = models.DateField(_("to be told by"), null=True, blank=True)
    note = EncryptedTextField(_("note"), blank=True)
    is_mistake = models.BooleanField(_("recorded by mistake"), default=False)

    objects = querysets.PrivacyNoticeQuerySet.as_manager()

    class Privacy:
        open = {"due_on"}
        counted = {"state", "on", "text", "how", "because", "is_mistake"}
        sealed = {"told_by", "heard_by", "note"}

    class Meta:
        verbose_name = _("privacy notice")
        verbose_name_plural = _("privacy notices")
        ordering = ["-on", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=(
                    Q(state=NoticeState.TOLD, because="", due_on=None, text__isnull=False)
                    & ~Q(how="")
                )
                | (
                    Q(state=NoticeState.NOT_YET, how="", text=None, due_on__isnull=False)
                    & ~Q(because="")
                ),
                name="told_notice_has_text_and_other_a_reason",
            )
        ]

    @property
    def is_told(self) -> bool:
        return self.state == NoticeState.TOLD

    @property
    def tag(self) -> Tag:
        return Tag(self.get_state_display(), "good" if self.is_told else "warn")


class FileBasis(Recorded):
    """The legal basis of one person's file, and who stated it. A person's newest row counts."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="file_bases")
    ground = models.CharField(_("on what the file is kept"), max_length=12, choices=Ground.choices)
    on = models.DateField(_("day"))
    given_by = EncryptedTextField(_("who authorised"), max_length=120, blank=True)
    cannot_answer = models.CharField(
        _("why somebody else authorised"), max_length=8, choices=CannotAnswer.choices, blank=True
    )
    due_on = models.DateField(_("to be settled by"), null=True, blank=True)
    note = EncryptedTextField(_("reason"), blank=True)
    is_mistake = models.BooleanField(_("recorded by mistake"), default=False)

    objects = querysets.FileBasisQuerySet.as_manager()

    class Privacy:
        open = {"due_on"}
        counted = {"ground", "on", "cannot_answer", "is_mistake"}
        sealed = {"given_by", "note"}

    class Meta:
        verbose_name = _("basis of the file")
        verbose_name_plural = _("bases of files")
        ordering = ["-on", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ground=Ground.NONE_YET, due_on__isnull=False)
                | (~Q(ground=Ground.NONE_YET) & Q(due_on=None)),
                name="file_without_basis_has_a_day",
            )
        ]

    @property
    def is_missing(self) -> bool:
        return self.ground == Ground.NONE_YET

    @property
    def tag(self) -> Tag:
        return Tag(self.get_ground_display(), "warn" if self.is_missing else "good")
