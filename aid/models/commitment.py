"""Commitments: who promised what, to whom, until when."""

import datetime

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from aid.choices import AidKind, CostPer
from aid.models.agreement import Agreement
from aid.querysets.commitment import CommitmentQuerySet
from aid.words import last_day
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.money import Currency
from shelters.models import Site
from vault.fields import EncryptedTextField
from vault.history import track_history
from vault.models import SealedRow


def only_target(target: str) -> Q:
    """A condition: of the fields site, case and individual only `target` is set."""
    return Q(**{f"{name}__isnull": name != target for name in ("site", "case", "individual")})


class ForOneTarget:
    """Mixin of rows for one site, one family or one person."""

    site: Site | None
    case: Case | None
    individual: Individual | None

    @property
    def target(self) -> Site | Case | Individual:
        """The site, case or individual that is set. Raises ValueError if none is."""
        target = self.site or self.case or self.individual
        if target is None:
            raise ValueError(f"A {type(self).__name__} without a target.")
        return target


@track_history()
class Commitment(ForOneTarget, SealedRow):
    """A site, a family or a person gets a kind of aid from `starts_on` until before `until`.

    Contradicting commitments are both kept: the office records what it was told and by whom. Only firm ones count as cover.
    """

    office = models.ForeignKey(Office, models.PROTECT, related_name="commitments")
    agreement = models.ForeignKey(
        Agreement,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="commitments",
        verbose_name=_("agreement"),
    )
    kind = models.CharField(_("kind of aid"), max_length=10, choices=AidKind.choices)
    site = models.ForeignKey(
        Site,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="commitments",
        verbose_name=_("site"),
    )
    case = models.ForeignKey(
        Case, models.PROTECT, null=True, blank=True, related_name="commitments"
    )
    individual = models.ForeignKey(
        Individual, models.PROTECT, null=True, blank=True, related_name="commitments"
    )
    starts_on = models.DateField(_("from"))
    until = models.DateField(
        _("first day without"),
        null=True,
        blank=True,
        help_text=_("Leave empty when no end was named."),
    )
    is_firm = models.BooleanField(
        _("in writing or paid"),
        help_text=_("What was only said is kept and shown, but does not count as cover."),
    )
    cost = models.DecimalField(
        _("what it costs"), max_digits=14, decimal_places=2, null=True, blank=True
    )
    cost_per = models.CharField(_("for"), max_length=9, choices=CostPer.choices, blank=True)
    currency = models.CharField(_("currency"), max_length=3, choices=Currency.choices, blank=True)
    source = EncryptedTextField(_("who said so, and how"), blank=True)
    committed_at = models.DateTimeField(auto_now_add=True)
    committed_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = CommitmentQuerySet.as_manager()
    # The earlier of its own end and the agreement's. Set by `with_end`.
    effective_until: datetime.date | None

    class Privacy:
        open = {"office", "agreement", "site", "case", "individual", "committed_at", "committed_by"}
        counted = {"kind", "starts_on", "until", "is_firm", "cost", "cost_per", "currency"}
        sealed = {"source"}

    class Meta:
        verbose_name = _("commitment")
        verbose_name_plural = _("commitments")
        ordering = ["-starts_on", "-committed_at"]
        constraints = [
            models.CheckConstraint(
                condition=only_target("site") | only_target("case") | only_target("individual"),
                name="commitment_is_for_one_target",
                violation_error_message=_(
                    "A commitment is for one site, one family or one person."
                ),
            ),
            models.CheckConstraint(
                condition=Q(until=None) | Q(until__gte=F("starts_on")),
                name="commitment_ends_after_it_starts",
                violation_error_message=_("The commitment ends before it starts."),
            ),
            models.CheckConstraint(
                condition=Q(cost=None, cost_per="", currency="")
                | (Q(cost__gt=0) & ~Q(cost_per="") & ~Q(currency="")),
                name="commitment_cost_has_unit_and_currency",
                violation_error_message=_("A cost needs its currency, and what it is for."),
            ),
        ]

    @property
    def lasts_until(self) -> datetime.date | None:
        return last_day(self.effective_until) if self.effective_until else None
