"""What an authority imposed on one former fighter, and its reviews."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from asylum.measures.choices import RESTRICTIONS, MeasureKind, SaidAtReview
from asylum.people.querysets import BesideLegalQuerySet, LegalQuerySet
from asylum.people.triggers import WITHDRAWAL_COLUMNS, facts_never_change_except
from casework.register.models.individual import Individual
from casework.register.models.recorded import Signed, Withdrawable
from partners.models import Organisation
from vault.fields import EncryptedTextField

ENDED = SaidAtReview.ENDED
# The fields that reviews change, each with the field that stores its value at the start.
INITIAL_FIELDS = {"review_on": "first_review_on", "planned_until": "first_planned_until"}


class ReviewedQuerySet(LegalQuerySet):
    def running(self) -> "ReviewedQuerySet":
        """Returns rows that no authority has ended, also if the planned end or the day of review is past."""
        return self.standing().filter(ended_on=None)


class Reviewed(Withdrawable):
    """A measure or observation, which runs until an authority ends it, whatever day has passed.

    `reviews` change the fields in `days`; each review stores its own values. `INITIAL_FIELDS` have the values at the
    start.
    """

    never_deleted = True

    never_changes = True

    days: tuple[str, ...] = ("review_on",)
    # Sentences for a review before the start, and for a next review before this one.
    too_early = _("The review is before it began.")
    next_too_early = _("The next review is before this one.")

    starts_on: datetime.date
    authority = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("authority"),
    )
    ended_on = models.DateField(_("ended on"), null=True, blank=True)

    objects = ReviewedQuerySet.as_manager()

    class Privacy:
        counted = {"starts_on", "authority", "review_on", "ended_on", "first_review_on"}
        sealed = {"reasons"}

    class Meta:
        abstract = True
        ordering = ["-starts_on", "-recorded_at"]

    @property
    def is_always_reviewed(self) -> bool:
        """Whether a review after which the row continues must name the day of the next review."""
        return True

    def set_from_reviews(self, reviews: list["ReviewByAuthority"]) -> None:
        """Sets the fields that reviews change from these valid reviews, the oldest first; the caller saves the row."""
        self.ended_on = next((each.on for each in reviews if each.outcome == ENDED), None)
        continuing = [each for each in reviews if each.outcome != ENDED]
        for day in self.days:
            initial = getattr(self, INITIAL_FIELDS[day])
            setattr(self, day, getattr(continuing[-1], day) if continuing else initial)


class Observation(Reviewed):
    """An observation, from the day of disarmament.

    Its length is decided for each person (IDDRS 5.40 section 13.3.1): no text sets a number of days."""

    days = ("planned_until", "review_on")
    too_early = next_too_early = _("The review is before the observation.")

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="observations", verbose_name=_("person")
    )
    starts_on = models.DateField(_("arms laid down on"))
    planned_until = models.DateField(_("planned until"), null=True, blank=True)
    reasons = EncryptedTextField(_("why so long"))
    review_on = models.DateField(_("next review"))
    first_planned_until = models.DateField(
        _("planned until at first"), null=True, blank=True, editable=False
    )
    first_review_on = models.DateField(_("first review"), editable=False)

    class Privacy:
        counted = {"planned_until", "first_planned_until"}

    class Meta(Reviewed.Meta):
        verbose_name = _("observation")
        verbose_name_plural = _("observations")
        triggers = [
            facts_never_change_except(*WITHDRAWAL_COLUMNS, "planned_until", "review_on", "ended_on")
        ]
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


class Measure(Reviewed):
    """A separation, or a restriction of movement.

    A restriction has an authority, a legal basis and a day of review (IDDRS 5.40 section 7.3)."""

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="measures", verbose_name=_("person")
    )
    kind = models.CharField(_("what"), max_length=10, choices=MeasureKind.choices)
    starts_on = models.DateField(_("since"))
    legal_basis = EncryptedTextField(_("legal basis"), max_length=300, blank=True)
    terms = EncryptedTextField(_("what it allows and where"), max_length=500, blank=True)
    reasons = EncryptedTextField(_("reasons"))
    source = EncryptedTextField(_("how it is known"), max_length=300)
    review_on = models.DateField(_("next review"), null=True, blank=True)
    first_review_on = models.DateField(_("first review"), null=True, blank=True, editable=False)

    class Privacy:
        counted = {"kind"}
        sealed = {"legal_basis", "terms", "source"}

    class Meta(Reviewed.Meta):
        verbose_name = _("separation or restriction")
        verbose_name_plural = _("separations and restrictions")
        triggers = [facts_never_change_except(*WITHDRAWAL_COLUMNS, "review_on", "ended_on")]
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

    @property
    def is_always_reviewed(self) -> bool:
        return self.is_restriction


class ReviewByAuthority(Signed):
    """An authority's decision at one review: the row continues, with these days, or ended. Never changed or deleted."""

    append_only = True

    on = models.DateField(_("reviewed on"))
    outcome = models.CharField(_("outcome"), max_length=8, choices=SaidAtReview.choices)
    authority = models.ForeignKey(
        Organisation, models.PROTECT, related_name="+", verbose_name=_("authority")
    )
    review_on = models.DateField(_("next review"), null=True, blank=True)

    objects = BesideLegalQuerySet.as_manager()

    class Privacy:
        counted = {"on", "outcome", "authority", "review_on"}
        sealed = {"found"}

    class Meta:
        abstract = True
        ordering = ["-recorded_at"]


class ObservationReview(ReviewByAuthority):
    beside = "observation"

    observation = models.ForeignKey(Observation, models.PROTECT, related_name="reviews")
    planned_until = models.DateField(_("planned until"), null=True, blank=True)
    found = EncryptedTextField(_("what was found"))

    class Privacy:
        open = {"observation"}
        counted = {"planned_until"}

    class Meta(ReviewByAuthority.Meta):
        verbose_name = _("review of an observation")
        verbose_name_plural = _("reviews of observations")
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    outcome__in=[SaidAtReview.GOES_ON, SaidAtReview.MISTAKEN],
                    review_on__isnull=False,
                )
                | Q(outcome=ENDED, review_on=None, planned_until=None),
                name="what_goes_on_is_reviewed_again",
                violation_error_message=_("Say when it is reviewed again."),
            )
        ]


class MeasureReview(ReviewByAuthority):
    beside = "measure"

    measure = models.ForeignKey(Measure, models.PROTECT, related_name="reviews")
    found = EncryptedTextField(_("what was said, and how it is known"))

    class Privacy:
        open = {"measure"}

    class Meta(ReviewByAuthority.Meta):
        verbose_name = _("review of a separation or restriction")
        verbose_name_plural = _("reviews of separations and restrictions")
        constraints = [
            models.CheckConstraint(
                condition=Q(outcome__in=[SaidAtReview.GOES_ON, SaidAtReview.MISTAKEN])
                | Q(outcome=ENDED, review_on=None),
                name="what_ended_is_not_reviewed_again",
                violation_error_message=_("What ended is not reviewed again."),
            )
        ]


def standing_reviews(reviews: Iterable[Any]) -> list[Any]:
    """Returns the reviews that count; `reviews` are in order. Each MISTAKEN review cancels the last one before it."""
    standing: list[Any] = []
    for review in reviews:
        if review.outcome == SaidAtReview.MISTAKEN:
            standing.pop()
        else:
            standing.append(review)
    return standing
