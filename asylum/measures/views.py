"""Pages of observations, separations and restrictions."""

from django.utils.translation import gettext_lazy as _

from asylum.measures import actions
from asylum.measures.forms import (
    ReviewMeasureForm,
    ReviewObservationForm,
    StartMeasureForm,
    StartObservationForm,
)
from asylum.measures.models import Measure, Observation
from asylum.people.views import legal_page, mistake_page
from casework.register.forms import WithdrawForm
from casework.register.models.individual import Individual

MEASURE = "asylum/renunciation_file/_measure.html"
OBSERVED = "asylum/renunciation_file/_observed.html"

measure_start = legal_page(
    Individual,
    StartMeasureForm,
    actions.start_measure,
    title=_("A separation or restriction began"),
    done=_("It is on file."),
)
measure_review = legal_page(
    Measure,
    ReviewMeasureForm,
    actions.review,
    shown=MEASURE,
    title=_("Review of a separation or restriction"),
    done=_("The review is on file."),
)
measure_withdraw = mistake_page(Measure, "measure.withdrawn", shown=MEASURE)
observation_start = legal_page(
    Individual,
    StartObservationForm,
    actions.start_observation,
    title=_("An observation began"),
    done=_("The observation is on file."),
)
observation_review = legal_page(
    Observation,
    ReviewObservationForm,
    actions.review,
    title=_("Review of the observation"),
    done=_("The review is on file. The paper of the person stays as it is."),
    shown=OBSERVED,
)
observation_withdraw = mistake_page(
    Observation,
    "observation.withdrawn",
    done=_("The observation counts no longer."),
    shown=OBSERVED,
)
measure_review_retract, observation_review_retract = (
    legal_page(
        model,
        WithdrawForm,
        actions.retract_review,
        title=_("The last review was recorded by mistake"),
        done=_("It stands again as it did before that review."),
        shown=shown,
    )
    for model, shown in ((Measure, MEASURE), (Observation, OBSERVED))
)
