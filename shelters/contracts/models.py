"""Dated rows about a site: contracts, payments, bills and notices to leave.

A later row overwrites no earlier one. `Site` repeats what the standing rows add up to (decision 47), so that lists, the view of
cover and the projection need no further query; `shelters.contracts.actions` keeps it in step.
"""

import uuid
from decimal import Decimal

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.corrections.models import Mistakable
from pages.money import Currency
from partners.models import Organisation
from shelters.contracts.choices import NoticeBy, NoticeReason, RatePer
from shelters.contracts.querysets import (
    SiteBillQuerySet,
    SiteContractQuerySet,
    SiteNoticeQuerySet,
    SitePaymentQuerySet,
)


class SiteRow(Mistakable):
    """A row about one site. `recorded_by` is empty for what was on file of the site before these rows existed."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    site = models.ForeignKey(
        "shelters.Site", models.PROTECT, related_name="%(class)ss", verbose_name=_("site")
    )
    paper = models.CharField(_("what the paper says"), max_length=255, blank=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    class Privacy:
        open = {"id", "site", "paper", "recorded_by", "recorded_at"}

    class Meta:
        abstract = True


class SiteContract(SiteRow):
    """The site is under contract from `starts_on` until `ends_on`, the first night without; None while no end is named.

    The rate is for one night, and for one bed, one room or the whole site.
    """

    starts_on = models.DateField(_("contract from"))
    ends_on = models.DateField(_("first night without contract"), null=True, blank=True)
    rate = models.DecimalField(_("rate"), max_digits=14, decimal_places=2, null=True, blank=True)
    rate_per = models.CharField(_("rate for"), max_length=4, choices=RatePer.choices, blank=True)
    currency = models.CharField(_("currency"), max_length=3, choices=Currency.choices, blank=True)
    payer = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("payer"),
    )

    objects = SiteContractQuerySet.as_manager()

    class Privacy:
        open = {"starts_on", "ends_on", "rate", "rate_per", "currency", "payer"}

    class Meta:
        verbose_name = _("contract of a site")
        verbose_name_plural = _("contracts of sites")
        ordering = ["-starts_on", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gt=F("starts_on")),
                name="site_contract_covers_a_night",
                violation_error_message=_("The contract ends before it starts."),
            ),
            models.CheckConstraint(
                condition=Q(rate=None, rate_per="", currency="")
                | (Q(rate__isnull=False) & ~Q(rate_per="") & ~Q(currency="")),
                name="site_rate_has_unit_and_currency",
                violation_error_message=_("A rate needs its currency, and what it is for."),
            ),
        ]


class SitePayment(SiteRow):
    """On `paid_on` the site was paid until `paid_until`, the first night that is not paid."""

    paid_until = models.DateField(_("first night not paid"))
    paid_on = models.DateField(_("paid on"))
    amount = models.DecimalField(
        _("amount"), max_digits=14, decimal_places=2, null=True, blank=True
    )
    currency = models.CharField(_("currency"), max_length=3, choices=Currency.choices, blank=True)

    objects = SitePaymentQuerySet.as_manager()

    class Privacy:
        open = {"paid_until", "paid_on", "amount", "currency"}

    class Meta:
        verbose_name = _("payment to a site")
        verbose_name_plural = _("payments to sites")
        ordering = ["-paid_until", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(amount=None, currency="") | (Q(amount__gt=0) & ~Q(currency="")),
                name="site_payment_amount_has_a_currency",
                violation_error_message=_(
                    "An amount needs its currency, and is more than nothing."
                ),
            )
        ]


class SiteBill(SiteRow):
    """A bill for the nights from `starts_on` until `ends_on`, the first night that is not on it. Unsettled, it is in arrears."""

    billed_on = models.DateField(_("billed on"))
    starts_on = models.DateField(_("first night"))
    ends_on = models.DateField(_("first night not billed"))
    amount = models.DecimalField(_("amount"), max_digits=14, decimal_places=2)
    currency = models.CharField(_("currency"), max_length=3, choices=Currency.choices)
    settled_on = models.DateField(_("settled on"), null=True, blank=True)

    objects = SiteBillQuerySet.as_manager()

    class Privacy:
        open = {"billed_on", "starts_on", "ends_on", "amount", "currency", "settled_on"}

    class Meta:
        verbose_name = _("bill of a site")
        verbose_name_plural = _("bills of sites")
        ordering = ["-billed_on", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gt=F("starts_on")),
                name="site_bill_is_for_a_night",
                violation_error_message=_("The last night is before the first."),
            ),
            models.CheckConstraint(
                condition=Q(amount__gt=Decimal(0)),
                name="site_bill_has_an_amount",
                violation_error_message=_("A bill has an amount."),
            ),
            models.CheckConstraint(
                condition=Q(settled_on=None) | Q(settled_on__gte=F("billed_on")),
                name="site_bill_is_settled_after_it_came",
                violation_error_message=_("The bill was settled before it came."),
            ),
        ]


class SiteNotice(SiteRow):
    """A notice to leave. `leaves_on` is the first night on which nobody may sleep there."""

    received_on = models.DateField(_("received on"))
    leaves_on = models.DateField(_("first night on which nobody may stay"))
    given_by = models.CharField(_("given by"), max_length=10, choices=NoticeBy.choices)
    cause = models.CharField(_("reason"), max_length=10, choices=NoticeReason.choices)
    withdrawn_on = models.DateField(_("withdrawn on"), null=True, blank=True)

    objects = SiteNoticeQuerySet.as_manager()

    class Privacy:
        open = {"received_on", "leaves_on", "given_by", "cause", "withdrawn_on"}

    class Meta:
        verbose_name = _("notice to leave a site")
        verbose_name_plural = _("notices to leave sites")
        ordering = ["-received_on", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(leaves_on__gte=F("received_on")),
                name="site_notice_looks_ahead",
                violation_error_message=_("They would have to leave before the notice came."),
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_on=None) | Q(withdrawn_on__gte=F("received_on")),
                name="site_notice_is_withdrawn_after_it_came",
                violation_error_message=_("The notice was withdrawn before it came."),
            ),
        ]
