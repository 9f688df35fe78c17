"""Open reviews in what falls due, evidence in extracts, and verbs of the audit log."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.permissions import Permission as P
from asylum.evidence.models import Evidence, EvidenceReply, StandingReview
from asylum.people.querysets import with_case_followed
from casework.slots.due import PersonDueSource
from casework.slots.extract import ExtractPart, held_unless_withdrawn, rows_about

_TITLE = gettext_lazy("Renunciation to review")
_TITLE_WITHOUT_GROUND = gettext_lazy(
    "Review to resolve: what spoke against the renunciation was taken back"
)


def _review_in_words(review: StandingReview) -> str:
    number = {"number": review.individual.number}
    if review.is_groundless:
        return _("Review to resolve: %(number)s, what spoke against it was taken back") % number
    return _("Renunciation to review: %(number)s") % number


# An item stays due until somebody resolves the review.
reviews_open = PersonDueSource(
    kind="standing_review",
    title=_TITLE,
    permission=P.EVIDENCE_READ,
    about=StandingReview,
    date="review_on",
    rows_on=lambda today: with_case_followed(StandingReview.objects.open()),
    say=_review_in_words,
    what=lambda review: str(_TITLE_WITHOUT_GROUND if review.is_groundless else _TITLE),
    actions=(due.DueAction(gettext_lazy("Resolve"), "standing-review-resolve", P.EVIDENCE_CHANGE),),
    shown_in_panel="dates",
)

evidence_extract = held_unless_withdrawn(
    Evidence,
    gettext_lazy("Evidence about the renunciation"),
    ["what"],
    {
        "source": gettext_lazy("Sources of evidence: they are third persons."),
    },
    permission=P.EVIDENCE_READ,
)
evidence_reply_extract = ExtractPart(
    EvidenceReply,
    gettext_lazy("What the person replied to evidence"),
    ["text"],
    rows=rows_about(EvidenceReply, "evidence__individual"),
    permission=P.EVIDENCE_READ,
)
standing_review_extract = ExtractPart(
    StandingReview,
    gettext_lazy("Reviews of the renunciation"),
    ["because"],
    first=["review_on", "resolved_at"],
    permission=P.EVIDENCE_READ,
)
extracts = (evidence_extract, evidence_reply_extract, standing_review_extract)


VERBS: dict[str, str | Promise] = {
    "evidence.read": gettext_lazy("opened a file of renunciation"),
    "evidence.recorded": gettext_lazy("recorded evidence about a renunciation"),
    "evidence.replied": gettext_lazy("recorded what a person replied to evidence"),
    "evidence.withdrawn": gettext_lazy("took back evidence that was recorded by mistake"),
    "standing_review.opened": gettext_lazy("opened the review of a renunciation"),
    "standing_review.resolved": gettext_lazy("resolved the review of a renunciation"),
}
