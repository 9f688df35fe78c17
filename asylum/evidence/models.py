"""Evidence about a renunciation, the person's replies, and the reviews that contrary evidence opens."""

from functools import cached_property

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from asylum.evidence.choices import (
    BEARING_TONE,
    Attribution,
    Bearing,
    Channel,
    Reliability,
    ReplyKind,
    ReviewResult,
    Sign,
)
from asylum.evidence.querysets import ReviewQuerySet
from asylum.people.querysets import BesideLegalQuerySet, LegalQuerySet
from asylum.people.triggers import WITHDRAWAL_COLUMNS, facts_never_change_except
from casework.register.models.individual import Individual
from casework.register.models.recorded import Signed, Withdrawable
from vault.fields import EncryptedTextField


class StandingReview(Signed):
    """A review of whether a renunciation is still valid. Contrary evidence opens it; only a colleague resolves it.

    A constraint allows a person one open review, however much evidence is added.
    """

    never_deleted = True

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="standing_reviews", verbose_name=_("person")
    )
    review_on = models.DateField(_("to be reviewed by"))
    resolved_at = models.DateTimeField(_("resolved"), null=True, blank=True)
    resolved_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    result = models.CharField(_("result"), max_length=10, choices=ReviewResult.choices, blank=True)
    because = EncryptedTextField(_("reason"), blank=True)

    objects = ReviewQuerySet.as_manager()

    class Privacy:
        open = {"individual", "review_on", "resolved_at", "resolved_by"}
        counted = {"result"}
        sealed = {"because"}

    class Meta:
        verbose_name = _("review of a renunciation")
        verbose_name_plural = _("reviews of renunciations")
        ordering = ["-recorded_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["individual"],
                condition=Q(resolved_at=None),
                name="one_open_review_of_a_person",
            ),
            models.CheckConstraint(
                condition=Q(resolved_at=None, resolved_by=None, result="")
                | (
                    Q(resolved_at__isnull=False, resolved_by__isnull=False, because__isnull=False)
                    & ~Q(result="")
                ),
                name="review_is_resolved_by_somebody_with_a_reason",
            ),
        ]

    @property
    def is_open(self) -> bool:
        return self.resolved_at is None

    @cached_property
    def is_groundless(self) -> bool:
        """Whether all contrary evidence of the open review was withdrawn. The review stays open until somebody resolves it."""
        return self.is_open and not self.evidence.standing().exists()

    @cached_property
    def taken_back(self) -> list["Evidence"]:
        """Withdrawn contrary evidence, the latest first."""
        mistakes = self.evidence.exclude(withdrawn_at=None).select_related("withdrawn_by")
        return list(mistakes.order_by("-withdrawn_at"))


class Evidence(Withdrawable):
    """One piece of evidence for or against one person's renunciation. Its content never changes.

    Facts about a group are no evidence about a member (`asylum.reported`).
    """

    never_deleted = True

    never_changes = True

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="evidence", verbose_name=_("person")
    )
    bearing = models.CharField(_("bearing"), max_length=10, choices=Bearing.choices)
    sign = models.CharField(_("sign"), max_length=10, choices=Sign.choices)
    on = models.DateField(_("said or seen on"))
    channel = models.CharField(_("known through"), max_length=10, choices=Channel.choices)
    source = EncryptedTextField(_("source"))
    what = EncryptedTextField(_("what was said or seen"))
    attribution = models.CharField(_("attribution"), max_length=10, choices=Attribution.choices)
    reliability = models.CharField(_("reliability"), max_length=10, choices=Reliability.choices)
    review = models.ForeignKey(
        StandingReview, models.PROTECT, null=True, blank=True, related_name="evidence"
    )

    objects = LegalQuerySet.as_manager()

    class Privacy:
        open = {"review"}
        counted = {"bearing", "sign", "on", "channel", "attribution", "reliability"}
        sealed = {"source", "what"}

    class Meta:
        verbose_name = _("evidence about a renunciation")
        verbose_name_plural = _("evidence about renunciations")
        ordering = ["-on", "-recorded_at"]
        triggers = [facts_never_change_except(*WITHDRAWAL_COLUMNS)]
        constraints = [
            models.CheckConstraint(
                condition=Q(bearing=Bearing.CONTRARY, review__isnull=False)
                | Q(bearing=Bearing.SUPPORTING, review=None),
                name="what_speaks_against_it_is_reviewed",
            )
        ]

    @property
    def bearing_tag(self) -> tuple[str, str]:
        return str(self.get_bearing_display()), BEARING_TONE[self.bearing]


class EvidenceReply(Signed):
    """The person's reply to a piece of evidence. A reply is never changed or deleted; other replies may follow."""

    never_deleted = True

    append_only = True

    beside = "evidence"

    evidence = models.ForeignKey(Evidence, models.PROTECT, related_name="replies")
    on = models.DateField(_("said on"))
    kind = models.CharField(_("did the person answer?"), max_length=8, choices=ReplyKind.choices)
    text = EncryptedTextField(_("the person's own words"), blank=True)

    objects = BesideLegalQuerySet.as_manager()

    class Privacy:
        open = {"evidence"}
        counted = {"on", "kind"}
        sealed = {"text"}

    class Meta:
        verbose_name = _("reply to evidence")
        verbose_name_plural = _("replies to evidence")
        ordering = ["recorded_at"]
