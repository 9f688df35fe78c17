"""The observation of one former member, and each review of it."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from asylum.models.moves import TAKEN_BACK, unchanging
from asylum.observation.choices import ObservationOutcome
from asylum.observation.querysets import ObservationQuerySet, ObservationReviewQuerySet
from casework.register.models.individual import Individual
from casework.register.models.recorded import Signed, Withdrawable
from partners.models import Organisation
from vault.fields import EncryptedTextField


class Observation(Withdrawable):
    """It runs from the day on which arms were laid down until an authority ends it, whatever was planned.

    How long is said person by person (IDDRS 5.40 section 13.3.1): no text gives a number of days.
    """

    never_deleted = True

    never_changes = True

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="observations", verbose_name=_("person")
    )
    starts_on = models.DateField(_("arms laid down on"))
    planned_until = models.DateField(_("planned until"), null=True, blank=True)
    reasons = EncryptedTextField(_("why so long"))
    authority = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("authority"),
    )
    review_on = models.DateField(_("next review"))
    ended_on = models.DateField(_("ended on"), null=True, blank=True)
    # What was planned at the start: the reviews move the two days above, and each keeps what it said.
    first_planned_until = models.DateField(
        _("planned until at first"), null=True, blank=True, editable=False
    )
    first_review_on = models.DateField(_("first review"), editable=False)

    objects = ObservationQuerySet.as_manager()

    class Privacy:
        counted = {
            "starts_on",
            "planned_until",
            "authority",
            "review_on",
            "ended_on",
            "first_planned_until",
            "first_review_on",
        }
        sealed = {"reasons"}

    class Meta:
        verbose_name = _("observation")
        verbose_name_plural = _("observations")
        ordering = ["-starts_on", "-recorded_at"]
        triggers = [unchanging(*TAKEN_BACK, "planned_until", "review_on", "ended_on")]
        constraints = [
            models.UniqueConstraint(
                fields=["individual"],
                condition=Q(ended_on=None, withdrawn_at=None),
                name="one_running_observation_of_a_person",
                violation_error_message=_("This person is under observation already."),
            ),
            models.CheckConstraint(
                condition=(Q(planned_until=None) | Q(planned_until__gte=F("starts_on")))
                & (Q(ended_on=None) | Q(ended_on__gte=F("starts_on"))),
                name="observation_ends_after_it_starts",
                violation_error_message=_("The observation ends before it starts."),
            ),
        ]


class ObservationReview(Signed):
    """What an authority said at one review: that it goes on, until when, or that it ended. Kept for good."""

    append_only = True

    observation = models.ForeignKey(Observation, models.PROTECT, related_name="reviews")
    on = models.DateField(_("reviewed on"))
    outcome = models.CharField(_("outcome"), max_length=8, choices=ObservationOutcome.choices)
    authority = models.ForeignKey(
        Organisation, models.PROTECT, related_name="+", verbose_name=_("authority")
    )
    planned_until = models.DateField(_("planned until"), null=True, blank=True)
    review_on = models.DateField(_("next review"), null=True, blank=True)
    found = EncryptedTextField(_("what was found"))

    objects = ObservationReviewQuerySet.as_manager()

    class Privacy:
        open = {"observation"}
        counted = {"on", "outcome", "authority", "planned_until", "review_on"}
        sealed = {"found"}

    class Meta:
        verbose_name = _("review of an observation")
        verbose_name_plural = _("reviews of observations")
        ordering = ["-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    outcome__in=[ObservationOutcome.GOES_ON, ObservationOutcome.MISTAKEN],
                    review_on__isnull=False,
                )
                | Q(outcome=ObservationOutcome.ENDED, review_on=None, planned_until=None),
                name="what_goes_on_is_reviewed_again",
                violation_error_message=_("Say when it is reviewed again."),
            )
        ]
