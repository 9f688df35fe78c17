"""Case-by-case reviews of one person. A withdrawn review stays readable and does not count."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission
from asylum.individual_reviews.choices import REVIEW_TONE, AskedFor, ReviewOutcome
from asylum.people.triggers import WITHDRAWAL_COLUMNS, facts_never_change_except
from casework.register.models.individual import Individual
from casework.register.models.recorded import Withdrawable
from casework.register.querysets.individual import WithdrawableQuerySet
from vault.fields import EncryptedTextField


class IndividualReviewQuerySet(WithdrawableQuerySet):
    """Reviews, which are visible to users who may read the person's permits."""

    read_with = Permission.PERMIT_READ


class IndividualReview(Withdrawable):
    """A review of one person's case on a day, by an authority or a colleague (`reviewed_by`).

    A review without success has a next step.
    """

    never_deleted = True

    never_changes = True

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="individual_reviews", verbose_name=_("person")
    )
    on = models.DateField(_("reviewed on"))
    reviewed_by = EncryptedTextField(_("who reviewed"), max_length=200)
    asked_for = models.CharField(_("asked for"), max_length=8, choices=AskedFor.choices)
    outcome = models.CharField(_("outcome"), max_length=8, choices=ReviewOutcome.choices)
    found = EncryptedTextField(_("what was said"), blank=True)
    next_step = EncryptedTextField(_("next step"), blank=True)

    objects = IndividualReviewQuerySet.as_manager()

    class Privacy:
        counted = {"on", "asked_for", "outcome"}
        personal = {"reviewed_by"}
        sealed = {"found", "next_step"}

    class Meta:
        verbose_name = _("review of one person")
        verbose_name_plural = _("reviews of single people")
        ordering = ["-on", "-recorded_at"]
        triggers = [facts_never_change_except(*WITHDRAWAL_COLUMNS)]
        constraints = [
            models.CheckConstraint(
                condition=Q(outcome=ReviewOutcome.GIVEN) | Q(next_step__isnull=False),
                name="review_without_success_names_its_next_step",
                violation_error_message=_("Say what is done next."),
            )
        ]

    @property
    def status_tag(self) -> tuple[str, str]:
        return str(self.get_outcome_display()), REVIEW_TONE[self.outcome]
