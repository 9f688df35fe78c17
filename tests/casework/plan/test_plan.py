"""The plan of a case: drawn up, agreed, reviewed; goals and steps that move along their table."""

import datetime

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.cases.actions import CaseCannotClose, close_case
from casework.corrections.models import Correction
from casework.plan.actions import (
    PlanCannotMove,
    add_goal,
    add_step,
    correct_review,
    draw_up_plan,
    move_goal,
    move_step,
    review_plan,
)
from casework.plan.choices import PLAN_MOVES, PlanArea, PlanDoer, PlanStatus
from casework.plan.models import CasePlan, PlanGoal, PlanMove, PlanStep
from casework.plan.slots import plan_review_extract
from tests.asylum.build import undone
from tests.build import a_case, an_arrival, people_of
from tests.cast import log_in
from tests.refusals import refused
from worklist.due.rows import due
from worklist.sources.lookups import sentences

pytestmark = pytest.mark.usefixtures("english")
D = datetime.date
NEXT = D(2027, 1, 15)
DAY = datetime.timedelta(days=1)
GOAL = "Ángel va al jardín del barrio"


def a_plan(cast, case=None, **facts):
    facts = {"next_on": NEXT, "by": cast.ana} | facts
    return draw_up_plan(case or a_case(cast), **facts)


def a_goal(cast, plan=None, **facts):
    facts = {
        "area": PlanArea.SCHOOL,
        "need": "Marleny no puede trabajar sin cupo para el niño",
        "goal": GOAL,
        "target_on": D(2027, 1, 31),
        "by": cast.ana,
    } | facts
    return add_goal(plan or a_plan(cast), **facts)


def a_step(cast, goal=None, **facts):
    facts = {"what": "Pedir el cupo", "due_on": D(2026, 12, 5), "by": cast.ana} | facts
    return add_step(goal or a_goal(cast), **facts)


def test_a_plan_says_when_it_was_agreed_and_keeps_every_review(cast):
    case = a_case(cast)
    today = cast.ana.today()
    earlier = today - datetime.timedelta(days=9)
    plan = a_plan(cast, case, on=earlier)
    assert (plan.is_agreed, plan.agreed_on, plan.responsible) == (False, None, cast.ana)
    review_plan(
        plan, next_on=D(2027, 3, 1), is_agreed=True, remarks="De acuerdo los dos.", by=cast.sonia
    )
    plan.refresh_from_db()
    assert (plan.is_agreed, plan.agreed_on, plan.review_on) == (True, today, D(2027, 3, 1))
    assert [(review.on, review.is_agreed, review.by) for review in plan.reviews.all()] == [
        (today, True, cast.sonia),
        (earlier, False, cast.ana),
    ]


def test_a_case_has_one_plan_and_its_days_make_sense(cast):
    plan = a_plan(cast)
    with refused("The case has a plan: review it"):
        a_plan(cast, plan.case)
    with refused("The next review lies after this one"):
        review_plan(plan, next_on=cast.ana.today(), by=cast.ana)
    with pytest.raises(IntegrityError, match="agreed_plan_has_a_day"), transaction.atomic():
        CasePlan.objects.update(is_agreed=True)


@pytest.mark.parametrize("start", PlanStatus)
@pytest.mark.parametrize("what", ["goal", "step"])
def test_only_the_moves_of_the_table_are_made_and_each_leaves_a_row(cast, what, start):
    row, move = (a_goal(cast), move_goal) if what == "goal" else (a_step(cast), move_step)
    if start != PlanStatus.PLANNED:
        row = move(row, status=start, by=cast.ana)
    before = PlanMove.objects.filter(**{what: row}).count()
    for goal in PlanStatus:
        row.refresh_from_db()
        if goal in PLAN_MOVES[start]:
            with undone():
                moved = move(row, status=goal, outcome="Así quedó.", by=cast.ana)
                assert (moved.status, moved.outcome) == (goal, "Así quedó.")
                assert PlanMove.objects.filter(**{what: row}).count() == before + 1
        else:
            with pytest.raises(PlanCannotMove):
                move(row, status=goal, by=cast.ana)
            assert PlanMove.objects.filter(**{what: row}).count() == before


