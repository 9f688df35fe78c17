"""Actions that correct rows about partners. The old values are stored by a higher app, which fills a slot."""

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Unpack

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.audit import save_and_record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from pages.refusals import ActionRefused
from pages.slots import Slot
from partners.actions import ContactChanges, set_contact
from partners.choices import OUTCOME_NEEDS_REASON, RequestOutcome
from partners.models import OrganisationRole, PartnerContact, PartnerRequest, TensionEvent


@dataclass(frozen=True)
class CorrectionStore:
    """Functions of the app that stores corrections. `put_right(row, facts, reason=, by=)` stores the old values, sets the new
    ones without saving, and returns the names of changed fields. `corrections_of(*rows)` returns the stored corrections."""

    put_right: Callable[..., list[str]]
    corrections_of: Callable[..., Iterable[Any]]


correction_keepers: Slot[CorrectionStore] = Slot(
    "who keeps what was put right in rows of a lower floor"
)


def corrections_of(*rows: Any) -> list[Any]:
    """The stored corrections of the rows, with the earlier values."""
    return [each for keeper in correction_keepers for each in keeper.corrections_of(*rows)]


def _put_right(
    row: Any, facts: dict[str, Any], *, reason: str, by: User, **when: datetime.datetime
) -> list[str]:
    [keeper] = correction_keepers
    return keeper.put_right(row, facts, reason=reason, by=by, **when)


@transaction.atomic
def change_contact(
    contact: PartnerContact, *, by: User, **facts: Unpack[ContactChanges]
) -> PartnerContact:
    """Changes the contact; the old values stay readable. Raises ActionRefused if nothing changes.

    It needs no reason, because the people of an organisation change."""
    row = lock_for(contact, Permission.PARTNER_CHANGE, by=by)
    _put_right(row, dict(facts), reason="", by=by, recorded_at=timezone.now())
    set_contact(row, **facts)
    row.changed_by = by
    return save_and_record(row, verb="contact.changed", by=by)


@transaction.atomic
def correct_role(
    given: OrganisationRole,
    *,
    role: str,
    starts_on: datetime.date,
    by: User,
    ends_on: datetime.date | None = None,
    is_mistake: bool = False,
    reason: str = "",
) -> OrganisationRole:
    """Corrects what an organisation does, and since when. Raises ActionRefused for days or a role that cannot be.

    A role recorded by mistake (`is_mistake`) ends on its first day, so that it is valid on no day."""
    row = lock_for(given, Permission.PARTNER_CHANGE, by=by)
    if is_mistake:
        starts_on = ends_on = row.starts_on
    if ends_on and ends_on < starts_on:
        raise ActionRefused(_("The end is before the start."), field="ends_on")
    running = OrganisationRole.objects.filter(
        office=row.office_id, organisation=row.organisation_id, role=role, ends_on=None
    )
    if ends_on is None and running.exclude(pk=row.pk).exists():
        raise ActionRefused(_("This is recorded already and still runs."), field="role")
    facts = {"role": role, "starts_on": starts_on, "ends_on": ends_on}
    fields = _put_right(row, facts, reason=reason, by=by)
    return save_and_record(
        row, *fields, verb="partner_role.corrected", by=by, details={"fields": fields}
    )


@transaction.atomic
def correct_request(
    request: PartnerRequest, *, reason_given: str = "", by: User, reason: str = "", **facts: Any
) -> PartnerRequest:
    """Corrects who asked for what, the answer and its day, or marks the request with `is_mistake`.

    Without an answer the request is open again, and due. `reason_given` is the partner's reason, `reason` that of the
    correction. Raises ActionRefused for facts that contradict each other."""
    row = lock_for(request, Permission.PARTNER_CHANGE, by=by)
    facts["reason"] = reason_given
    fields = _put_right(row, facts, reason=reason, by=by)
    _refuse_contradictions(row, by=by)
    return save_and_record(
        row, *fields, verb="request.corrected", by=by, details={"fields": fields}
    )


def _refuse_contradictions(row: PartnerRequest, *, by: User) -> None:
    refuse_future(row.on, by=by)
    if row.asked_by is None and row.asked_of is None:
        raise ActionRefused(_("Name who asked, or who was asked."), field="asked_of")
    if row.asked_by == row.asked_of:
        raise ActionRefused(_("Nobody asks this of themselves."), field="asked_of")
    if row.outcome == RequestOutcome.OPEN:
        if row.answered_on or row.reason:
            raise ActionRefused(
                _("What has no answer has no day of it, and no reason."), field="outcome"
            )
        return
    if row.answered_on is None:
        raise ActionRefused(_("Say on which day it was answered."), field="answered_on")
    refuse_future(row.answered_on, by=by, field="answered_on")
    if row.answered_on < row.on:
        raise ActionRefused(_("The answer is before the request."), field="answered_on")
    if row.outcome in OUTCOME_NEEDS_REASON and not row.reason:
        raise ActionRefused(_("Write down the reason."), field="reason_given")


@transaction.atomic
def correct_tension(
    event: TensionEvent, *, by: User, reason: str = "", **facts: Any
) -> TensionEvent:
    """Corrects a tension, or marks it with `is_mistake`."""
    row = lock_for(event, Permission.PARTNER_CHANGE, by=by)
    if facts.get("on"):
        refuse_future(facts["on"], by=by)
    fields = _put_right(row, facts, reason=reason, by=by)
    return save_and_record(
        row, *fields, verb="tension.corrected", by=by, details={"fields": fields}
    )
