"""What Today says where nothing comes first. Only readers with people to look after are told that the day is calm."""

from django.utils.translation import gettext as _

from accounts.permissions import Permission
from accounts.roles import SHOWS_PEOPLE
from casework.search.anybody import nobody_on_file
from worklist.today.facts import Desk

# Readers with one of these have families or sites to look after, and are told when nothing is urgent.
FOLLOWS = (Permission.TASK_READ, Permission.CASE_READ, Permission.PLACEMENT_READ)


def nothing_first(desk: Desk, *, sets_up: bool) -> str:
    """`sets_up`: the page shows the user the first steps."""
    user = desk.user
    if not any(user.holds(each) for each in FOLLOWS):
        return ""
    if desk.no_site_yet:
        return desk.no_site_yet
    # Readers whose roles show no people read only of the steps.
    sights = [nobody_on_file(user, each) for each in SHOWS_PEOPLE if user.holds(each)]
    comes_next = ""
    if sets_up:
        comes_next = _("What comes first stands below, under “First steps”.")
    elif sights and user.holds(Permission.CASE_LOG):
        comes_next = _("Log the first arrival.")
    if not all(sights) or not (sights or comes_next):
        return _("Nothing is urgent. A quiet day.")
    return " ".join(filter(None, [*sights[:1], comes_next]))
