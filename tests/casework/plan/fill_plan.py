"""What each world holds of a plan."""

import datetime

from accounts.models import User
from casework.plan.actions import add_goal, add_step, draw_up_plan, move_step
from casework.plan.choices import PlanArea, PlanStatus
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    later = by.today() + datetime.timedelta(days=20)
    plan = draw_up_plan(
        family.case, next_on=later, is_agreed=True, remarks=f"Dicho: {family.sealed}", by=by
    )
    goal = add_goal(
        plan,
        area=PlanArea.HEALTH,
        need=f"Necesidad de {family.named}",
        goal=f"Meta {family.sealed}",
        target_on=later,
        individual=family.people[0],
        by=by,
    )
    step = add_step(goal, what=f"Paso de {family.named}", due_on=later, by=by)
    move_step(step, status=PlanStatus.UNDER_WAY, outcome=f"Va: {family.sealed}", by=by)
