"""Pages about separations and restrictions."""

from django.utils.translation import gettext_lazy as _

from asylum.measures import actions as acts
from asylum.measures.forms import ReviewMeasureForm, StartMeasureForm
from asylum.models import Measure
from asylum.views.legal import legal_page
from casework.register.forms import WithdrawForm
from casework.register.models.individual import Individual

MEASURE = "asylum/renunciation_file/_measure.html"
measure_start = legal_page(
    Individual,
    StartMeasureForm,
    acts.start_measure,
    title=_("A separation or restriction began"),
    done=_("It is on file."),
)
measure_review = legal_page(
    Measure,
    ReviewMeasureForm,
    acts.review_measure,
    shown=MEASURE,
    title=_("Review of a separation or restriction"),
    done=_("The review is on file."),
)
measure_review_retract = legal_page(
    Measure,
    WithdrawForm,
    acts.retract_measure_review,
    title=_("The last review was recorded by mistake"),
    done=_("It stands again as it did before that review."),
    shown=MEASURE,
)
measure_withdraw = legal_page(
    Measure,
    WithdrawForm,
    acts.withdraw_measure,
    shown=MEASURE,
    title=_("It was recorded by mistake"),
    done=_("It counts no longer."),
)
