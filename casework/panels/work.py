"""Work and visits of care on the file's page of support."""

from typing import Any

from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.models import (
    Case,
    FamilyMember,
    HealthVisit,
    InformalWork,
    InformationGiven,
    JobApplication,
    WorkAuthorisation,
)
from casework.querysets.case import members_today


def _people(case: Case, user: User) -> list[FamilyMember]:
    return list(members_today(case, user.today()))


class WorkPanel:
    """The right to work, what was told, applications, and work without papers."""

    slug, title = "work", gettext_lazy("Work")
    permission = Permission.WORK_READ
    page = "support"
    template = "casework/panels/work.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        members = _people(case, user)
        people = [member.individual_id for member in members]
        today = user.today()
        rights = WorkAuthorisation.objects.filter(individual__in=people)
        return {
            "members": members,
            "rights": [
                (right, right.holds_on(today)) for right in rights.select_related("individual")
            ],
            "told": InformationGiven.objects.filter(individual__in=people).select_related(
                "individual", "given_by"
            ),
            "applications": JobApplication.objects.filter(individual__in=people).select_related(
                "individual"
            ),
            "informal": InformalWork.objects.filter(individual__in=people).select_related(
                "individual"
            ),
            "may_change": case.is_open and can(user, Permission.WORK_CHANGE, about=case),
        }


class VisitsPanel:
    """Who gave care to whom, and what was found."""

    slug, title = "visits", gettext_lazy("Visits of care")
    permission = Permission.WELLBEING_READ
    page = "support"
    template = "casework/panels/visits.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        members = _people(case, user)
        people = [member.individual_id for member in members]
        return {
            "members": members,
            "visits": HealthVisit.objects.filter(individual__in=people).select_related(
                "individual", "provider"
            ),
            "may_change": case.is_open and can(user, Permission.WELLBEING_CHANGE, about=case),
        }


work = WorkPanel()
visits = VisitsPanel()
