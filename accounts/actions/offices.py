"""Opening and correcting offices and teams."""

import hashlib
from typing import Any, TypeVar

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import lock_for, require
from accounts.audit import add_and_record, record, save_and_record
from accounts.models import Office, OfficeLogo, Team, User
from accounts.permissions import Permission
from pages.refusals import ActionRefused

Place = TypeVar("Place", Office, Team)


class OfficeRefused(ActionRefused):
    """An office or a team cannot be opened or changed in this way; the sentence says why."""


@transaction.atomic
def open_office(*, name: str, time_zone: str, country: str, by: User) -> Office:
    """Opens an office. It has no files yet, so its first supervisor needs no approval."""
    require(by, Permission.OFFICE_CHANGE)
    if Office.objects.filter(name__iexact=name).exists():
        raise OfficeRefused(_("There is an office with this name."), field="name")
    office = Office(name=name, time_zone=time_zone, country=country)
    return add_and_record(office, "office.opened", by=by)


@transaction.atomic
def open_team(office: Office, *, name: str, by: User) -> Team:
    """Opens a team that has no members and no cases."""
    office = lock_for(office, Permission.OFFICE_CHANGE, by=by)
    if office.teams.filter(name__iexact=name).exists():
        raise OfficeRefused(_("This office has a team with this name."), field="name")
    return add_and_record(Team(office=office, name=name), "team.opened", by=by)


@transaction.atomic
def change_office(office: Office, *, name: str, time_zone: str, country: str, by: User) -> Office:
    """Corrects the office. Days and terms follow its time zone and country from now on."""
    office = lock_for(office, Permission.OFFICE_CHANGE, by=by)
    if Office.objects.filter(name__iexact=name).exclude(pk=office.pk).exists():
        raise OfficeRefused(_("There is an office with this name."), field="name")
    facts = {"name": name, "time_zone": time_zone, "country": country}
    return _save_changes(office, facts, verb="office.changed", by=by)


@transaction.atomic
def change_letterhead(
    office: Office, *, organisation: str, address: str, phone: str, email: str, by: User
) -> Office:
    """Changes the sender of future letters; letters on file stay as they were printed."""
    office = lock_for(office, Permission.OFFICE_CHANGE, by=by)
    facts = {"organisation": organisation, "address": address, "phone": phone, "email": email}
    return _save_changes(office, facts, verb="office.letterhead_set", by=by)


@transaction.atomic
def change_mail_times(
    office: Office, *, mails_from: int, mails_until: int, mail_days: list[int], by: User
) -> Office:
    """Sets when mail about notices leaves; what waits leaves at the first such hour."""
    office = lock_for(office, Permission.OFFICE_CHANGE, by=by)
    if mails_from >= mails_until:
        raise OfficeRefused(_("The last hour comes after the first."), field="mails_until")
    facts = {"mails_from": mails_from, "mails_until": mails_until, "mail_days": mail_days}
    return _save_changes(office, facts, verb="office.mail_times_set", by=by)


@transaction.atomic
def change_logo(office: Office, *, logo: bytes, by: User) -> Office:
    """Sets the logo of future letters, or removes it if empty. The audit log keeps the checksums of both logos."""
    office = lock_for(office, Permission.OFFICE_CHANGE, by=by)
    before = office.logo()
    if logo == before:
        raise OfficeRefused(_("Nothing was changed."))
    OfficeLogo.objects.filter(office=office).delete()
    if logo:
        OfficeLogo.objects.create(office=office, content=logo)
    sums = {"before": checksum_of(before), "after": checksum_of(logo)}
    record("office.logo_set", by=by, about=office, details=sums)
    return office


def checksum_of(logo: bytes) -> str:
    """The SHA-256 of the picture in hex, which identifies it in the audit log and in letters; empty without a picture."""
    return hashlib.sha256(logo).hexdigest() if logo else ""


@transaction.atomic
def change_team(team: Team, *, name: str, by: User) -> Team:
    """Corrects the name of the team."""
    lock_for(team.office, Permission.OFFICE_CHANGE, by=by)
    others = Team.objects.filter(office=team.office, name__iexact=name).exclude(pk=team.pk)
    if others.exists():
        raise OfficeRefused(_("This office has a team with this name."), field="name")
    return _save_changes(team, {"name": name}, verb="team.changed", by=by)


def _save_changes(row: Place, facts: dict[str, Any], *, verb: str, by: User) -> Place:
    """Saves the values in `facts` that differ. The audit log keeps the previous ones, which are not about people."""
    before = {name: getattr(row, name) for name in facts if getattr(row, name) != facts[name]}
    if not before:
        raise OfficeRefused(_("Nothing was changed."))
    for name in before:
        setattr(row, name, facts[name])
    return save_and_record(row, *before, verb=verb, by=by, details={"before": before})
