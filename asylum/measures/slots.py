"""Reviews of observations, separations and restrictions in what falls due; extracts; verbs of the audit log."""

from collections.abc import Callable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.permissions import Permission as P
from asylum.measures.models import Measure, MeasureReview, Observation, ObservationReview, Reviewed
from asylum.people.querysets import with_case_followed
from casework.slots.due import PersonDueSource
from casework.slots.extract import ExtractPart, held_unless_withdrawn, rows_about


def _to_review(
    model: type[Reviewed], kind: str, title: str | Promise, say: Callable[[Any], str], page: str
) -> PersonDueSource:
    """Returns the source of rows that are due on the day of their next review."""
    return PersonDueSource(
        kind=kind,
        title=title,
        permission=P.EVIDENCE_READ,
        about=model,
        date="review_on",
        rows_on=lambda today: with_case_followed(model.objects.running().exclude(review_on=None)),
        say=say,
        actions=(due.DueAction(gettext_lazy("Review"), page, P.EVIDENCE_CHANGE),),
        shown_in_panel="dates",
    )


measures_to_review = _to_review(
    Measure,
    "measure_review",
    gettext_lazy("Separation or restriction to review"),
    lambda row: (
        _("Separation or restriction to review: %(number)s") % {"number": row.individual.number}
    ),
    "measure-review",
)
observations_to_review = _to_review(
    Observation,
    "observation_review",
    gettext_lazy("Observation to review"),
    lambda row: _("Observation to review: %(number)s") % {"number": row.individual.number},
    "observation-review",
)

extracts = (
    held_unless_withdrawn(
        Measure,
        gettext_lazy("Separations and restrictions"),
        first=[
            "kind",
            "starts_on",
            "authority",
            "legal_basis",
            "terms",
            "reasons",
            "source",
            "first_review_on",
            "review_on",
        ],
        permission=P.EVIDENCE_READ,
    ),
    ExtractPart(
        MeasureReview,
        gettext_lazy("Reviews of separations and restrictions"),
        ["found"],
        rows=rows_about(MeasureReview, "measure__individual"),
        permission=P.EVIDENCE_READ,
    ),
    held_unless_withdrawn(
        Observation,
        gettext_lazy("Observation"),
        first=[
            "starts_on",
            "first_planned_until",
            "planned_until",
            "reasons",
            "authority",
            "first_review_on",
            "review_on",
        ],
        permission=P.EVIDENCE_READ,
    ),
    ExtractPart(
        ObservationReview,
        gettext_lazy("Reviews of the observation"),
        ["found"],
        first=["on", "outcome", "authority", "planned_until"],
        rows=rows_about(ObservationReview, "observation__individual"),
        permission=P.EVIDENCE_READ,
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
    "observation.review_retracted": gettext_lazy("took back the last review of an observation"),
    "observation.reviewed": gettext_lazy("recorded the review of an observation"),
    "observation.started": gettext_lazy("recorded that an observation began"),
    "observation.withdrawn": gettext_lazy("took back an observation that was recorded by mistake"),
}
