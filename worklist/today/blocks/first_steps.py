"""The block of first steps in a new installation."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from worklist.first_steps.order import has_steps, list_of_steps, put_away_confirmation
from worklist.today.blocks.base import TodayBlock
from worklist.today.facts import TodayFacts


class FirstSteps(TodayBlock):
    """All steps for users who set up the installation, their own steps for others.

    Left out in a demonstration, and after the list was put away."""

    slug = "first-steps"
    title = gettext_lazy("First steps")
    permission = Permission.INBOX_READ
    template = "worklist/blocks/first_steps.html"

    def context(self, facts: TodayFacts) -> dict[str, Any] | None:
        if settings.INVENTS_PEOPLE or not has_steps(facts.user) or put_away_confirmation():
            return None
        steps = list_of_steps(facts.user)
        return steps if steps["open"] or steps["sets_up"] else None


first_steps_block = FirstSteps()
