"""Reviews of observations fall due; what an extract holds; the words of the log."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.permissions import Permission as P
from asylum.observation.models import Observation, ObservationReview
from asylum.querysets.rows import with_case_followed
from casework.slots.due import OfPerson
from casework.slots.extract import MISTAKES, Held, of_person, recorded_held

observations_to_review = OfPerson(
    kind="observation_review",
    title=gettext_lazy("Observation to review"),
    permission=P.EVIDENCE_READ,
    about=Observation,
    date="review_on",
    rows_on=lambda today: with_case_followed(Observation.objects.running()),
    say=lambda row: _("Observation to review: %(number)s") % {"number": row.individual.number},
    ways=(due.Way(gettext_lazy("Review"), "observation-review", P.EVIDENCE_CHANGE),),
    said_by="dates",
)

observation_held = recorded_held(
    Observation,
    gettext_lazy("Observation"),
    [
        "starts_on",
        "first_planned_until",
        "planned_until",
        "reasons",
        "authority",
        "first_review_on",
        "review_on",
        "ended_on",
    ],
    {"withdrawn_because": MISTAKES},
    permission=P.EVIDENCE_READ,
    withdrawn_at=None,
)
observation_review_held = Held(
    ObservationReview,
    gettext_lazy("Reviews of the observation"),
    of_person(ObservationReview, "observation__individual"),
    ["on", "outcome", "authority", "planned_until", "review_on", "found"],
    permission=P.EVIDENCE_READ,
    author="recorded_by",
)
extracts = (observation_held, observation_review_held)

VERBS: dict[str, str | Promise] = {
    "observation.review_retracted": gettext_lazy("took back the last review of an observation"),
    "observation.reviewed": gettext_lazy("recorded the review of an observation"),
    "observation.started": gettext_lazy("recorded that an observation began"),
    "observation.withdrawn": gettext_lazy("took back an observation that was recorded by mistake"),
}
