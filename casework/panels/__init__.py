"""What a case page shows, each part behind its own permission, and what casework itself adds."""

import datetime
from typing import Any, Protocol

from django.conf import settings
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, FamilyMember, Individual, Rank, ServiceRecord
from casework.querysets.case import members_today
from casework.querysets.merge import absorbed_cases


class Panel(Protocol):
    """One section of the case page, named in settings.CASE_PANELS.

    May also have `is_on_card = True` (shown on the reduced card too, to who holds `permission` there)
    and `glance(case, user) -> list[str]`: short facts for the identity bar; and `page`, one of PAGES,
    to stand on a page of its own beside the summary.
    """

    slug: str
    title: str | Promise
    permission: Permission
    template: str

    def context(self, case: Case, user: User) -> dict[str, Any]: ...


# The pages of a case's file, in the order of their tabs; a panel without `page` is on the summary.
PAGES: dict[str, str | Promise] = {
    "": gettext_lazy("Summary"),
    "people": gettext_lazy("People and needs"),
    "home": gettext_lazy("At home"),
    "papers": gettext_lazy("Documents and consents"),
    "plan": gettext_lazy("Plan and tasks"),
    "support": gettext_lazy("Work, health, activity"),
}


def page_of(panel: Panel) -> str:
    """The page on which the panel stands."""
    return getattr(panel, "page", "")


def panels_of(case: Case, user: User) -> list[Panel]:
    """The panels that this user may see about this case, in the order of the settings."""
    panels = [import_string(path) for path in settings.CASE_PANELS]
    return [panel for panel in panels if can(user, panel.permission, about=case)]


class FamilyPanel:
    slug, title = "family", gettext_lazy("Family")
    permission = Permission.INDIVIDUAL_READ
    template = "casework/panels/family.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        today = user.today()
        present = members_today(case, today)
        past = case.members.lasting().filter(left_on__lte=today).select_related("individual")
        seen = set(
            Individual.objects.visible_to(user, self.permission)
            .filter(memberships__in=past)
            .values_list("pk", flat=True)
        )
        return {
            "lines": [member_line(member, today) for member in present],
            "past": [(member, member.individual_id in seen) for member in past],
            "absorbed": absorbed_cases(present.values("individual"), user).exclude(pk=case.pk),
            "may_change": case.is_open and can(user, Permission.CASE_CHANGE, about=case),
        }


def member_line(member: FamilyMember, day: datetime.date) -> dict[str, Any]:
    """What a table of people shows of one member."""
    individual = member.individual
    return {
        "member": member,
        "individual": individual,
        "age": individual.age_on(day),
        "population": individual.population_on(day).label,
    }


class ArrivalPanel:
    slug, title = "arrival", gettext_lazy("Arrival")
    permission = Permission.CASE_READ
    template = "casework/panels/arrival.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        arrivals = case.arrivals.select_related(
            "crossing", "directorate", "received_by", "first_contact_by", "logged_by"
        )
        return {
            "arrivals": list(arrivals),
            "may_change": can(user, Permission.CASE_CHANGE, about=case),
            "may_see_people": can(user, Permission.INDIVIDUAL_READ, about=case),
        }


class ServicePanel:
    slug, title = "service", gettext_lazy("Service in a force")
    permission = Permission.SERVICE_READ
    page = "people"
    template = "casework/panels/service.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        people = members_today(case, user.today()).values("individual")
        records = (
            ServiceRecord.objects.current()
            .filter(individual__in=people)
            .select_related("individual", "force")
        )
        ranks = list(Rank.objects.all())
        return {"services": [(service, service.rank_of(ranks)) for service in records]}


family = FamilyPanel()
arrival = ArrivalPanel()
service = ServicePanel()
