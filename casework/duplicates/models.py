"""Pairs of records that may be one person, and what was decided about them."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.duplicates.choices import AGAINST, PAIR_TONE, Grounds, PairStatus, Reason
from casework.duplicates.querysets import PairQuerySet
from casework.register.models.individual import Individual
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class DuplicatePair(models.Model):
    """Two similar people, stored once whatever the order. Says which facts agree, never the facts."""

    # A merge does not move these rows, because they are about both records.
    stays_at_merge = True

    first = models.ForeignKey(Individual, models.PROTECT, related_name="+")
    second = models.ForeignKey(Individual, models.PROTECT, related_name="+")
    score = models.PositiveSmallIntegerField(_("likeness"), help_text="From 0 to 100.")
    reasons = ArrayField(models.CharField(max_length=20, choices=Reason.choices), default=list)
    status = models.CharField(
        _("status"), max_length=9, choices=PairStatus.choices, default=PairStatus.OPEN
    )
    found_at = models.DateTimeField(_("found"), auto_now_add=True)
    decided_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")

    objects = PairQuerySet.as_manager()

    class Privacy:
        open = {"first", "second", "score", "status", "found_at", "decided_by"}
        counted = {"reasons"}

    class Meta:
        ordering = ["-score", "-found_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="one_row_per_pair"),
            models.CheckConstraint(
                condition=Q(first__lt=F("second")), name="pair_is_of_two_in_their_order"
            ),
        ]
        indexes = [
            models.Index(
                fields=["-score"], name="pairs_to_decide", condition=Q(status=PairStatus.OPEN)
            )
        ]

    @property
    def tone(self) -> str:
        return PAIR_TONE[self.status]

    @property
    def is_same(self) -> bool:
        return self.status == PairStatus.SAME

    @property
    def for_it(self) -> list[str]:
        """The reasons for one person, in words."""
        return [str(Reason(code).label) for code in self.reasons if code not in AGAINST]

    @property
    def against_it(self) -> list[str]:
        """The reasons for two people, in words."""
        return [str(Reason(code).label) for code in self.reasons if code in AGAINST]


class PairDecision(SealedRow):
    """One step of a pair's status; never changed or deleted. Sealed with the key of the pair's first person."""

    append_only = True

    pair = models.ForeignKey(DuplicatePair, models.PROTECT, related_name="decisions")
    status = models.CharField(max_length=9, choices=PairStatus.choices)
    grounds = models.CharField(_("grounds"), max_length=13, choices=Grounds.choices, blank=True)
    reason = EncryptedTextField(_("reason"), blank=True)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        User, models.PROTECT, null=True, related_name="+", help_text="Empty: the house itself."
    )

    class Privacy:
        open = {"pair", "status", "at", "by"}
        counted = {"grounds"}
        sealed = {"reason"}

    class Meta:
        ordering = ["-at"]
