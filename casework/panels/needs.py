"""Specific needs on the pages of a case, and what a room must offer on the reduced card."""

from typing import Any

from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, SpecificNeed
from casework.querysets.case import members_today
from casework.querysets.need import room_needs_of


class NeedsPanel:
    slug, title = "needs", gettext_lazy("Specific needs")
    permission = Permission.NEED_READ
    page = "people"
    template = "casework/panels/needs.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        members = list(members_today(case, user.today()))
        needs = (
            SpecificNeed.objects.visible_to(user)
            .open_on(user.today())
            .filter(individual__in=[member.individual_id for member in members])
            .select_related("individual", "code")
        )
        return {"needs": list(needs), "people": [member.individual for member in members]}


class RoomNeedsPanel:
    """What a place to sleep must offer. Never why."""

    slug, title = "room-needs", gettext_lazy("What a room must offer")
    permission = Permission.NEED_FLAGS
    page = "people"
    template = "casework/panels/room_needs.html"
    is_on_card = True

    def context(self, case: Case, user: User) -> dict[str, Any]:
        people = [member.individual for member in members_today(case, user.today())]
        wanted = room_needs_of([person.pk for person in people], user.today())
        return {
            "lines": [
                (person, [need.label for need in wanted[person.pk]])
                for person in people
                if person.pk in wanted
            ]
        }


needs = NeedsPanel()
room_needs = RoomNeedsPanel()
