"""Recording an incident at a site, correcting it, and deciding about it."""

import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.corrections.actions import correction_action, refuse_mistake
from casework.register.actions import lock_row, record_about_person, save_new_row
from pages.refusals import ActionRefused
from shelters.incidents.choices import REVIEWED, OwnStatement, SiteDecision, SiteIncidentKind
from shelters.incidents.models import SiteIncident, SiteIncidentDecision
from shelters.models import Placement

MAY_CHANGE = Permission.PLACEMENT_CHANGE


@transaction.atomic
def record_site_incident(
    placement: Placement,
    *,
    on: datetime.date,
    kind: str,
    account: str,
    statement_state: str,
    statement: str = "",
    by: User,
) -> SiteIncident:
    """Records what happened, and what the person says about it. It changes nothing else: no stay, no paper, no status.

    Raises ActionRefused for a day in the future, and for a statement that nobody made.
    """
    placement = lock_for(placement, MAY_CHANGE, by=by)
    individual = lock_for(placement.individual, MAY_CHANGE, by=by)
    refuse_future(on, by=by)
    _refuse_unsaid(statement_state, statement)
    incident = save_new_row(
        SiteIncident,
        individual,
        by=by,
        placement=placement,
        on=on,
        kind=SiteIncidentKind(kind),
        account=account,
        statement_state=OwnStatement(statement_state),
        statement=statement,
    )
    record_about_person("site_incident.recorded", incident, by=by)
    return incident


@transaction.atomic
def decide_site_incident(
    incident: SiteIncident,
    *,
    decision: str,
    because: str,
    review_on: datetime.date | None = None,
    by: User,
) -> SiteIncidentDecision:
    """Decides about the incident; a later decision follows an earlier one, which stays readable.

    Raises ActionRefused before the person was asked, and for a measure without a day of review.
    """
    incident = lock_row(incident, MAY_CHANGE, by=by)
    refuse_mistake(incident)
    if incident.statement_state == OwnStatement.NOT_ASKED:
        raise ActionRefused(
            _("Ask the person first what they say about it, and write it into the incident.")
        )
    today = by.today()
    if SiteDecision(decision) in REVIEWED and review_on is None:
        raise ActionRefused(
            _("Set the day on which somebody looks at it again."), field="review_on"
        )
    if review_on and review_on <= today:
        raise ActionRefused(_("The review is after the decision."), field="review_on")
    row = save_new_row(
        SiteIncidentDecision,
        incident.individual,
        by=by,
        incident=incident,
        on=today,
        decision=SiteDecision(decision),
        because=because,
        review_on=review_on,
    )
    record_about_person("site_incident.decided", row, by=by)
    return row


def _refuse_unsaid(state: str, statement: str) -> None:
    if statement.strip() and state != OwnStatement.GIVEN:
        raise ActionRefused(_("Say that the person made a statement."), field="statement_state")
    if state == OwnStatement.GIVEN and not statement.strip():
        raise ActionRefused(_("Write what the person says."), field="statement")


def _refuse_impossible(incident: SiteIncident, *, by: User) -> None:
    refuse_future(incident.on, by=by)
    _refuse_unsaid(incident.statement_state, incident.statement or "")


correct_site_incident = correction_action(
    MAY_CHANGE, verb="site_incident.corrected", then=_refuse_impossible
)
