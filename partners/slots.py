"""What partners add to the lists of what falls due: requests without an answer."""

import datetime

from django.db.models import DateField, F, Value
from django.db.models.functions import Cast
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.permissions import Permission
from partners.choices import RequestOutcome
from partners.models import PartnerRequest

# No law sets this term: after a fortnight the office should ask by phone.
ANSWER_WITHIN = datetime.timedelta(days=14)

requests_unanswered = due.Source(
    kind="request_unanswered",
    title=gettext_lazy("Request without an answer"),
    permission=Permission.PARTNER_CHANGE,
    about=PartnerRequest,
    date="answer_by",
    office="office_id",
    rows_on=lambda today: PartnerRequest.objects.filter(
        outcome=RequestOutcome.OPEN, is_mistake=False
    ).annotate(answer_by=Cast(F("on") + Value(ANSWER_WITHIN), DateField())),
    say=lambda request: _("A request stands open: %(what)s") % {"what": request.get_kind_display()},
    who=lambda request: str(request.get_kind_display()),
    actions=(
        due.DueAction(
            gettext_lazy("Answer the request"), "request-answer", Permission.PARTNER_CHANGE
        ),
    ),
)
