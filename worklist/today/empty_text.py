"""The text of Today if nothing is urgent."""

from django.utils.translation import gettext as _

from accounts.permissions import Permission
from accounts.roles import SHOWS_PEOPLE
from casework.search.nobody_visible import sentence_if_nobody_visible
from worklist.today.facts import TodayFacts

# Only users with one of these permissions look after families or sites, so only they read that nothing is urgent.
FOLLOWED = (Permission.TASK_READ, Permission.CASE_READ, Permission.PLACEMENT_READ)


def text_if_nothing_is_urgent(facts: TodayFacts, *, sets_up: bool) -> str:
    """The text instead of the first lines; empty for users who look after nobody.

    `sets_up` says whether the page shows the block of first steps."""
    user = facts.user
    if not any(user.holds(each) for each in FOLLOWED):
        return ""
    if facts.no_site_yet:
        return facts.no_site_yet
    # Empty for users whose roles show no people: they read only about the first steps.
    sights = [sentence_if_nobody_visible(user, each) for each in SHOWS_PEOPLE if user.holds(each)]
    comes_next = ""
    if sets_up:
        comes_next = _("What comes first stands below, under “First steps”.")
    elif sights and user.holds(Permission.CASE_LOG):
        comes_next = _("Log the first arrival.")
    if not all(sights) or not (sights or comes_next):
        return _("Nothing is urgent. A quiet day.")
    return " ".join(filter(None, [*sights[:1], comes_next]))
