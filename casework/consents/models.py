"""What people agreed to, for each purpose, and every answer they ever gave."""

import datetime

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from casework.consents.choices import (
    CONSENT_MOVES,
    CONSENT_TONE,
    Basis,
    ConsentLanguage,
    ConsentStatus,
    Purpose,
)
from casework.consents.querysets import ConsentQuerySet, ConsentStepQuerySet
from casework.consents.rules import is_expired, weight
from casework.register.models.individual import Individual
from pages.tags import Tag
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class Consent(SealedRow):
    """Where one person stands on one purpose now; how it came about stands in the steps."""

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

    objects = ConsentQuerySet.as_manager()

    class Privacy:
        open = {"individual", "yields_to"}
        counted = {"purpose", "status", "status_on", "expires_on"}

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
    def weight(self) -> tuple[bool, datetime.date, bool, int]:
        return weight(self.status, self.status_on, self.expires_on)

    def is_expired(self, today: datetime.date) -> bool:
        return is_expired(self.status, self.expires_on, today)

    def tag_on(self, today: datetime.date) -> Tag:
        """The answer, or that it has expired: that is never stored."""
        if self.is_expired(today):
            return Tag(pgettext_lazy("consent", "Expired"), "warn")
        return Tag(self.get_status_display(), CONSENT_TONE[self.status])


class ConsentStep(SealedRow):
    """One question, answer or withdrawal, kept for good."""

    append_only = True

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
    explained_by = EncryptedTextField(_("who explained it"), max_length=120, blank=True)
    had_interpreter = models.BooleanField(_("with an interpreter"), default=False)
    expires_on = models.DateField(_("good until"), null=True, blank=True)
    note = EncryptedTextField(_("note"), blank=True)

    objects = ConsentStepQuerySet.as_manager()

    class Privacy:
        open = {"consent", "place", "at", "by"}
        counted = {"status", "on", "basis", "language", "had_interpreter", "expires_on"}
        sealed = {"explained_by", "note"}

    class Meta:
        ordering = ["-place"]
        constraints = [
            models.UniqueConstraint(fields=["consent", "place"], name="consent_steps_in_order")
        ]

    @property
    def tone(self) -> str:
        return CONSENT_TONE[self.status]
