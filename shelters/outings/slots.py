"""What outings add elsewhere: the extract of a person, a count on Today, words of the audit log."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.due import WaitingCount
from accounts.models import User
from accounts.permissions import Permission as P
from casework.slots.extract import ExtractPart
from shelters.outings.models import Outing

outing_extract = ExtractPart(
    Outing,
    _("Outings"),
    left_out={"placement": _("The stay itself stands among the stays.")},
    permission=P.PLACEMENT_CHANGE,
)


def _late(user: User) -> Any:
    return Outing.objects.visible_to(user).late_for(user).values("pk")


people_late = WaitingCount(
    slug="outings-late",
    permission=P.PLACEMENT_CHANGE,
    rows=_late,
    words=lambda number: ngettext("person not back in time", "people not back in time", number),
    page="outing-list?state=late",
    asks=_("Ask where they are"),
    is_trouble=True,
)

VERBS: dict[str, str | Promise] = {
    "outing.begun": _("recorded that somebody went out"),
    "outing.corrected": _("corrected when somebody went out or came back"),
    "outing.ended": _("recorded that somebody came back to a site"),
    "outing.listed": _("looked at who went out"),
    "outings.read": _("looked at who is out of a site"),
}
