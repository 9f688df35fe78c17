"""Tasks, plans and wellbeing in the files of this month's families."""

import datetime

from accounts.models import User
from casework.plan.actions import add_goal, add_step, draw_up_plan, move_step
from casework.plan.choices import PlanArea, PlanDoer, PlanStatus
from casework.register.choices import YesNo
from casework.register.models.case import Case
from casework.tasks.actions import set_task, settle_task
from casework.tasks.choices import TaskKind, TaskStatus
from casework.wellbeing.actions import record_activity, record_screening, write_wellbeing_note
from casework.wellbeing.choices import ActivityKind, Feeling, SupportOffer
from seeds.staff import Staff
from seeds.this_month import Family

TASKS = [
    "Llevar el carné de vacunas",
    "Preguntar por cupo en el colegio",
    "Confirmar la hora con Migración",
    "Entregar la tarjeta de alimentación",
]
APPOINTMENTS = [
    ("Control médico", "Puesto de salud"),
    ("Toma de huellas", "Oficina de Migración"),
    ("Charla de bienvenida", "Salón de la parroquia"),
]
GOALS = [
    (PlanArea.SCHOOL, "Los niños no tienen cupo", "Los niños van al colegio", "Llevar los papeles"),
    (PlanArea.INCOME, "No hay ingresos propios", "La familia paga su comida", "Buscar un curso"),
    (PlanArea.HEALTH, "Falta un control médico", "El control está hecho", "Pedir la cita"),
]


def record_tasks_and_plans(families: list[Family], staff: Staff, today: datetime.date) -> None:
    """Records tasks of every second family, some overdue, settled or with an hour."""
    for number, family in enumerate(families[::2]):
        by = caseworker_of(family.case, staff)
        day = today + datetime.timedelta(days=number % 9 - 2)
        set_task(family.case, title=TASKS[number % len(TASKS)], due_on=day, by=by)
        what, place = APPOINTMENTS[number % len(APPOINTMENTS)]
        appointment = set_task(
            family.case,
            kind=TaskKind.APPOINTMENT,
            title=what,
            place=place,
            due_on=day,
            at_time=datetime.time(8 + number % 9, 30),
            individual=family.principal,
            by=by,
        )
        _plan(family, number, by, today)
        if day <= today:
            outcome = TaskStatus.NO_SHOW if number % 3 else TaskStatus.DONE
            settle_task(appointment, status=outcome, by=by)


def _plan(family: Family, number: int, by: User, today: datetime.date) -> None:
    """Draws up a plan for every second of these families; records activity and wellbeing for every third."""
    person, later = family.principal, today + datetime.timedelta(days=number % 12)
    if number % 2:
        plan = draw_up_plan(
            family.case,
            next_on=later + datetime.timedelta(days=1),
            is_agreed=number % 4 == 1,
            by=by,
        )
        area, need, aim, what = GOALS[number % len(GOALS)]
        goal = add_goal(plan, area=area, need=need, goal=aim, target_on=later, by=by)
        step = add_step(goal, what=what, doer=PlanDoer.FAMILY, due_on=later, by=by)
        move_step(step, status=PlanStatus.UNDER_WAY, by=by)
    if number % 3 == 0:
        record_activity(person, kind=ActivityKind.SPORT, on=today, by=by)
        write_wellbeing_note(
            person,
            on=today,
            feeling=Feeling.SO_SO,
            support=SupportOffer.LATER,
            text="Duerme poco. Dice que la espera es lo más pesado.",
            by=by,
        )
        record_screening(person, on=today, was_underfed=YesNo.YES, has_lost_weight=YesNo.YES, by=by)


def caseworker_of(case: Case, staff: Staff) -> User:
    """The caseworker of the case's team; the supervisor for a restricted case."""
    if case.is_restricted:
        return staff.sonia
    return staff.ana if case.team_id == staff.puente.pk else staff.bruno
