"""Reports of deaths and forced returns, which a second colleague confirms."""

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.exits.choices import LOSS_TONE, LossKind, LossStatus
from casework.exits.querysets import LossQuerySet
from casework.register.models.case import Case
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.models.recorded import Withdrawable
from pages.tags import Tag
from vault.fields import EncryptedTextField


class LossReport(Withdrawable):
    """A report that a person died or was returned by force. The person has left only when the report is confirmed.

    A constraint refuses a confirmation by the reporter.
    """

    never_deleted = True

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="losses", verbose_name=_("person")
    )
    case = models.ForeignKey(Case, models.PROTECT, related_name="losses")
    kind = models.CharField(_("what happened"), max_length=8, choices=LossKind.choices)
    on = models.DateField(_("day"))
    reported_on = models.DateField(_("reported on"))
    known_from = EncryptedTextField(_("known from"), max_length=255)
    told = EncryptedTextField(_("what is known"), blank=True)
    confirmed_on = models.DateField(_("confirmed on"), null=True, blank=True)
    confirmed_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    checked_how = EncryptedTextField(_("how it was checked"), blank=True)
    exit = models.OneToOneField(
        Exit, models.PROTECT, null=True, blank=True, related_name="loss_report"
    )

    objects = LossQuerySet.as_manager()

    class Privacy:
        open = {"case", "reported_on", "confirmed_on", "confirmed_by", "exit"}
        counted = {"kind", "on"}
        sealed = {"known_from", "told", "checked_how"}

    class Meta:
        verbose_name = _("report of a death or forced return")
        verbose_name_plural = _("reports of deaths and forced returns")
        ordering = ["-reported_on", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(confirmed_by=None, confirmed_on=None, exit=None)
                | Q(confirmed_by__isnull=False, confirmed_on__isnull=False, exit__isnull=False),
                name="confirmed_loss_has_a_name_a_day_and_an_exit",
            ),
            models.CheckConstraint(
                condition=~Q(confirmed_by=F("recorded_by")),
                name="loss_is_confirmed_by_a_second_person",
                violation_error_message=_("Somebody else than the reporter confirms it."),
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at=None) | Q(confirmed_on=None),
                name="confirmed_loss_is_not_withdrawn",
            ),
            models.UniqueConstraint(
                fields=["individual"],
                condition=Q(withdrawn_at=None, confirmed_on=None),
                name="one_open_loss_report_per_person",
                violation_error_message=_(
                    "This is reported already and waits for a second person."
                ),
            ),
        ]

    def get_absolute_url(self) -> str:
        return reverse("loss-detail", args=[self.pk])

    @property
    def status(self) -> LossStatus:
        if self.is_withdrawn:
            return LossStatus.WITHDRAWN
        return LossStatus.CONFIRMED if self.confirmed_on else LossStatus.REPORTED

    @property
    def is_open(self) -> bool:
        return self.status == LossStatus.REPORTED

    @property
    def status_tag(self) -> Tag:
        return Tag(self.status.label, LOSS_TONE[self.status])
