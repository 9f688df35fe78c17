"""Reviews of separations and restrictions fall due; what an extract holds; the words of the log."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.permissions import Permission as P
from asylum.measures.models import Measure, MeasureReview
from asylum.querysets.rows import with_case_followed
from casework.slots.due import OfPerson
from casework.slots.extract import MISTAKES, Held, of_person, recorded_held

measures_to_review = OfPerson(
    kind="measure_review",
    title=gettext_lazy("Separation or restriction to review"),
    permission=P.EVIDENCE_READ,
    about=Measure,
    date="review_on",
    rows_on=lambda today: with_case_followed(Measure.objects.running().exclude(review_on=None)),
    say=lambda row: (
        _("Separation or restriction to review: %(number)s") % {"number": row.individual.number}
    ),
    ways=(due.Way(gettext_lazy("Review"), "measure-review", P.EVIDENCE_CHANGE),),
    said_by="dates",
)

extracts = (
    recorded_held(
        Measure,
        gettext_lazy("Separations and restrictions"),
        [
            "kind",
            "starts_on",
            "authority",
            "legal_basis",
            "terms",
            "reasons",
            "source",
            "first_review_on",
            "review_on",
            "ended_on",
        ],
        {"withdrawn_because": MISTAKES},
        permission=P.EVIDENCE_READ,
        withdrawn_at=None,
    ),
    Held(
        MeasureReview,
        gettext_lazy("Reviews of separations and restrictions"),
        of_person(MeasureReview, "measure__individual"),
        ["on", "outcome", "authority", "review_on", "found"],
        permission=P.EVIDENCE_READ,
        author="recorded_by",
    ),
)

VERBS: dict[str, str | Promise] = {
    "measure.review_retracted": gettext_lazy(
        "took back the last review of a separation or restriction"
    ),
    "measure.reviewed": gettext_lazy("recorded the review of a separation or restriction"),
    "measure.started": gettext_lazy("recorded a separation or restriction"),
    "measure.withdrawn": gettext_lazy(
        "took back a separation or restriction that was recorded by mistake"
    ),
}
