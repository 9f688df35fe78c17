"""The block of first steps in a new installation, shown until they are done."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from worklist.first_steps.order import concern, list_of_steps, put_away
from worklist.today.blocks.base import TodayBlock
from worklist.today.facts import Desk


class FirstSteps(TodayBlock):
    """All steps for those who set up, own steps for others; left out in the demonstration, and once the list is put away."""

    slug = "first-steps"
    title = gettext_lazy("First steps")
    permission = Permission.INBOX_READ
    template = "worklist/blocks/first_steps.html"

    def context(self, desk: Desk) -> dict[str, Any] | None:
        if settings.INVENTS_PEOPLE or not concern(desk.user) or put_away():
            return None
        found = list_of_steps(desk.user)
        return found if found["open"] or found["sets_up"] else None


first_steps_block = FirstSteps()
