"""A handover moves the leaver's open tasks, says how many, and its undo gives the same tasks back."""

import datetime
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from accounts.roles import Role
from casework.cases.actions import restrict_case
from casework.handovers.actions import (
    MovedWork,
    assign_case,
    assign_cases,
    hand_over,
    take_back_together,
)
from casework.handovers.querysets import load_of
from casework.plan.actions import add_goal, draw_up_plan
from casework.plan.models import CasePlan, PlanGoal
from casework.register.models.assignment import WorkPassed
from casework.tasks.actions import assign_task, move_task, set_task, settle_task
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask
from pages.dates import short_date
from tests.build import an_arrival
from tests.casework.handovers.test_assign_case import who_has
from tests.casework.handovers.test_hand_over import handed, told, undo_of
from tests.cast import hire, log_in
from tests.page import page_of
from worklist.due.rows import due
from worklist.notices.models import Notice
from worklist.notices.unread import unread_notices
from worklist.scheduler.tick import tick

pytestmark = pytest.mark.usefixtures("english")
DAY = datetime.timedelta(days=1)


@pytest.fixture
def pia(cast):
    return hire("Pia", Role.CASEWORKER, cast.cucuta, cast.norte)


@pytest.fixture
def case(cast):
    case = an_arrival(cast)
    assign_cases([case], caseworker=cast.ana, by=cast.ana)
    return case


def a_task(cast, case, **facts):
    return set_task(case, **{"title": "Llamar", "due_on": cast.ana.today(), "by": cast.ana} | facts)


def doers(*tasks) -> list[str]:
    return [CaseTask.objects.get(pk=task.pk).assigned_to.full_name for task in tasks]


def test_from_today_every_open_task_of_the_leaver_goes_along_wherever_it_is_and_nothing_else(
    cast, pia, case
):
    late = a_task(cast, case, due_on=cast.ana.today() - 3 * DAY)
    later = a_task(cast, case, due_on=cast.ana.today() + 30 * DAY)
    settled = settle_task(a_task(cast, case), status=TaskStatus.DONE, by=cast.ana)
    of_sonia = a_task(cast, case, assigned_to=cast.sonia)
    elsewhere = a_task(cast, an_arrival(cast))
    [outcome, work_alone] = hand_over(leaving=cast.ana, taking=pia, by=cast.sonia)
    assert doers(late, later, settled, of_sonia, elsewhere) == ["Pia", "Pia", "Ana", "Sonia", "Pia"]
    assert (outcome.tasks, work_alone.tasks) == (
        MovedWork(moved=2),
        MovedWork(moved=1, is_work_alone=True),
    )
    given = AuditEvent.objects.filter(verb="task.assigned", actor=cast.sonia)
    assert set(given.values_list("about_id", flat=True)) == {
        str(each.pk) for each in (late, later, elsewhere)
    }


def test_from_a_later_day_what_is_due_before_it_stays_and_is_counted(cast, pia, case):
    on = cast.ana.today() + 7 * DAY
    before, then = a_task(cast, case, due_on=on - DAY), a_task(cast, case, due_on=on)
    [outcome] = hand_over(leaving=cast.ana, taking=pia, by=cast.sonia, on=on)
    assert doers(before, then) == ["Ana", "Pia"]
    assert outcome.tasks == MovedWork(moved=1, unmoved=1)


def test_taking_back_gives_each_task_to_whom_it_was_with(cast, pia, case):
    task, of_pia = a_task(cast, case), a_task(cast, case, assigned_to=pia)
    [outcome] = hand_over(leaving=cast.ana, taking=pia, by=cast.sonia)
    assert doers(task, of_pia) == ["Pia", "Pia"]
    [back] = take_back_together(outcome.together, by=cast.sonia)
    assert doers(task, of_pia) == ["Ana", "Pia"]
    assert back.tasks == MovedWork(moved=1)
    assert AuditEvent.objects.filter(verb="task.given_back", about_id=str(task.pk)).count() == 1


