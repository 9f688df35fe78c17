"""What the former members of a family handed over."""

from typing import Any

from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.choices import Category
from casework.models import Case, Disarmament
from casework.querysets.case import members_today


class DisarmamentPanel:
    slug, title = "disarmament", gettext_lazy("Handed over on arrival")
    permission = Permission.SERVICE_READ
    page = "people"
    template = "casework/panels/disarmament.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        people = [
            member.individual
            for member in members_today(case, user.today())
            if member.individual.category == Category.FORMER_MEMBER
        ]
        rows = Disarmament.objects.filter(individual__in=people).select_related("received_by")
        outcomes: dict[Any, list[Disarmament]] = {}
        for row in rows:
            outcomes.setdefault(row.individual_id, []).append(row)
        return {
            "people": [(person, outcomes.get(person.pk, [])) for person in people],
            "may_record": case.is_open and can(user, Permission.SERVICE_CHANGE, about=case),
        }


disarmament = DisarmamentPanel()