def test_a_goal_with_open_steps_is_not_settled(cast):
    step = a_step(cast)
    with refused("Settle the steps toward this goal first"):
        move_goal(step.goal, status=PlanStatus.REACHED, by=cast.ana)
    move_step(step, status=PlanStatus.REACHED, by=cast.ana)
    move_goal(step.goal, status=PlanStatus.REACHED, by=cast.ana)
    with refused("This goal is settled: take it up again first"):
        a_step(cast, step.goal)


def test_a_case_with_an_open_goal_does_not_close(cast):
    goal = a_goal(cast)
    with pytest.raises(CaseCannotClose, match="1 goal or step of the plan"):
        close_case(goal.case, reason="settled", on=cast.ana.today(), by=cast.ana)
    move_goal(goal, status=PlanStatus.DROPPED, by=cast.ana)
    close_case(goal.case, reason="settled", on=cast.ana.today(), by=cast.ana)


def test_the_review_falls_due_by_case_number_within_sight(cast):
    plan = a_plan(cast)
    rows = due(cast.ana, today=NEXT, kinds=["plan_review"])[:]
    assert [(row.about_id, row.on, row.severity) for row in rows] == [(str(plan.pk), NEXT, "warn")]
    said = sentences((row.kind, row.about_id) for row in rows)
    assert [text for text, _person in said.values()] == [f"Plan to review: {plan.case.number}"]
    for stranger in (cast.bruno, cast.carla, cast.adela, cast.mara):
        assert due(stranger, today=NEXT, kinds=["plan_review"])[:] == []


def test_the_pages_carry_a_plan_from_the_first_day_to_paper(cast):
    case = an_arrival(cast)
    client = log_in(cast.ana)
    today = str(cast.ana.today())
    sent = {"on": today, "next_on": "2027-01-15", "responsible": cast.ana.pk, "is_agreed": "on"}
    assert client.post(reverse("plan-draw-up", args=[case.number]), sent).status_code == 302
    plan = CasePlan.objects.get()
    sent = {
        "area": "school",
        "need": "Sin cupo",
        "goal": GOAL,
        "target_on": "2027-01-31",
        "individual": people_of(case)[2].pk,
        "responsible": cast.sonia.pk,
    }
    assert client.post(reverse("goal-add", args=[plan.pk]), sent).status_code == 302
    goal = PlanGoal.objects.get()
    assert (goal.individual, goal.responsible) == (people_of(case)[2], cast.sonia)
    sent = {"what": "Pedir el cupo", "doer": PlanDoer.FAMILY, "due_on": "2026-12-05"}
    assert client.post(reverse("step-add", args=[goal.pk]), sent).status_code == 302
    step = PlanStep.objects.get()
    moved = {"status": "reached", "on": today, "outcome": "Hay cupo."}
    for name, row in (("step-move", step), ("goal-move", goal)):
        assert client.post(reverse(name, args=[row.pk]), moved).status_code == 302
    sent = {"on": today, "next_on": "2027-02-15", "responsible": cast.ana.pk}
    assert client.post(reverse("plan-review", args=[plan.pk]), sent).status_code == 302
    for address in (
        reverse("case-part", args=[case.number, "plan"]),
        reverse("plan-print", args=[case.number]),
    ):
        text = client.get(address).content.decode()
        assert GOAL in text
        assert "Pedir el cupo" in text


def test_another_team_finds_nothing_and_who_only_reads_changes_nothing(cast):
    step = a_step(cast)
    addresses = [
        reverse("plan-draw-up", args=[step.case.number]),
        reverse("plan-print", args=[step.case.number]),
        reverse("plan-review", args=[step.goal.plan_id]),
        reverse("goal-add", args=[step.goal.plan_id]),
        reverse("goal-move", args=[step.goal_id]),
        reverse("step-add", args=[step.goal_id]),
        reverse("step-move", args=[step.pk]),
    ]
    for stranger in (cast.bruno, cast.lucia, cast.mara, cast.carla):
        client = log_in(stranger)
        assert {client.get(address).status_code for address in addresses} == {404}
    with pytest.raises(NotAllowed):
        move_step(step, status=PlanStatus.REACHED, by=cast.lucia)