def test_what_was_done_with_a_task_since_stands_and_a_new_day_comes_back_too(cast, pia, case):
    settled, given_on, moved = [a_task(cast, case) for _ in range(3)]
    [outcome] = hand_over(leaving=cast.ana, taking=pia, by=cast.sonia)
    settle_task(settled, status=TaskStatus.DONE, by=pia)
    assign_task(given_on, to=cast.sonia, by=pia)
    newer = move_task(CaseTask.objects.get(pk=moved.pk), due_on=moved.due_on + DAY, by=pia)
    [back] = take_back_together(outcome.together, by=cast.sonia)
    assert doers(settled, given_on, newer) == ["Pia", "Sonia", "Ana"]
    assert back.tasks == MovedWork(moved=1, unmoved=2)


def test_tasks_of_a_case_that_is_refused_stay_with_it(cast, pia, case):
    refused = an_arrival(cast)
    assign_cases([refused], caseworker=cast.ana, by=cast.ana)
    tasks = a_task(cast, case), a_task(cast, refused)
    restrict_case(refused, people=[cast.ana], by=cast.sonia)
    outcomes = hand_over(leaving=cast.ana, taking=pia, by=cast.sonia)
    assert [(bool(each.refusal), each.tasks.moved) for each in outcomes] == [(False, 1), (True, 0)]
    assert doers(*tasks) == ["Pia", "Ana"]


def test_who_may_not_hand_over_moves_no_task(cast, pia, case):
    task = a_task(cast, case)
    [outcome] = hand_over(leaving=cast.ana, taking=pia, by=cast.sonia)
    assert take_back_together(outcome.together, by=cast.bruno) == []
    with pytest.raises(NotAllowed):
        assign_task(task, to=cast.ana, by=cast.bruno)
    assert doers(task) == ["Pia"]


def test_the_page_says_how_many_went_and_came_back_and_the_receiver_is_told(cast, pia, case):
    a_task(cast, case)
    a_task(cast, case)
    sonia = log_in(cast.sonia)
    page = sonia.post(reverse("cases-hand-over"), handed(cast, pia, cast.ana.today()))
    assert "2 tareas pasaron con el caso." in page.content.decode()
    assert told(pia) == {
        f"Usted atiende {case.number} desde el {short_date(pia.today())}, con 2 tareas abiertas"
    }
    assert due(pia, today=pia.today(), kinds=["task_due"]).count() == 2
    assert "2 tareas volvieron." in sonia.post(undo_of(page)).content.decode()
    assert told(pia) == set()


def test_work_in_a_case_of_somebody_else_goes_while_the_case_stays_and_all_comes_back(cast, pia):
    case = an_arrival(cast)
    assign_cases([case], caseworker=cast.sonia, by=cast.sonia)
    task = a_task(cast, case)
    plan = draw_up_plan(case, next_on=cast.ana.today() + 30 * DAY, by=cast.ana)
    told = {"need": "Trabajo", "goal": "Un empleo", "target_on": cast.ana.today() + 60 * DAY}
    goal = add_goal(plan, area="income", by=cast.ana, **told)

    def responsible() -> list[str]:
        rows = CasePlan.objects.get(pk=plan.pk), PlanGoal.objects.get(pk=goal.pk)
        return [row.responsible.full_name for row in rows]

    [outcome] = hand_over(leaving=cast.ana, taking=pia, by=cast.sonia)
    assert outcome.tasks == MovedWork(moved=1, plans=2, is_work_alone=True)
    assert (doers(task), responsible()) == (["Pia"], ["Pia", "Pia"])
    assert who_has(case, cast.ana.today()) == "Sonia"
    [back] = take_back_together(outcome.together, by=cast.sonia)
    assert back.tasks == MovedWork(moved=1, plans=2, is_work_alone=True)
    assert (doers(task), responsible()) == (["Ana"], ["Ana", "Ana"])
    [again] = take_back_together(outcome.together, by=cast.sonia)
    assert again.refusal


