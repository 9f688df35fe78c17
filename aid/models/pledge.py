"""Money that is sought, pledged or received, and monthly costs."""

import datetime
import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from aid.choices import PLEDGE_MOVES, AidKind, PledgeStatus
from aid.querysets.agreement import OfPayingOfficeQuerySet
from aid.rules.gaps import month_after
from pages.money import Currency
from partners.models import Organisation


class Pledge(models.Model):
    """Money from a funder for kinds of aid in some months. Only money with the status RECEIVED fills a gap.

    `first_month` is the first day of the first month; the amount is for all its months together.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    funder = models.ForeignKey(
        Organisation, models.PROTECT, related_name="pledges", verbose_name=_("funder")
    )
    kinds = ArrayField(
        models.CharField(max_length=10, choices=AidKind.choices), verbose_name=_("pays for")
    )
    amount = models.DecimalField(_("amount"), max_digits=14, decimal_places=2)
    currency = models.CharField(_("currency"), max_length=3, choices=Currency.choices)
    first_month = models.DateField(_("first month"))
    months = models.PositiveSmallIntegerField(_("months"), default=1)
    status = models.CharField(
        _("status"), max_length=8, choices=PledgeStatus.choices, default=PledgeStatus.SOUGHT
    )
    moved_on = models.DateField(_("since"))
    is_mistake = models.BooleanField(_("recorded by mistake"), default=False)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    objects = OfPayingOfficeQuerySet.as_manager()

    class Privacy:
        open = {
            "office",
            "funder",
            "kinds",
            "amount",
            "currency",
            "first_month",
            "months",
            "status",
            "moved_on",
            "is_mistake",
            "recorded_by",
            "recorded_at",
        }

    class Meta:
        verbose_name = _("pledge")
        verbose_name_plural = _("pledges")
        ordering = ["-first_month", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(amount__gt=0, months__gte=1, first_month__day=1),
                name="pledge_has_money_and_whole_months",
            ),
            models.CheckConstraint(
                condition=Q(kinds__len__gt=0),
                name="pledge_pays_for_something",
                violation_error_message=_("Say what the money is for."),
            ),
        ]

    @property
    def kinds_in_words(self) -> list[str]:
        """What it pays for, in the order of the kinds. The page for corrections uses the same label."""
        return [str(kind.label) for kind in AidKind if kind in self.kinds]

    @property
    def status_tag(self) -> PledgeStatus:
        return PledgeStatus(self.status)

    @property
    def may_move(self) -> bool:
        return bool(PLEDGE_MOVES[self.status]) and not self.is_mistake

    @property
    def last_month(self) -> datetime.date:
        """The first day of its last month."""
        return month_after(self.first_month, self.months - 1)


class PledgeMove(models.Model):
    """A change of a pledge's status. It is never changed itself: a correction adds another one."""

    append_only = True

    pledge = models.ForeignKey(Pledge, models.PROTECT, related_name="moves")
    status = models.CharField(max_length=8, choices=PledgeStatus.choices)
    on = models.DateField()
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Privacy:
        open = {"pledge", "status", "on", "at", "by"}

    class Meta:
        ordering = ["-at"]


class StatedNeed(models.Model):
    """What a kind of aid costs an office in a month, as a colleague calculated it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    kind = models.CharField(_("kind of aid"), max_length=10, choices=AidKind.choices)
    month = models.DateField(_("month"))
    amount = models.DecimalField(_("amount"), max_digits=14, decimal_places=2)
    currency = models.CharField(_("currency"), max_length=3, choices=Currency.choices)
    stated_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    stated_at = models.DateTimeField(auto_now=True)

    objects = OfPayingOfficeQuerySet.as_manager()

    class Privacy:
        open = {"office", "kind", "month", "amount", "currency", "stated_by", "stated_at"}

    class Meta:
        ordering = ["month", "kind"]
        constraints = [
            models.UniqueConstraint(
                fields=["office", "kind", "month", "currency"], name="one_need_per_kind_and_month"
            ),
            models.CheckConstraint(
                condition=Q(month__day=1, amount__gte=0), name="need_is_of_a_whole_month"
            ),
        ]
