"""The block of first steps in a new installation, shown until they are done."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from worklist.blocks.base import TodayBlock
from worklist.desk import Desk
from worklist.first_steps.order import SETS_UP, concern, first_steps, put_away


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


def list_of_steps(user: User) -> dict[str, Any]:
    """The steps as the template shows them: open ones first, done ones below."""
    steps = first_steps(user)
    return {
        "open": [
            (step, user.holds(step.permission) if step.permission else False)
            for step in steps
            if step.is_open
        ],
        "done": [step for step in steps if step.is_done],
        "not_here": [step for step in steps if not step.is_open and not step.is_done],
        "total": sum(step.is_open or step.is_done for step in steps),
        "sets_up": user.holds(SETS_UP),
    }


first_steps_block = FirstSteps()
