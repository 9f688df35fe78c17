"""Agreements with payers."""

import datetime
import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from aid.choices import AgreementStatus, AidKind, RenunciationAsked
from aid.querysets.agreement import AgreementQuerySet
from aid.words import last_day
from pages.money import Currency
from partners.models import Organisation


class Agreement(models.Model):
    """An organisation pays for some kinds of aid from a day until a day.

    `ends_on` is the first day that is not paid; empty if no end was named. It ends every commitment under the agreement.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    office = models.ForeignKey(
        Office, models.PROTECT, related_name="agreements", verbose_name=_("office")
    )
    payer = models.ForeignKey(
        Organisation, models.PROTECT, related_name="agreements", verbose_name=_("payer")
    )
    reference = models.CharField(_("reference"), max_length=60)
    kinds = ArrayField(
        models.CharField(max_length=10, choices=AidKind.choices), verbose_name=_("pays for")
    )
    starts_on = models.DateField(_("starts on"))
    ends_on = models.DateField(
        _("first day not paid"),
        null=True,
        blank=True,
        help_text=_("Leave empty when no end was named."),
    )
    amount = models.DecimalField(
        _("amount"), max_digits=14, decimal_places=2, null=True, blank=True
    )
    currency = models.CharField(
        _("currency"), max_length=3, choices=Currency.choices, blank=True, default=""
    )
    # Required of former fighters only, never of their families. Empty if no condition is known.
    condition = models.CharField(
        _("condition"), max_length=10, choices=RenunciationAsked.choices, blank=True, default=""
    )
    condition_text = models.CharField(
        _("where the agreement says so"),
        max_length=500,
        blank=True,
        default="",
        help_text=_("The clause, word for word: it stands beside whatever is said of it."),
    )
    notice_given_on = models.DateField(_("notice given on"), null=True, blank=True)
    notice_recorded_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(auto_now=True)
    changed_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")

    objects = AgreementQuerySet.as_manager()

    class Privacy:
        open = {
            "office",
            "payer",
            "reference",
            "kinds",
            "starts_on",
            "ends_on",
            "amount",
            "currency",
            "condition",
            "condition_text",
            "notice_given_on",
            "notice_recorded_at",
            "changed_at",
            "changed_by",
        }

    class Meta:
        verbose_name = _("agreement")
        verbose_name_plural = _("agreements")
        ordering = [F("ends_on").asc(nulls_last=True), "reference"]
        constraints = [
            models.UniqueConstraint(
                fields=["office", "payer", "reference"],
                name="one_agreement_per_reference",
                violation_error_message=_("This payer's agreement is recorded already."),
            ),
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gt=F("starts_on")),
                name="agreement_ends_after_it_starts",
                violation_error_message=_("The agreement ends before it starts."),
            ),
            models.CheckConstraint(
                condition=Q(amount=None, currency="") | (Q(amount__isnull=False) & ~Q(currency="")),
                name="agreement_amount_has_a_currency",
                violation_error_message=_("An amount needs its currency, and the other way round."),
            ),
            models.CheckConstraint(
                condition=Q(condition="", condition_text="")
                | (~Q(condition="") & ~Q(condition_text="")),
                name="agreement_condition_has_its_text",
                violation_error_message=_("A condition needs its text, and the other way round."),
            ),
            models.CheckConstraint(
                condition=Q(kinds__len__gt=0),
                name="agreement_pays_for_something",
                violation_error_message=_("Say what the agreement pays for."),
            ),
        ]

    def __str__(self) -> str:
        return self.reference

    @property
    def kinds_in_words(self) -> list[str]:
        """What it pays for, in the order of the kinds. The page for corrections uses the same label."""
        return [str(kind.label) for kind in AidKind if kind in self.kinds]

    @property
    def lasts_until(self) -> datetime.date | None:
        return last_day(self.ends_on) if self.ends_on else None

    def status_on(self, day: datetime.date) -> AgreementStatus:
        """The state of the agreement on that day."""
        if day < self.starts_on:
            return AgreementStatus.COMING
        if self.ends_on and day >= self.ends_on:
            return AgreementStatus.ENDED
        if self.notice_given_on and day >= self.notice_given_on:
            return AgreementStatus.NOTICE
        return AgreementStatus.RUNNING

    @property
    def status(self) -> AgreementStatus:
        """The state today, by the date at its office."""
        return self.status_on(self.office.today())

    @property
    def tone(self) -> str:
        return self.status.tone
