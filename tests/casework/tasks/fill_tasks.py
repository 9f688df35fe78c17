"""What each world holds of tasks and of notes that were mended."""

import datetime

from accounts.models import User
from casework.notes.actions import edit_note, write_note
from casework.notes.choices import NoteKind
from casework.tasks.actions import move_task, set_task, settle_task
from casework.tasks.choices import TaskKind, TaskStatus
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    today = by.today()
    note = write_note(family.case, text=f"Antes: {family.sealed}", kind=NoteKind.VISIT, by=by)
    edit_note(note, text=f"Después: {family.sealed}", by=by)
    set_task(
        family.case,
        title=f"Llamar a {family.named}",
        due_on=today,
        individual=family.people[0],
        by=by,
    )
    done = set_task(family.case, title=f"Cuna para {family.named}", due_on=today, by=by)
    settle_task(done, status=TaskStatus.DONE, by=by)
    visit = set_task(
        family.case,
        kind=TaskKind.APPOINTMENT,
        title=f"Cita de {family.named}",
        place=f"Puesto {family.sealed}",
        due_on=today,
        at_time=datetime.time(9, 30),
        by=by,
    )
    move_task(visit, due_on=today + datetime.timedelta(days=2), by=by)
