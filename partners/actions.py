"""Actions that record organisations, contacts, requests and answers, tensions, and reported figures."""

import datetime
from typing import NotRequired, TypedDict, Unpack

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import NotAllowed, lock_for, require
from accounts.audit import add_and_record, save_and_record
from accounts.models import Office, User
from accounts.permissions import Permission
from accounts.refusals import refuse_future, refuse_second_answer
from pages.phones import require_phone_or_line
from pages.refusals import ActionRefused
from partners.choices import (
    OUTCOME_NEEDS_REASON,
    REQUEST_MOVES,
    STATUS_NEEDS_REASON,
    Operator,
    ParticipationStatus,
    RequestOutcome,
)
from partners.models import (
    Organisation,
    OrganisationRole,
    Participation,
    PartnerContact,
    PartnerRequest,
    ReportedFigure,
    TensionEvent,
)
from reference.models import Municipality
from vault.keys import issue_key


class ContactChanges(TypedDict, total=False):
    """Fields of a contact in the directory."""

    post: str
    name: str
    phone: str
    email: str


def set_contact(
    contact: PartnerContact, *, post: str = "", name: str = "", phone: str = "", email: str = ""
) -> None:
    """Sets the fields without saving. Raises ActionRefused if name and position are empty, or for an impossible phone."""
    contact.post, contact.name = post.strip(), name.strip()
    require_phone_or_line(phone)
    contact.phone, contact.email = phone.strip(), email.strip()
    if not (contact.name or contact.post):
        raise ActionRefused(_("Give the name or the position."), field="post")


@transaction.atomic
def add_contact(
    organisation: Organisation, *, by: User, **facts: Unpack[ContactChanges]
) -> PartnerContact:
    """Adds a contact to the directory of the user's office."""
    office = own_office(by, Permission.PARTNER_CHANGE)
    contact = PartnerContact(
        key_id=issue_key(), office=office, organisation=organisation, changed_by=by
    )
    set_contact(contact, **facts)
    return add_and_record(contact, "contact.added", by=by)


@transaction.atomic
def end_contact(contact: PartnerContact, *, ended_on: datetime.date, by: User) -> PartnerContact:
    """Takes a contact off the directory; the row stays."""
    contact = lock_for(contact, Permission.PARTNER_CHANGE, by=by)
    refuse_future(ended_on, by=by, field="ended_on")
    if contact.ended_on:
        raise ActionRefused(_("This has ended already."))
    contact.ended_on = ended_on
    contact.changed_by = by
    fields = ("ended_on", "changed_by", "changed_at")
    return save_and_record(contact, *fields, verb="contact.ended", by=by)


class OrganisationFacts(TypedDict):
    """Fields of an organisation."""

    name: str
    kind: str
    short_name: NotRequired[str]
    is_named_in_exports: NotRequired[bool]


def _set_organisation(
    organisation: Organisation,
    *,
    name: str,
    kind: str,
    short_name: str = "",
    is_named_in_exports: bool = True,
) -> None:
    organisation.name, organisation.short_name = name.strip(), short_name.strip()
    organisation.kind, organisation.is_named_in_exports = kind, is_named_in_exports
    _refuse_known_name(organisation)


@transaction.atomic
def add_organisation(*, by: User, **facts: Unpack[OrganisationFacts]) -> Organisation:
    """Adds an organisation, which all offices see. Raises ActionRefused for a name that exists."""
    require(by, Permission.PARTNER_CHANGE)
    organisation = Organisation()
    _set_organisation(organisation, **facts)
    return add_and_record(
        organisation, "organisation.added", by=by, details={"kind": organisation.kind}
    )


@transaction.atomic
def change_organisation(
    organisation: Organisation, *, by: User, **facts: Unpack[OrganisationFacts]
) -> Organisation:
    """Corrects an organisation. Raises ActionRefused for a name that exists."""
    organisation = lock_for(organisation, Permission.PARTNER_CHANGE, by=by)
    was_named = organisation.is_named_in_exports
    _set_organisation(organisation, **facts)
    details = {"is_named_in_exports": [was_named, organisation.is_named_in_exports]}
    return save_and_record(organisation, verb="organisation.changed", by=by, details=details)


def _refuse_known_name(organisation: Organisation) -> None:
    same = Organisation.objects.filter(name__iexact=organisation.name).exclude(pk=organisation.pk)
    if same.exists():
        raise ActionRefused(_("This organisation is on the list already."), field="name")


@transaction.atomic
def give_role(
    organisation: Organisation, *, role: str, starts_on: datetime.date, by: User
) -> OrganisationRole:
    """Records what the organisation does for the user's office, from `starts_on`. Raises ActionRefused if it does so already."""
    office = own_office(by, Permission.PARTNER_CHANGE)
    organisation = Organisation.objects.lock(organisation)
    running = OrganisationRole.objects.filter(
        office=office, organisation=organisation, role=role, ends_on=None
    )
    if running.exists():
        raise ActionRefused(_("This is recorded already and still runs."), field="role")
    new_role = OrganisationRole(
        office=office, organisation=organisation, role=role, starts_on=starts_on, recorded_by=by
    )
    return add_and_record(new_role, "partner_role.given", by=by, details={"role": role})


@transaction.atomic
def end_role(role: OrganisationRole, *, ends_on: datetime.date, by: User) -> OrganisationRole:
    """Ends a role; `ends_on` is the first day without it."""
    role = lock_for(role, Permission.PARTNER_CHANGE, by=by)
    if role.ends_on:
        raise ActionRefused(_("This has ended already."))
    if ends_on < role.starts_on:
        raise ActionRefused(_("The end is before the start."), field="ends_on")
    role.ends_on = ends_on
    return save_and_record(
        role, "ends_on", verb="partner_role.ended", by=by, details={"role": role.role}
    )


