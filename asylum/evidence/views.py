"""Pages about evidence, replies and reviews."""

from django.utils.translation import gettext_lazy as _

from asylum.evidence import actions as acts
from asylum.evidence.forms import EvidenceForm, ReplyForm, ResolveForm
from asylum.models import Evidence, StandingReview
from asylum.views.legal import legal_page
from casework.register.forms import WithdrawForm
from casework.register.models.individual import Individual

REPLIED = "asylum/evidence/_replied.html"

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
    shown=REPLIED,
)
evidence_withdraw = legal_page(
    Evidence,
    WithdrawForm,
    acts.withdraw_evidence,
    title=_("It was recorded by mistake"),
    done=_("It counts no longer. A review that it opened stays open."),
    shown=REPLIED,
)
review_resolve = legal_page(
    StandingReview,
    ResolveForm,
    acts.resolve_review,
    title=_("Resolve the review"),
    done=_("The review is resolved. No state was changed."),
    shown="asylum/evidence/_reviewed.html",
)
