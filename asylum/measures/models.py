"""What an authority imposed on one former fighter, and each review of it."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from asylum.measures.choices import RESTRICTIONS, MeasureKind, MeasureOutcome
from asylum.measures.querysets import MeasureQuerySet, MeasureReviewQuerySet
from asylum.models.moves import TAKEN_BACK, unchanging
from casework.register.models.individual import Individual
from casework.register.models.recorded import Signed, Withdrawable
from partners.models import Organisation
from vault.fields import EncryptedTextField


class Measure(Withdrawable):
    """A separation, or a restriction of movement: it runs until an authority ends it, whatever day has passed.

    A restriction names whose it is, on which law it rests and when it is looked at again (IDDRS 5.40 section 7.3).
    """

    never_deleted = True

    never_changes = True

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="measures", verbose_name=_("person")
    )
    kind = models.CharField(_("what"), max_length=10, choices=MeasureKind.choices)
    starts_on = models.DateField(_("since"))
    authority = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("authority"),
    )
    legal_basis = EncryptedTextField(_("legal basis"), max_length=300, blank=True)
    terms = EncryptedTextField(_("what it allows and where"), max_length=500, blank=True)
    reasons = EncryptedTextField(_("reasons"))
    source = EncryptedTextField(_("how it is known"), max_length=300)
    review_on = models.DateField(_("next review"), null=True, blank=True)
    ended_on = models.DateField(_("ended on"), null=True, blank=True)
    # What was said at the start: the reviews move the day above, and each keeps what it said.
    first_review_on = models.DateField(_("first review"), null=True, blank=True, editable=False)

    objects = MeasureQuerySet.as_manager()

    class Privacy:
        counted = {"kind", "starts_on", "authority", "review_on", "ended_on", "first_review_on"}
        sealed = {"legal_basis", "terms", "reasons", "source"}

    class Meta:
        verbose_name = _("separation or restriction")
        verbose_name_plural = _("separations and restrictions")
        ordering = ["-starts_on", "-recorded_at"]
        triggers = [unchanging(*TAKEN_BACK, "review_on", "ended_on")]
        constraints = [
            models.CheckConstraint(
                condition=~Q(kind__in=sorted(RESTRICTIONS))
                | Q(
                    authority__isnull=False,
                    legal_basis__isnull=False,
                    first_review_on__isnull=False,
                ),
                name="restriction_names_its_law",
                violation_error_message=_(
                    "A restriction needs its authority, its legal basis and the day of its review."
                ),
            ),
            models.CheckConstraint(
                condition=Q(ended_on=None) | Q(ended_on__gte=F("starts_on")),
                name="measure_ends_after_it_starts",
                violation_error_message=_("It ends before it starts."),
            ),
        ]

    @property
    def is_restriction(self) -> bool:
        return self.kind in RESTRICTIONS


class MeasureReview(Signed):
    """What an authority said at one review: that it goes on, until it is looked at again, or that it ended."""

    append_only = True

    measure = models.ForeignKey(Measure, models.PROTECT, related_name="reviews")
    on = models.DateField(_("reviewed on"))
    outcome = models.CharField(_("outcome"), max_length=8, choices=MeasureOutcome.choices)
    authority = models.ForeignKey(
        Organisation, models.PROTECT, related_name="+", verbose_name=_("authority")
    )
    review_on = models.DateField(_("next review"), null=True, blank=True)
    found = EncryptedTextField(_("what was said, and how it is known"))

    objects = MeasureReviewQuerySet.as_manager()

    class Privacy:
        open = {"measure"}
        counted = {"on", "outcome", "authority", "review_on"}
        sealed = {"found"}

    class Meta:
        verbose_name = _("review of a separation or restriction")
        verbose_name_plural = _("reviews of separations and restrictions")
        ordering = ["-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(outcome__in=[MeasureOutcome.GOES_ON, MeasureOutcome.MISTAKEN])
                | Q(outcome=MeasureOutcome.ENDED, review_on=None),
                name="what_ended_is_not_reviewed_again",
                violation_error_message=_("What ended is not reviewed again."),
            )
        ]