@transaction.atomic
def record_participation(
    organisation: Organisation, *, status: str, on: datetime.date, by: User, reason: str = ""
) -> Participation:
    """Records whether the organisation takes part. Raises ActionRefused if the status needs a reason and there is none."""
    office = own_office(by, Permission.PARTNER_CHANGE)
    refuse_future(on, by=by)
    if status in STATUS_NEEDS_REASON and not reason.strip():
        raise ActionRefused(_("Write down the reason."), field="reason")
    participation = Participation(
        key_id=issue_key(),
        office=office,
        organisation=organisation,
        status=ParticipationStatus(status),
        on=on,
        reason=reason.strip(),
        recorded_by=by,
    )
    return add_and_record(
        participation, "participation.recorded", by=by, details={"status": participation.status}
    )


def own_office(by: User, permission: Permission) -> Office:
    """The user's own office. Raises NotAllowed unless the user holds the permission there."""
    require(by, permission)
    if by.office is None or by.office.pk not in by.office_ids(permission):
        raise NotAllowed(_("You do not write for this office."))
    return by.office


class FigureFacts(TypedDict):
    """Fields of a reported figure."""

    metric: str
    on: datetime.date
    operator: str
    value: int
    source: str
    value_to: NotRequired[int | None]
    is_day_approximate: NotRequired[bool]
    note: NotRequired[str]


def _set_figure(
    figure: ReportedFigure,
    *,
    metric: str,
    on: datetime.date,
    operator: str,
    value: int,
    source: str,
    by: User,
    value_to: int | None = None,
    is_day_approximate: bool = False,
    note: str = "",
) -> None:
    refuse_future(on, by=by)
    is_range = operator == Operator.BETWEEN
    if is_range != (value_to is not None) or (is_range and (value_to or 0) <= value):
        raise ActionRefused(_("“Between” needs both ends, the lower first."), field="value_to")
    if not source.strip():
        raise ActionRefused(_("Say who reported it, and when."), field="source")
    figure.metric, figure.on, figure.is_day_approximate = metric, on, is_day_approximate
    figure.operator, figure.value, figure.value_to = operator, value, value_to
    figure.source, figure.note = source.strip(), note.strip()
    figure.recorded_by = by


@transaction.atomic
def report_figure(*, by: User, **facts: Unpack[FigureFacts]) -> ReportedFigure:
    """Adds a figure with its source, beside figures that contradict it."""
    require(by, Permission.PARTNER_CHANGE)
    figure = ReportedFigure()
    _set_figure(figure, by=by, **facts)
    return add_and_record(figure, "reported_figure.added", by=by, details={"metric": figure.metric})


@transaction.atomic
def correct_figure(
    figure: ReportedFigure, *, by: User, **facts: Unpack[FigureFacts]
) -> ReportedFigure:
    """Corrects a figure that was misread. Loading the reference tables again does not overwrite it."""
    figure = lock_for(figure, Permission.PARTNER_CHANGE, by=by)
    before = [figure.operator, figure.value, figure.value_to]
    _set_figure(figure, by=by, **facts)
    details = {"from": before, "to": [figure.operator, figure.value, figure.value_to]}
    return save_and_record(figure, verb="reported_figure.corrected", by=by, details=details)


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
    """Records a request between organisations. As `asked_by` or `asked_of`, None is our own organisation."""
    office = own_office(by, Permission.PARTNER_CHANGE)
    refuse_future(on, by=by)
    if asked_by is None and asked_of is None:
        raise ActionRefused(_("Name who asked, or who was asked."), field="asked_of")
    if asked_by == asked_of:
        raise ActionRefused(_("Nobody asks this of themselves."), field="asked_of")
    request = PartnerRequest(
        key_id=issue_key(),
        office=office,
        kind=kind,
        asked_by=asked_by,
        asked_of=asked_of,
        on=on,
        words=words.strip(),
        recorded_by=by,
    )
    return add_and_record(request, "request.made", by=by, details={"kind": kind})


@transaction.atomic
def answer_request(
    request: PartnerRequest, *, outcome: str, answered_on: datetime.date, by: User, reason: str = ""
) -> PartnerRequest:
    """Records the answer to an open request. Raises ActionRefused for a second answer, or a refusal without a reason."""
    request = lock_for(request, Permission.PARTNER_CHANGE, by=by)
    refuse_future(answered_on, by=by, field="answered_on")
    if request.is_mistake:
        raise ActionRefused(_("This request was recorded by mistake."))
    if outcome not in REQUEST_MOVES[request.outcome]:
        words = _("This request was answered already.")
        refuse_second_answer(request, words, verb="request.answered", field="outcome")
    if answered_on < request.on:
        raise ActionRefused(_("The answer is before the request."), field="answered_on")
    if outcome in OUTCOME_NEEDS_REASON and not reason.strip():
        raise ActionRefused(_("Write down the reason."), field="reason")
    request.outcome = RequestOutcome(outcome)
    request.answered_on = answered_on
    request.reason = reason.strip()
    fields, details = ("outcome", "answered_on", "reason"), {"outcome": request.outcome}
    return save_and_record(request, *fields, verb="request.answered", by=by, details=details)


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
    """Records an event that strained relations between the office's people and others. It names no persons."""
    office = own_office(by, Permission.PARTNER_CHANGE)
    refuse_future(on, by=by)
    event = TensionEvent(
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
    details = {"kind": kind, "level": int(level)}
    return add_and_record(event, "tension.recorded", by=by, details=details)
