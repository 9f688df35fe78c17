"""Organisations: their names, what they do since when, and whether they take part."""

import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.actions.own_office import own_office
from casework.actions.refusals import refuse_future
from casework.choices.partners import NEEDS_WORDS, ParticipationStatus
from casework.models import Organisation, OrganisationRole, Participation
from pages.refusals import ActionRefused
from vault.keys import issue_key


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
