"""Opening offices and teams."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import lock_for, require
from accounts.audit import entered
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
    office = Office(name=name, time_zone=time_zone, country=country)
    return entered(office, "office.opened", by=by)


@transaction.atomic
def open_team(office: Office, *, name: str, by: User) -> Team:
    """A new team, without people and cases."""
    office = lock_for(office, Permission.OFFICE_CHANGE, by=by)
    if office.teams.filter(name__iexact=name).exists():
        raise OfficeRefused(_("This office has a team with this name."), field="name")
    return entered(Team(office=office, name=name), "team.opened", by=by)