def test_a_plan_with_four_goals_asks_the_database_as_often_as_with_one(
    cast, django_assert_max_num_queries
):
    case = an_arrival(cast)
    plan = a_plan(cast, case)
    client = log_in(cast.ana)
    address = reverse("case-part", args=[case.number, "plan"])

    def fill() -> None:
        goal = a_goal(cast, plan, individual=people_of(case)[0])
        move_step(a_step(cast, goal), status=PlanStatus.REACHED, by=cast.ana)

    fill()
    client.get(address)
    with django_assert_max_num_queries(25) as one:
        client.get(address)
    for _goal in range(3):
        fill()
    with django_assert_max_num_queries(25) as four:
        client.get(address)
    assert len(one) == len(four)


def test_the_day_of_a_review_is_put_right_and_the_plan_follows(cast):
    today = cast.ana.today()
    plan = a_plan(cast, on=today - 9 * DAY)
    review_plan(plan, next_on=NEXT, is_agreed=True, on=today - 5 * DAY, by=cast.ana)
    first, last = plan.reviews.order_by("at")
    client, address = log_in(cast.ana), reverse("review-correct", args=[last.pk])
    part = reverse("case-part", args=[plan.case.number, "plan"])
    assert address in client.get(part).content.decode()
    typed = {"on": (today - 6 * DAY).isoformat(), "next_on": "2027-02-01"}
    assert client.post(address, typed).status_code == 302
    plan.refresh_from_db()
    assert (plan.agreed_on, plan.review_on) == (today - 6 * DAY, D(2027, 2, 1))
    [row] = due(cast.ana, today=D(2027, 2, 1), kinds=["plan_review"])[:]
    assert row.on == D(2027, 2, 1)
    correct_review(first, on=today - 7 * DAY, by=cast.ana)
    plan.refresh_from_db()
    assert (plan.drawn_up_on, plan.agreed_on) == (today - 7 * DAY, today - 6 * DAY)
    assert [review.on for review in plan_review_extract.rows(people_of(plan.case)[0])] == [
        today - 6 * DAY,
        today - 7 * DAY,
    ]
    assert Correction.objects.of(plan, first, last).count() == 3
    assert AuditEvent.objects.filter(verb="plan.review_corrected").count() == 2
    assert (
        "next_on"
        not in client.get(reverse("review-correct", args=[first.pk])).context["form"].fields
    )


def test_a_day_of_a_review_that_cannot_be_is_refused(cast):
    today = cast.ana.today()
    case = a_case(cast)
    plan = a_plan(cast, case, on=today - 9 * DAY)
    review_plan(plan, next_on=NEXT, on=today - 5 * DAY, by=cast.ana)
    first, last = plan.reviews.order_by("at")
    with refused("cannot be after it", field="on"):
        correct_review(first, on=today - 4 * DAY, by=cast.ana)
    with refused("cannot be before it", field="on"):
        correct_review(last, on=today - 10 * DAY, by=cast.ana)
    with refused("future", field="on"):
        correct_review(last, on=today + DAY, by=cast.ana)
    with refused("lies after this one", field="next_on"):
        correct_review(last, on=today, next_on=today, by=cast.ana)
    with refused("Nothing was changed"):
        correct_review(last, on=today - 5 * DAY, next_on=NEXT, by=cast.ana)
    with pytest.raises(NotAllowed):
        correct_review(last, on=today, by=cast.bruno)
    with time_machine.travel(timezone.now() + datetime.timedelta(hours=25)):
        with refused("say why it is put right", field="reason"):
            correct_review(last, on=today, by=cast.ana)
        correct_review(last, on=today, reason="Fue hoy.", by=cast.ana)
    close_case(case, reason="settled", on=cast.ana.today(), by=cast.ana)
    with refused("case is closed"):
        correct_review(last, on=today - DAY, by=cast.ana)


def test_a_step_or_a_goal_due_years_ago_is_a_slip_and_is_refused(cast):
    goal, today = a_goal(cast), cast.ana.today()
    with refused("long ago", field="due_on"):
        a_step(cast, goal, due_on=today - 400 * DAY)
    with refused("long ago", field="target_on"):
        a_goal(cast, goal.plan, target_on=today - 400 * DAY)
    assert a_step(cast, goal, due_on=today - 7 * DAY).due_on < today
    answer = log_in(cast.ana).post(
        reverse("step-add", args=[goal.pk]),
        {"what": "Pedir el cupo", "doer": "staff", "due_on": str(today - 400 * DAY)},
    )
    assert list(answer.context["form"].errors) == ["due_on"]
