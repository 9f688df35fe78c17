"""A draft of moves out of the family's site."""

import datetime

from accounts.models import User
from shelters.models import MovePlan
from shelters.plan.actions import make_plan
from shelters.plan.solving import solve_plan
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    """The site closes tomorrow, as the supervisor plans it."""
    if not MovePlan.objects.filter(site=family.site).exists():
        tomorrow = by.today() + datetime.timedelta(days=1)
        week = datetime.timedelta(days=7)
        plan = make_plan(
            family.site, leaves_on=tomorrow, counts_until=tomorrow + week, by=cast.sonia
        )
        solve_plan(plan.pk)
