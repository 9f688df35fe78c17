"""Who of a file left, and who may be recorded as leaving."""

from typing import Any

from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, Exit
from casework.querysets.case import members_today


class ExitsPanel:
    slug, title = "exits", gettext_lazy("Exits")
    permission = Permission.EXIT_RECORD
    page = "papers"
    template = "casework/panels/exits.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        exits = list(Exit.objects.filter(case=case).select_related("individual"))
        gone = {leaving.individual_id for leaving in exits if leaving.is_standing}
        present = [member.individual for member in members_today(case, user.today())]
        may_change = case.is_open and can(user, self.permission, about=case)
        return {
            "exits": exits,
            "staying": [person for person in present if may_change and person.pk not in gone],
        }


exits = ExitsPanel()
