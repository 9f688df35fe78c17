"""Interviews that people of a file gave to outsiders."""

from typing import Any

from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, InterviewedPerson
from casework.querysets.case import members_today


class InterviewsPanel:
    slug, title = "interviews", gettext_lazy("Interviews with outsiders")
    permission = Permission.CONSENT_READ
    page = "papers"
    template = "casework/panels/interviews.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        people = members_today(case, user.today()).values("individual")
        parts = InterviewedPerson.objects.filter(individual__in=people).select_related(
            "interview", "individual"
        )
        return {
            "parts": list(parts.order_by("-interview__on", "individual__number")),
            "may_change": can(user, Permission.CONSENT_CHANGE, about=case),
        }


interviews = InterviewsPanel()
