"""Pages about observations."""

from django.utils.translation import gettext_lazy as _

from asylum.models import Observation
from asylum.observation import actions as acts
from asylum.observation.forms import ReviewObservationForm, StartObservationForm
from asylum.views.legal import legal_page
from casework.register.forms import WithdrawForm
from casework.register.models.individual import Individual

OBSERVED = "asylum/renunciation_file/_observed.html"

observation_start = legal_page(
    Individual,
    StartObservationForm,
    acts.start_observation,
    title=_("An observation began"),
    done=_("The observation is on file."),
)
observation_review = legal_page(
    Observation,
    ReviewObservationForm,
    acts.review_observation,
    title=_("Review of the observation"),
    done=_("The review is on file. The paper of the person stays as it is."),
    shown=OBSERVED,
)
observation_review_retract = legal_page(
    Observation,
    WithdrawForm,
    acts.retract_observation_review,
    title=_("The last review was recorded by mistake"),
    done=_("It stands again as it did before that review."),
    shown=OBSERVED,
)
observation_withdraw = legal_page(
    Observation,
    WithdrawForm,
    acts.withdraw_observation,
    title=_("It was recorded by mistake"),
    done=_("The observation counts no longer."),
    shown=OBSERVED,
)
