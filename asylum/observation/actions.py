"""Beginning an observation and keeping what the authority said at each review."""

import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import refuse_future
from asylum.actions.reviews import put_review, retract_last_review, to_review
from asylum.actions.subjects import put_down, take_back
from asylum.evidence.actions import keep_a_file_of
from asylum.models import Observation, ObservationReview
from asylum.observation.choices import ObservationOutcome
from casework.register.models.individual import Individual
from pages.dates import last_of, short_date
from pages.refusals import ActionRefused
from partners.models import Organisation


@transaction.atomic
def start_observation(
    individual: Individual,
    *,
    starts_on: datetime.date,
    review_on: datetime.date,
    reasons: str,
    by: User,
    planned_until: datetime.date | None = None,
    authority: Organisation | None = None,
) -> Observation:
    """The authority watches from the day on which the person laid down arms, which is not the arrival.

    Raises ActionRefused where one runs, where the day is not the one on which things were handed over, and for a
    planned day before the first.
    """
    individual = keep_a_file_of(individual, on=by.today(), by=by)
    refuse_future(starts_on, by=by, field="starts_on")
    if Observation.objects.running().filter(individual=individual).exists():
        raise ActionRefused(_("This person is under observation already."))
    laid_down = arms_laid_down(individual)
    if laid_down and not laid_down <= starts_on <= last_of(laid_down):
        raise ActionRefused(
            _("On file the arms were laid down on %(day)s: the observation starts then.")
            % {"day": short_date(laid_down)},
            field="starts_on",
        )
    _refuse_backwards(starts_on, planned_until, review_on)
    return put_down(
        Observation,
        individual,
        "observation.started",
        by=by,
        starts_on=starts_on,
        planned_until=planned_until,
        reasons=reasons,
        authority=authority,
        review_on=review_on,
        first_planned_until=planned_until,
        first_review_on=review_on,
    )


def arms_laid_down(individual: Individual) -> datetime.date | None:
    """The last day on which the person handed something over, as far as it is on file."""
    days = individual.disarmaments.exclude(on=None).order_by("-on").values_list("on", flat=True)
    found: datetime.date | None = days.first()
    return found


@transaction.atomic
def review_observation(
    observation: Observation,
    *,
    on: datetime.date,
    outcome: str,
    authority: Organisation,
    found: str,
    by: User,
    planned_until: datetime.date | None = None,
    review_on: datetime.date | None = None,
) -> ObservationReview:
    """What the authority said: it goes on until another day, or it ended. The paper of the person stays as it is."""
    observation = to_review(observation, on=on, by=by)
    if on < observation.starts_on:
        raise ActionRefused(_("The review is before the observation."), field="on")
    goes_on = outcome == ObservationOutcome.GOES_ON
    if goes_on and review_on is None:
        raise ActionRefused(_("Say when it is reviewed again."), field="review_on")
    if goes_on and review_on:
        _refuse_backwards(on, planned_until, review_on)
        observation.planned_until, observation.review_on = planned_until, review_on
    else:
        planned_until, review_on, observation.ended_on = None, None, on
    review: ObservationReview = put_review(
        observation,
        "observation.reviewed",
        by=by,
        on=on,
        outcome=outcome,
        authority=authority,
        found=found,
        days={"planned_until": planned_until, "review_on": review_on},
    )
    return review


@transaction.atomic
def retract_observation_review(observation: Observation, *, reason: str, by: User) -> Observation:
    """The last review was recorded by mistake."""
    if (
        Observation.objects.running()
        .filter(individual=observation.individual_id)
        .exclude(pk=observation.pk)
        .exists()
    ):
        raise ActionRefused(_("This person is under observation already."))
    row: Observation = retract_last_review(
        observation,
        "observation.review_retracted",
        "planned_until",
        "review_on",
        reason=reason,
        by=by,
    )
    return row


@transaction.atomic
def withdraw_observation(observation: Observation, *, reason: str, by: User) -> Observation:
    """It was recorded by mistake."""
    return take_back(observation, "observation.withdrawn", reason=reason, by=by)


def _refuse_backwards(
    first: datetime.date, planned_until: datetime.date | None, review_on: datetime.date
) -> None:
    if planned_until and planned_until < first:
        raise ActionRefused(_("The observation ends before it starts."), field="planned_until")
    if review_on < first:
        raise ActionRefused(_("The review is before the observation."), field="review_on")
