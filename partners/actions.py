"""Organisations and whom to call there, what was asked and answered, tensions, reported figures."""

import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import NotAllowed, require
from accounts.audit import record
from accounts.models import Office, User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from pages.refusals import ActionRefused
from partners.choices import (
    NEEDS_REASON,
    NEEDS_WORDS,
    REQUEST_MOVES,
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


def _write(contact: PartnerContact, *, by: User, **facts: str) -> None:
    for name, text in facts.items():
        setattr(contact, name, text.strip())
    if not (contact.name or contact.post):
        raise ActionRefused(_("Give the name or the position."), field="post")
    contact.changed_by = by
    contact.save()


@transaction.atomic
def add_contact(
    organisation: Organisation,
    *,
    by: User,
    post: str = "",
    name: str = "",
    phone: str = "",
    email: str = "",
) -> PartnerContact:
    """Adds somebody to the directory of the user's office; name, phone and mail are sealed."""
    office = own_office(by, Permission.PARTNER_CHANGE)
    contact = PartnerContact(key_id=issue_key(), office=office, organisation=organisation)
    _write(contact, by=by, post=post, name=name, phone=phone, email=email)
    record("contact.added", by=by, about=contact)
    return contact


@transaction.atomic
def change_contact(
    contact: PartnerContact,
    *,
    by: User,
    post: str = "",
    name: str = "",
    phone: str = "",
    email: str = "",
) -> PartnerContact:
    """Corrects an entry of the directory."""
    contact = PartnerContact.objects.lock(contact)
    require(by, Permission.PARTNER_CHANGE, about=contact)
    _write(contact, by=by, post=post, name=name, phone=phone, email=email)
    record("contact.changed", by=by, about=contact)
    return contact


@transaction.atomic
def end_contact(contact: PartnerContact, *, ended_on: datetime.date, by: User) -> PartnerContact:
    """Takes somebody off the directory from that day on; the entry is kept."""
    contact = PartnerContact.objects.lock(contact)
    require(by, Permission.PARTNER_CHANGE, about=contact)
    refuse_future(ended_on, by=by, field="ended_on")
    if contact.ended_on:
        raise ActionRefused(_("This has ended already."))
    contact.ended_on = ended_on
    contact.changed_by = by
    contact.save(update_fields=["ended_on", "changed_by", "changed_at"])
    record("contact.ended", by=by, about=contact)
    return contact


@transaction.atomic
def add_organisation(
    *, name: str, kind: str, by: User, short_name: str = "", is_named_in_exports: bool = True
) -> Organisation:
    """A new organisation, seen by all offices. Refuses a name that is on the list."""
    require(by, Permission.PARTNER_CHANGE)
    organisation = Organisation(
        name=name.strip(),
        short_name=short_name.strip(),
        kind=kind,
        is_named_in_exports=is_named_in_exports,
    )
    _refuse_second(organisation)
    organisation.save()
    record("organisation.added", by=by, about=organisation, details={"kind": kind})
    return organisation


@transaction.atomic
def change_organisation(
    organisation: Organisation,
    *,
    name: str,
    kind: str,
    by: User,
    short_name: str = "",
    is_named_in_exports: bool = True,
) -> Organisation:
    """Corrects the name or the kind, or whether tables that leave the house may name it."""
    organisation = Organisation.objects.lock(organisation)
    require(by, Permission.PARTNER_CHANGE, about=organisation)
    was_named = organisation.is_named_in_exports
    organisation.name = name.strip()
    organisation.short_name = short_name.strip()
    organisation.kind = kind
    organisation.is_named_in_exports = is_named_in_exports
    _refuse_second(organisation)
    organisation.save()
    record(
        "organisation.changed",
        by=by,
        about=organisation,
        details={"is_named_in_exports": [was_named, is_named_in_exports]},
    )
    return organisation


def _refuse_second(organisation: Organisation) -> None:
    same = Organisation.objects.filter(name__iexact=organisation.name).exclude(pk=organisation.pk)
    if same.exists():
        raise ActionRefused(_("This organisation is on the list already."), field="name")


@transaction.atomic
def give_role(
    organisation: Organisation, *, role: str, starts_on: datetime.date, by: User
) -> OrganisationRole:
    """Says that the organisation does this around the user's office, from a day on."""
    office = own_office(by, Permission.PARTNER_CHANGE)
    organisation = Organisation.objects.lock(organisation)
    running = OrganisationRole.objects.filter(
        office=office, organisation=organisation, role=role, ends_on=None
    )
    if running.exists():
        raise ActionRefused(_("This is recorded already and still runs."), field="role")
    given = OrganisationRole.objects.create(
        office=office, organisation=organisation, role=role, starts_on=starts_on, recorded_by=by
    )
    record("partner_role.given", by=by, about=given, details={"role": role})
    return given


@transaction.atomic
def end_role(role: OrganisationRole, *, ends_on: datetime.date, by: User) -> OrganisationRole:
    """Says that the organisation does this no longer; `ends_on` is the first day without."""
    role = OrganisationRole.objects.lock(role)
    require(by, Permission.PARTNER_CHANGE, about=role)
    if role.ends_on:
        raise ActionRefused(_("This has ended already."))
    if ends_on < role.starts_on:
        raise ActionRefused(_("The end is before the start."), field="ends_on")
    role.ends_on = ends_on
    role.save(update_fields=["ends_on"])
    record("partner_role.ended", by=by, about=role, details={"role": role.role})
    return role


@transaction.atomic
def record_participation(
    organisation: Organisation, *, status: str, on: datetime.date, by: User, reason: str = ""
) -> Participation:
    """Keeps what the organisation said about taking part. Whoever is wary, declines or ends says why."""
    office = own_office(by, Permission.PARTNER_CHANGE)
    refuse_future(on, by=by)
    if status in NEEDS_WORDS and not reason.strip():
        raise ActionRefused(_("Write down the reason."), field="reason")
    said = Participation.objects.create(
        key_id=issue_key(),
        office=office,
        organisation=organisation,
        status=ParticipationStatus(status),
        on=on,
        reason=reason.strip(),
        recorded_by=by,
    )
    record("participation.recorded", by=by, about=said, details={"status": said.status})
    return said


def own_office(by: User, permission: Permission) -> Office:
    """The user's own office. Raises NotAllowed unless they hold the permission there."""
    require(by, permission)
    if by.office is None or by.office.pk not in by.office_ids(permission):
        raise NotAllowed(_("You do not write for this office."))
    return by.office


def _write_reported(
    figure: ReportedFigure,
    *,
    on: datetime.date,
    operator: str,
    value: int,
    value_to: int | None,
    source: str,
    by: User,
) -> None:
    refuse_future(on, by=by)
    is_range = operator == Operator.BETWEEN
    if is_range != (value_to is not None) or (is_range and (value_to or 0) <= value):
        raise ActionRefused(_("“Between” needs both ends, the lower first."), field="value_to")
    if not source.strip():
        raise ActionRefused(_("Say who reported it, and when."), field="source")
    figure.on, figure.operator, figure.value, figure.value_to = on, operator, value, value_to
    figure.source = source.strip()
    figure.recorded_by = by
    figure.save()


@transaction.atomic
def report_figure(
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
) -> ReportedFigure:
    """Keeps one more figure with its source; figures that contradict it stay."""
    require(by, Permission.PARTNER_CHANGE)
    figure = ReportedFigure(metric=metric, is_day_approximate=is_day_approximate, note=note.strip())
    _write_reported(
        figure, on=on, operator=operator, value=value, value_to=value_to, source=source, by=by
    )
    record("reported_figure.added", by=by, about=figure, details={"metric": metric})
    return figure


@transaction.atomic
def correct_figure(
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
) -> ReportedFigure:
    """Corrects what was misread in the source; the reference tables leave the row alone from then on."""
    figure = ReportedFigure.objects.lock(figure)
    require(by, Permission.PARTNER_CHANGE, about=figure)
    before = [figure.operator, figure.value, figure.value_to]
    figure.metric = metric
    figure.is_day_approximate = is_day_approximate
    figure.note = note.strip()
    _write_reported(
        figure, on=on, operator=operator, value=value, value_to=value_to, source=source, by=by
    )
    record(
        "reported_figure.corrected",
        by=by,
        about=figure,
        details={"from": before, "to": [operator, value, value_to]},
    )
    return figure


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
