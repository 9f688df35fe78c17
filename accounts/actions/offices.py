"""Opening offices and teams."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import require
from accounts.audit import record
from accounts.models import Office, Team, User
from accounts.permissions import Permission
from pages.refusals import ActionRefused


class OfficeRefused(ActionRefused):
    """Why an office or a team cannot be opened."""


@transaction.atomic
def open_office(*, name: str, time_zone: str, country: str, by: User) -> Office:
    """A new place of work. It has no files, so its first supervisor needs nobody's approval."""
    require(by, Permission.OFFICE_CHANGE)
    if Office.objects.filter(name__iexact=name).exists():
        raise OfficeRefused(_("There is an office with this name."), field="name")
    office = Office.objects.create(name=name, time_zone=time_zone, country=country)
    record("office.opened", by=by, about=office)
    return office


@transaction.atomic
def open_team(office: Office, *, name: str, by: User) -> Team:
    """A new team, without people and cases."""
    office = Office.objects.lock(office)
    require(by, Permission.OFFICE_CHANGE, about=office)
    if office.teams.filter(name__iexact=name).exists():
        raise OfficeRefused(_("This office has a team with this name."), field="name")
    team = Team.objects.create(office=office, name=name)
    record("team.opened", by=by, about=team)
    return team