def test_the_timeline_says_that_work_went_while_the_case_stayed_and_that_it_came_back(cast, pia):
    case, alone = an_arrival(cast), an_arrival(cast)
    for each in (case, alone):
        a_task(cast, each)
    draw_up_plan(case, next_on=cast.ana.today() + 30 * DAY, by=cast.ana)
    sonia = log_in(cast.sonia)
    answer = sonia.post(reverse("cases-hand-over"), handed(cast, pia, cast.ana.today()))
    whole = page_of(sonia.get(reverse("case-timeline", args=[case.number])))
    assert whole.says("Sonia pasó tareas y plan de Ana a Pia")
    assert page_of(sonia.get(reverse("case-detail", args=[case.number]))).says(
        "Sonia pasó tareas y plan de Ana a Pia"
    )
    address = reverse("case-timeline", args=[alone.number])
    assert page_of(sonia.get(address)).says("Sonia pasó tareas de Ana a Pia")
    assert "deshizo" not in whole.text
    sonia.post(undo_of(answer))
    says = page_of(sonia.get(reverse("case-timeline", args=[case.number]))).says
    assert says("Sonia pasó tareas y plan de Ana a Pia")
    assert says("Sonia deshizo el paso de tareas y plan de Ana a Pia")
    assert page_of(sonia.get(address)).says("Sonia deshizo el paso de tareas de Ana a Pia")


def test_work_in_a_case_that_the_other_cannot_open_stays(cast, pia):
    case = an_arrival(cast)
    task = a_task(cast, case)
    restrict_case(case, people=[cast.ana], by=cast.sonia)
    [outcome] = hand_over(leaving=cast.ana, taking=pia, by=cast.sonia)
    assert outcome.refusal
    assert (doers(task), WorkPassed.objects.count()) == (["Ana"], 0)


def test_a_case_planned_for_the_leaver_goes_from_the_day_it_was_planned_for(cast, pia):
    case, today = an_arrival(cast), cast.ana.today()
    assign_case(case, caseworker=cast.sonia, by=cast.sonia)
    assign_case(case, caseworker=cast.ana, by=cast.sonia, on=today + 9 * DAY)
    days = (today, today + 8 * DAY, today + 9 * DAY)
    [outcome] = hand_over(leaving=cast.ana, taking=pia, by=cast.sonia)
    assert [who_has(case, day) for day in days] == ["Sonia", "Sonia", "Pia"]
    take_back_together(outcome.together, by=cast.sonia)
    assert [who_has(case, day) for day in days] == ["Sonia", "Sonia", "Ana"]


def test_what_goes_is_listed_first_and_nothing_has_moved_yet(cast, pia, case):
    task, elsewhere = a_task(cast, case), an_arrival(cast)
    a_task(cast, elsewhere)
    theirs = an_arrival(cast, by=cast.bruno)
    a_task(cast, theirs, assigned_to=cast.bruno, by=cast.bruno)
    sonia, sent = log_in(cast.sonia), handed(cast, pia, cast.ana.today())
    del sent["confirm"]
    page = sonia.post(reverse("cases-hand-over"), sent)
    assert [
        (each.case, bool(each.changes_hands_on), each.tasks) for each in page.context["load"]
    ] == [
        (case, True, 1),
        (elsewhere, False, 1),
    ]
    assert case.number in page.content.decode()
    assert doers(task) == ["Ana"]


def test_the_list_of_what_goes_asks_as_often_for_four_cases_as_for_one(cast, pia, case):
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            load_of(cast.ana, by=cast.sonia, on=cast.ana.today())
        return len(queries)

    asked()
    one = asked()
    for _more in range(3):
        a_task(cast, an_arrival(cast))
    assert len(load_of(cast.ana, by=cast.sonia, on=cast.ana.today())) == 4
    assert asked() == one


@pytest.mark.parametrize("door", ["undo", "assign", "move"])
def test_what_is_theirs_no_more_is_told_no_more(cast, pia, case, door):
    task, other = a_task(cast, case), a_task(cast, case)
    [outcome] = hand_over(leaving=cast.ana, taking=pia, by=cast.sonia)
    tick()
    seen = Notice.objects.visible_to(pia)
    about = {"task_given": 2, "case_assigned": 1}
    assert Counter(seen.values_list("kind", flat=True)) == about
    if door == "undo":
        take_back_together(outcome.together, by=cast.sonia)
        assert not seen.exists()
        page = page_of(log_in(pia).get(reverse("inbox")))
        assert not page.says(case.number)
        assert unread_notices(pia) == 0
        return
    if door == "assign":
        assign_task(task, to=cast.sonia, by=cast.ana)
    else:
        move_task(task, due_on=task.due_on + DAY, by=pia)
    told_of = seen.filter(kind="task_given").values_list("about_id", flat=True)
    assert list(told_of) == [str(other.pk)]
    settle_task(other, status=TaskStatus.DONE, by=cast.ana)
    assert seen.filter(kind="task_given").count() == 1
