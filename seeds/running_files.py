"""What fills a running file: tasks and appointments of this month's families."""

import datetime

from accounts.models import User
from casework.actions.tasks import set_task, settle_task
from casework.choices.tasks import TaskKind, TaskStatus
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


def keep_files_running(families: list[Family], staff: Staff, today: datetime.date) -> None:
    """Of every second family: something to do, now and then overdue, done or with an hour."""
    for number, family in enumerate(families[::2]):
        by = worker_of(family, staff)
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
        if day <= today:
            outcome = TaskStatus.NO_SHOW if number % 3 else TaskStatus.DONE
            settle_task(appointment, status=outcome, by=by)


def worker_of(family: Family, staff: Staff) -> User:
    """The caseworker of the family's team; of a restricted case, whoever is named: the supervisor."""
    if family.case.is_restricted:
        return staff.sonia
    return staff.ana if family.case.team_id == staff.puente.pk else staff.bruno
