"""Pages about evidence, replies and reviews."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest
from accounts.permissions import Permission as P
from asylum.evidence import actions as acts
from asylum.evidence.forms import EvidenceForm, ReplyForm, ResolveForm
from asylum.evidence.models import Evidence, StandingReview
from asylum.people.second_person import second_person
from asylum.people.views import frame, legal_page, mistake_page
from casework.register.models.individual import Individual

EVIDENCE_WITH_REPLIES = "asylum/evidence/_replied.html"

evidence_record = legal_page(
    Individual,
    EvidenceForm,
    acts.record_evidence,
    title=_("Record evidence"),
    done=_("The evidence is on file. No state was changed."),
)
evidence_reply = legal_page(
    Evidence,
    ReplyForm,
    acts.reply_evidence,
    title=_("What the person says to it"),
    done=_("The reply stands beside it."),
    shown=EVIDENCE_WITH_REPLIES,
)
evidence_withdraw = mistake_page(
    Evidence,
    "evidence.withdrawn",
    done=_("It counts no longer. A review that it opened stays open."),
    shown=EVIDENCE_WITH_REPLIES,
)


def _review_context(request: StaffRequest, review: StandingReview) -> dict[str, Any]:
    """Returns the context of the form; for a user who is barred, with a sentence that names who can resolve the review."""
    barred = acts.why_barred_from(review)
    if not review.is_open or request.user.pk not in barred:
        return frame(request, review)
    who = second_person(review.individual, P.EVIDENCE_CHANGE, barred, request.user)
    return frame(request, review) | {"second": f"{barred[request.user.pk]} {who}"}


review_resolve = legal_page(
    StandingReview,
    ResolveForm,
    acts.resolve_review,
    title=_("Resolve the review"),
    done=_("The review is resolved. No state was changed."),
    framed=_review_context,
    shown="asylum/evidence/_reviewed.html",
)
