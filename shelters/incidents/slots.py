"""What incidents at sites add elsewhere: the extract of a person, a day of review, words of the audit log."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import due
from accounts.models import User
from accounts.permissions import Permission as P
from casework.slots.extract import ExtractPart
from shelters.incidents.models import SiteIncident, SiteIncidentDecision

_OF_OTHERS = _("What happened, as staff wrote it: it may tell of others who sleep there.")
incident_held = (
    ExtractPart(
        SiteIncident,
        _("Incidents at a site"),
        words=["statement"],
        left_out={"placement": _("The stay itself stands among the stays."), "account": _OF_OTHERS},
        permission=P.PLACEMENT_CHANGE,
    ),
    ExtractPart(
        SiteIncidentDecision,
        _("Decisions about incidents at a site"),
        words=["because"],
        left_out={"incident": _("The incident itself stands among the incidents.")},
        permission=P.PLACEMENT_CHANGE,
    ),
)


def _seen_by(decisions: Any, user: User) -> Any:
    return decisions.visible_to(user)


# A row of the office, not of the case: the file of the case does not show it.
reviews = due.Source(
    kind="site_incident_review",
    title=_("Review of a decision about an incident"),
    permission=P.PLACEMENT_CHANGE,
    about=SiteIncident,
    key="incident_id",
    date="review_on",
    office="incident__placement__site__office_id",
    related=("placement__site",),
    rows_on=lambda today: SiteIncidentDecision.objects.to_review(),
    say=lambda incident: (
        gettext("%(site)s: decision about an incident") % {"site": incident.placement.site}
    ),
    who=lambda incident: str(incident.placement.site),
    what=lambda incident: gettext("review the decision about an incident"),
    read_by=_seen_by,
    overdue=due.WARN,
    actions=(due.DueAction(_("Review"), "site-incident-decide", P.PLACEMENT_CHANGE),),
)

VERBS: dict[str, str | Promise] = {
    "site_incident.corrected": _("corrected an incident at a site"),
    "site_incident.decided": _("decided about an incident at a site"),
    "site_incident.listed": _("looked at the incidents at sites"),
    "site_incident.read": _("opened an incident at a site"),
    "site_incident.recorded": _("recorded an incident at a site"),
}
