"""Leaving the support of the house, one row per person."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.register.choices import ExitType, Voluntary
from casework.register.models.case import Case, CaseStatusChange
from casework.register.models.individual import Individual
from casework.register.models.recorded import Recorded
from casework.register.querysets.exit import ExitQuerySet
from pages.tags import Tag
from vault.fields import EncryptedTextField


class Exit(Recorded):
    """That one person left, when, how, and where to as far as is known.

    The database holds that a return says whether it was of the person's own will, who asked, and the risk.
    """

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="exits", verbose_name=_("person")
    )
    case = models.ForeignKey(Case, models.PROTECT, related_name="exits")
    type = models.CharField(_("kind of exit"), max_length=12, choices=ExitType.choices)
    on = models.DateField(_("day"))
    destination_country = models.CharField(
        _("country of destination"), max_length=2, blank=True, help_text="ISO 3166-1"
    )
    is_destination_known = models.BooleanField(_("destination known"), default=False)
    destination = EncryptedTextField(_("destination"), blank=True)
    is_voluntary = models.CharField(
        _("of their own will"), max_length=3, choices=Voluntary.choices, blank=True
    )
    asked_by = EncryptedTextField(_("who asked the person"), max_length=120, blank=True)
    risk_note = EncryptedTextField(_("risk"), blank=True)
    closing = models.ForeignKey(
        CaseStatusChange,
        models.PROTECT,
        null=True,
        related_name="exits",
        help_text="The closing of the case that wrote it; reopening takes it back.",
    )
    annulled_on = models.DateField(_("taken back on"), null=True, blank=True)
    annulled_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    annulment_reason = EncryptedTextField(_("why it was taken back"), blank=True)

    objects = ExitQuerySet.as_manager()

    class Privacy:
        open = {"case", "closing", "annulled_on", "annulled_by"}
        counted = {"type", "on", "destination_country", "is_destination_known", "is_voluntary"}
        personal = {"destination"}
        sealed = {"asked_by", "risk_note", "annulment_reason"}

    class Meta:
        verbose_name = _("exit")
        verbose_name_plural = _("exits")
        ordering = ["-on", "-recorded_at"]
        indexes = [models.Index(fields=["-on", "-recorded_at"], name="exits_latest_first")]
        constraints = [
            models.UniqueConstraint(
                fields=["individual"],
                condition=Q(annulled_on=None),
                name="one_standing_exit_per_person",
                violation_error_message=_("This person has left already."),
            ),
            models.CheckConstraint(
                condition=~Q(type=ExitType.RETURN)
                | (
                    Q(risk_note__isnull=False, is_voluntary__in=Voluntary.values)
                    & (Q(asked_by__isnull=False) | Q(is_voluntary=Voluntary.NO))
                ),
                name="return_is_asked_and_its_risk_noted",
                violation_error_message=_("A return says who asked the person, and the risk."),
            ),
            models.CheckConstraint(
                condition=Q(is_destination_known=True) | Q(destination_country=""),
                name="unknown_destination_has_no_country",
            ),
        ]

    def get_absolute_url(self) -> str:
        return reverse("exit-detail", args=[self.pk])

    @property
    def is_standing(self) -> bool:
        return self.annulled_on is None

    @property
    def status_tag(self) -> Tag:
        if not self.is_standing:
            return Tag(_("Taken back"), "quiet")
        return Tag(self.kind_in_words, "trouble" if self.is_voluntary == Voluntary.NO else "calm")

    @property
    def kind_in_words(self) -> str:
        """A return against the person's will is never just called a return."""
        is_forced = self.is_voluntary == Voluntary.NO
        return str(_("Forced return")) if is_forced else self.get_type_display()
