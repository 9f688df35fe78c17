"""Case-by-case reviews in extracts, the timeline and the API, and verbs of the audit log."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from asylum.individual_reviews.models import IndividualReview
from casework.slots.api import PERSON_FIELDS, Resource
from casework.slots.extract import held_unless_withdrawn
from casework.slots.timeline import Event, event_source_of_members

individual_review_extract = held_unless_withdrawn(
    IndividualReview,
    gettext_lazy("Reviews of the single case"),
    ["reviewed_by", "found", "next_step"],
    permission=Permission.PERMIT_READ,
)


def _review_event(review: IndividualReview) -> Event:
    return Event(
        review.on,
        _("Review of one person"),
        old=review.get_asked_for_display(),
        new=review.get_outcome_display(),
        sentence=_("The case of %(whom)s was reviewed by itself. Asked for: %(old)s. %(new)s"),
    )


review_events = event_source_of_members(
    IndividualReview,
    Permission.PERMIT_READ,
    "on",
    _review_event,
    fields=("asked_for", "outcome"),
    withdrawn_at=None,
)

resource = Resource(
    path="individual-reviews",
    model=IndividualReview,
    permission=Permission.PERMIT_READ,
    verb="permit",
    shows=(*PERSON_FIELDS, "on", "asked_for", "outcome", "withdrawn_at"),
    filters=("asked_for", "outcome"),
    day="on",
)

VERBS: dict[str, str | Promise] = {
    "individual_review.recorded": gettext_lazy("recorded a review of one person"),
    "individual_review.withdrawn": gettext_lazy(
        "took back a review of one person that was recorded by mistake"
    ),
}
