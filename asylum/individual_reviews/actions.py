"""Records reviews of one person's case, and withdraws them."""

import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.individual_reviews.choices import ReviewOutcome
from asylum.individual_reviews.models import IndividualReview
from casework.register.actions import record_about_person, save_new_row, withdraw
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused


@transaction.atomic
def record_individual_review(
    individual: Individual,
    *,
    on: datetime.date,
    reviewed_by: str,
    asked_for: str,
    outcome: str,
    by: User,
    found: str = "",
    next_step: str = "",
) -> IndividualReview:
    """Records a review and returns it. Raises ActionRefused if nothing was granted and no next step is given."""
    individual = lock_for(individual, Permission.PERMIT_CHANGE, by=by)
    refuse_future(on, by=by)
    if outcome != ReviewOutcome.GIVEN and not next_step.strip():
        raise ActionRefused(_("Say what is done next."), field="next_step")
    review = save_new_row(
        IndividualReview,
        individual,
        by=by,
        on=on,
        reviewed_by=reviewed_by,
        asked_for=asked_for,
        outcome=outcome,
        found=found,
        next_step=next_step,
    )
    record_about_person("individual_review.recorded", review, by=by)
    return review


@transaction.atomic
def withdraw_individual_review(
    review: IndividualReview, *, reason: str, by: User
) -> IndividualReview:
    """Marks the review as a mistake."""
    verb = "individual_review.withdrawn"
    return withdraw(review, Permission.PERMIT_CHANGE, reason=reason, by=by, verb=verb)
