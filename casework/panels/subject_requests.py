"""What people asked about their own data, on the file's page of papers."""

from typing import Any

from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, SubjectRequest
from casework.querysets.case import members_today


class SubjectRequestsPanel:
    """Each person's requests with their terms, and the way to the extract."""

    slug, title = "data-requests", gettext_lazy("Requests about the own data")
    permission = Permission.INDIVIDUAL_READ
    page = "papers"
    template = "casework/panels/subject_requests.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        today = user.today()
        people = [member.individual for member in members_today(case, today)]
        requests = SubjectRequest.objects.filter(individual__in=people).select_related("rule")
        by_person: dict[Any, list[Any]] = {person.pk: [] for person in people}
        for request in requests:
            by_person[request.individual_id].append((request, request.is_overdue_on(today)))
        return {
            "lines": [(person, by_person[person.pk]) for person in people],
            "may_record": can(user, Permission.INDIVIDUAL_CHANGE, about=case),
            "may_erase": can(user, Permission.INDIVIDUAL_ERASE, about=case),
            "may_answer": can(user, Permission.EXTRACT_MAKE, about=case),
        }


subject_requests = SubjectRequestsPanel()
