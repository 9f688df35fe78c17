"""What was asked of whom and which answer came; unrest around the people who are supported."""

import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.actions.own_office import own_office
from casework.actions.refusals import refuse_future
from casework.choices.partners import NEEDS_REASON, REQUEST_MOVES, RequestOutcome
from casework.models import Municipality, Organisation, PartnerRequest, TensionEvent
from pages.refusals import ActionRefused
from vault.keys import issue_key


@transaction.atomic
def make_request(
    *,
    kind: str,
    on: datetime.date,
    by: User,
    asked_by: Organisation | None = None,
    asked_of: Organisation | None = None,
    words: str = "",
) -> PartnerRequest:
    """Keeps that somebody asked somebody for something; None stands for the own organisation."""
    office = own_office(by, Permission.PARTNER_CHANGE)
    refuse_future(on, by=by)
    if asked_by is None and asked_of is None:
        raise ActionRefused(_("Name who asked, or who was asked."), field="asked_of")
    if asked_by == asked_of:
        raise ActionRefused(_("Nobody asks this of themselves."), field="asked_of")
    request = PartnerRequest.objects.create(
        key_id=issue_key(),
        office=office,
        kind=kind,
        asked_by=asked_by,
        asked_of=asked_of,
        on=on,
        words=words.strip(),
        recorded_by=by,
    )
    record("request.made", by=by, about=request, details={"kind": kind})
    return request


@transaction.atomic
def answer_request(
    request: PartnerRequest, *, outcome: str, answered_on: datetime.date, by: User, reason: str = ""
) -> PartnerRequest:
    """Keeps the answer, once. Refuses a no without its reason."""
    request = PartnerRequest.objects.lock(request)
    require(by, Permission.PARTNER_CHANGE, about=request)
    refuse_future(answered_on, by=by, field="answered_on")
    if outcome not in REQUEST_MOVES[request.outcome]:
        raise ActionRefused(_("This request was answered already."))
    if answered_on < request.on:
        raise ActionRefused(_("The answer is before the request."), field="answered_on")
    if outcome in NEEDS_REASON and not reason.strip():
        raise ActionRefused(_("Write down the reason."), field="reason")
    request.outcome = RequestOutcome(outcome)
    request.answered_on = answered_on
    request.reason = reason.strip()
    request.save(update_fields=["outcome", "answered_on", "reason"])
    record("request.answered", by=by, about=request, details={"outcome": request.outcome})
    return request


@transaction.atomic
def record_tension(
    *,
    on: datetime.date,
    municipality: Municipality,
    kind: str,
    level: int,
    by: User,
    source: str = "",
    account: str = "",
) -> TensionEvent:
    """Keeps an event that strained the peace around the office's people; it names no persons."""
    office = own_office(by, Permission.PARTNER_CHANGE)
    refuse_future(on, by=by)
    event = TensionEvent.objects.create(
        key_id=issue_key(),
        office=office,
        on=on,
        municipality=municipality,
        kind=kind,
        level=level,
        source=source.strip(),
        account=account.strip(),
        recorded_by=by,
    )
    record("tension.recorded", by=by, about=event, details={"kind": kind, "level": int(level)})
    return event
