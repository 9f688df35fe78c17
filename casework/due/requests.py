"""What was asked of a partner, or by one, and has no answer after a fortnight."""

import datetime
import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import DateField, F, UUIDField, Value
from django.db.models.functions import Cast
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from casework.choices.partners import RequestOutcome
from casework.due import columns, severity
from casework.models import PartnerRequest

# No law sets a term between organisations. A fortnight is the office's own patience, and one question by phone.
ANSWER_WITHIN = datetime.timedelta(days=14)


class RequestsUnanswered:
    """It is time to ask again, or to write down the answer."""

    kind = "request_unanswered"
    title = gettext_lazy("Request without an answer")
    permission = Permission.PARTNER_CHANGE

    def rows(self, today: datetime.date) -> Any:
        """Open requests of the office, a fortnight after they were made."""
        rows = (
            PartnerRequest.objects.filter(outcome=RequestOutcome.OPEN)
            .annotate(answer_by=Cast(F("on") + Value(ANSWER_WITHIN), DateField()))
            .annotate(
                of_office=F("office_id"),
                how_bad=severity("answer_by", today),
                no_case=Value(None, UUIDField()),
            )
        )
        about = "casework.partnerrequest"
        return columns(self, rows, about=about, on="answer_by", case="no_case")

    def sentence(self, about_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
        """What was asked for; with whom it was spoken stays on the page."""
        return {
            request.pk: _("A request stands open: %(what)s") % {"what": request.get_kind_display()}
            for request in PartnerRequest.objects.filter(pk__in=about_ids)
        }


requests_unanswered = RequestsUnanswered()
