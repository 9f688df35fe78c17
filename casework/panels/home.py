"""The page “at home” of a file: relatives who stayed behind, and what was done to them."""

from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, Detention, HomeIncident, RelativeAbroad
from casework.querysets.case import members_today
from casework.querysets.home import with_incidents


def _people(case: Case, user: User) -> Any:
    return members_today(case, user.today()).values("individual")


class RelativesPanel:
    slug, title = "relatives", gettext_lazy("Relatives at home")
    permission = Permission.HOME_READ
    page = "home"
    template = "casework/panels/relatives.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        everybody = RelativeAbroad.objects.filter(individual__in=_people(case, user))
        rows = list(with_incidents(everybody).select_related("individual", "state"))
        held = {
            each.relative_id: each for each in Detention.objects.open().filter(relative__in=rows)
        }
        at_home = [relative for relative in rows if relative.ended_on is None]
        return {
            "lines": [(relative, held.get(relative.pk)) for relative in at_home],
            "past": [relative for relative in rows if relative.ended_on],
            "dependants": sum(relative.is_dependant for relative in at_home),
            "ailing": sum(relative.is_dependant and relative.is_ailing for relative in at_home),
            "may_change": can(user, Permission.HOME_CHANGE, about=case),
            "may_add": case.is_open and can(user, Permission.HOME_CHANGE, about=case),
        }

    def glance(self, case: Case, user: User) -> list[str]:
        """How many relatives are detained, if any."""
        held = Detention.objects.open().filter(relative__individual__in=_people(case, user)).count()
        words = ngettext("%(count)s relative detained", "%(count)s relatives detained", held)
        return [words % {"count": held}] if held else []


class IncidentsPanel:
    slug, title = "incidents", gettext_lazy("Incidents at home")
    permission = Permission.HOME_READ
    page = "home"
    template = "casework/panels/incidents.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        rows = (
            HomeIncident.objects.counting()
            .filter(individual__in=_people(case, user))
            .select_related("relative", "individual", "state")
        )
        return {
            "incidents": list(rows),
            "may_change": can(user, Permission.HOME_CHANGE, about=case),
            "may_add": case.is_open and can(user, Permission.HOME_CHANGE, about=case),
        }


relatives = RelativesPanel()
incidents = IncidentsPanel()
