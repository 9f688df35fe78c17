"""Who sees a case no more has no open task in it, nor plan: whoever looks after it does, or nobody, and that is seen."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Grant, User
from accounts.roles import Role
from casework.cases.actions import restrict_case
from casework.handovers.actions import assign_case
from casework.plan.actions import add_goal, draw_up_plan, move_goal
from casework.plan.choices import PlanArea
from casework.plan.models import CasePlan, PlanGoal
from casework.tasks.actions import set_task
from casework.tasks.models import CaseTask
from tests.build import an_arrival
from tests.cast import as_, hire
from tests.page import page_of
from worklist.notices.models import Notice
from worklist.notices.writing import write_notices
from worklist.scheduler import tick

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)


@pytest.fixture
def pia(cast):
    """Ana's colleague in the same team."""
    return hire("Pia", Role.CASEWORKER, cast.cucuta, cast.norte)


@pytest.fixture
def task(cast):
    """Ana's, in a case that she looks after, overdue."""
    case = an_arrival(cast)
    assign_case(case, caseworker=cast.ana, by=cast.ana)
    return set_task(case, title="Llamar", due_on=cast.ana.today() - DAY, by=cast.ana)


def holder(task):
    return CaseTask.objects.get(pk=task.pk).assigned_to


def nobodys(cast, task):
    """Whether it stands in the list of the dates that are nobody's."""
    page = page_of(as_(cast.sonia).get(reverse("due-list") + "?whose=nobody"))
    return "Llamar" in page.text


def told(user):
    write_notices(timezone.now())
    return Notice.objects.filter(kind="task_passed", user=user).count()


def test_a_case_that_goes_to_another_team_leaves_its_tasks_to_nobody_until_it_is_assigned(
    cast, task
):
    client = as_(cast.sonia)
    assert not nobodys(cast, task)
    page = page_of(client.get(reverse("case-move", args=[task.case.number])))
    assert page.says("Las tareas abiertas de quien deja de verlo pasan a quien lo atiende")
    client.post(reverse("case-move", args=[task.case.number]), {"team": cast.sur.pk})
    assert holder(task) is None
    assert nobodys(cast, task)
    page = page_of(as_(cast.bruno).get(reverse("case-part", args=[task.case.number, "plan"])))
    assert page.says("nadie todavía")
    assign_case(task.case, caseworker=cast.bruno, by=cast.sonia)
    assert holder(task) == cast.bruno
    assert not nobodys(cast, task)
    assert told(cast.bruno) == 1
    assert told(cast.bruno) == 1


def test_a_restricted_case_passes_them_to_whoever_looks_after_it_and_is_named(cast, pia):
    case = an_arrival(cast)
    assign_case(case, caseworker=cast.ana, by=cast.ana)
    task = set_task(case, title="Llamar", due_on=cast.ana.today(), assigned_to=pia, by=cast.sonia)
    restrict_case(case, people=[cast.ana], by=cast.sonia)
    assert (holder(task), told(cast.ana)) == (cast.ana, 1)


@pytest.mark.parametrize("how", ["role", "account", "name"])
def test_what_ends_by_itself_is_passed_on_by_the_clock(cast, pia, how):
    case = an_arrival(cast)
    assign_case(case, caseworker=cast.ana, by=cast.ana)
    task = set_task(case, title="Llamar", due_on=cast.ana.today(), assigned_to=pia, by=cast.ana)
    tick.tick()
    assert holder(task) == pia
    if how == "role":
        Grant.objects.filter(user=pia).update(ends_on=pia.today() - DAY)
    elif how == "account":
        User.objects.filter(pk=pia.pk).update(is_active=False)
    else:
        restrict_case(case, people=[cast.ana, pia], by=cast.sonia)
        assert holder(task) == pia
        case.named_access.filter(user=pia).update(until=pia.today())
    tick.tick()
    assert holder(task) == cast.ana
    assert Notice.objects.filter(kind="task_passed", user=cast.ana).count() == 1


@pytest.fixture
def goals(cast, task):
    """Ana's plan of that case, with one goal that stands open and one that is reached."""
    day = cast.ana.today()
    plan = draw_up_plan(task.case, next_on=day + DAY, by=cast.ana)
    said = {"area": PlanArea.SCHOOL, "need": "Cupo", "target_on": day, "by": cast.ana}
    made = [add_goal(plan, goal=goal, **said) for goal in ("Jardín", "Escuela")]
    move_goal(made[1], status="reached", by=cast.ana)
    return made


def answer_for_it(goals):
    rows = PlanGoal.objects.filter(pk__in=[goal.pk for goal in goals]).order_by("set_at")
    return [CasePlan.objects.get().responsible, *(row.responsible for row in rows)]


def test_plan_and_open_goals_pass_as_tasks_do(cast, task, goals):
    as_(cast.sonia).post(reverse("case-move", args=[task.case.number]), {"team": cast.sur.pk})
    assert answer_for_it(goals) == [None, None, cast.ana]
    bruno = as_(cast.bruno)
    for name, about in (
        ("case-part", [task.case.number, "plan"]),
        ("plan-print", [task.case.number]),
    ):
        page = page_of(bruno.get(reverse(name, args=about)))
        assert page.says("nadie todavía")
        assert not page.says("None")
    assign_case(task.case, caseworker=cast.bruno, by=cast.sonia)
    assert answer_for_it(goals) == [cast.bruno, cast.bruno, cast.ana]


def test_a_goal_of_who_has_left_the_house_is_passed_on_by_the_clock(cast, pia, task, goals):
    PlanGoal.objects.filter(pk=goals[0].pk).update(responsible=pia)
    User.objects.filter(pk=pia.pk).update(is_active=False)
    tick.tick()
    assert answer_for_it(goals) == [cast.ana, cast.ana, cast.ana]
