"""What happens on a day is not hidden on that day, and what has a new day was not put off."""

import datetime

import pytest
from django.urls import reverse

from accounts.due import due_sources
from casework.tasks.choices import TaskKind
from casework.tasks.models import CaseTask
from tests.build import a_row, an_arrival
from tests.cast import as_
from tests.page import page_of
from tests.worklist.test_said_in_the_file import to_do
from worklist.due.rows import due

DAY = datetime.timedelta(days=1)


@pytest.fixture
def today(cast):
    return cast.ana.today()


@pytest.fixture
def case(cast):
    return an_arrival(cast, people=[a_row(born=1991)])


def set_by_form(cast, case, **typed):
    typed = {"kind": TaskKind.APPOINTMENT, "assigned_to": cast.ana.pk} | typed
    answer = as_(cast.ana).post(reverse("task-set", args=[case.number]), typed)
    assert answer.status_code == 302, page_of(answer).refusals
    return CaseTask.objects.latest("set_at")


def postponed(cast, task, until):
    sent = {"until": until.isoformat(), "reason": "person"}
    return as_(cast.ana).post(reverse("due-postpone", args=["task_due", task.pk]), sent)


def test_an_appointment_does_not_wait_beyond_its_day_and_the_page_leads_to_a_new_one(
    cast, case, today
):
    task = set_by_form(
        cast, case, title="Cita en Migración", due_on=today + 3 * DAY, at_time="09:00"
    )
    page = page_of(postponed(cast, task, today + 8 * DAY))
    assert [said for said in page.refusals if "posponer no la mueve" in said]
    assert page.links[reverse("task-move", args=[task.pk])] == "Pasar a otro día"
    assert due(cast.ana, today=today, kinds=["task_due"])[:]
    assert postponed(cast, task, today + 3 * DAY).status_code == 302


def test_a_task_waits_and_an_appointment_that_is_over_too(cast, case, today):
    task = set_by_form(cast, case, kind=TaskKind.TASK, title="Comprar pañales", due_on=today + DAY)
    assert postponed(cast, task, today + 8 * DAY).status_code == 302
    over = set_by_form(cast, case, title="Cita", due_on=today - DAY, at_time="09:00", is_sure="on")
    assert postponed(cast, over, today + 2 * DAY).status_code == 302


def test_other_events_cannot_be_postponed_beyond_their_day_either():
    happening = {each.kind for each in due_sources if each.happens_on}
    assert happening == {"task_due", "interview_in_doubt", "interview_to_prepare", "stay_ends"}


@pytest.mark.parametrize("kind", list(TaskKind))
def test_a_date_that_was_postponed_and_then_moved_is_not_shown_as_postponed(
    cast, case, today, kind
):
    hour = {"at_time": "09:00"} if kind == TaskKind.APPOINTMENT else {}
    task = set_by_form(cast, case, kind=kind, title="Odontología", due_on=today + 6 * DAY, **hour)
    assert postponed(cast, task, today + 5 * DAY).status_code == 302
    client, decided = as_(cast.ana), reverse("due-decisions")
    assert [text for text in to_do(cast.ana, case) if "pospuso" in text]
    assert page_of(client.get(decided)).says("Odontología")
    typed = {"due_on": (today + 4 * DAY).isoformat(), **hour}
    assert client.post(reverse("task-move", args=[task.pk]), typed).status_code == 302
    said = [text for text in to_do(cast.ana, case) if "Odontología" in text]
    assert said
    assert not [text for text in said if "pospuso" in text]
    assert not page_of(client.get(decided)).says("Odontología")
    mine = page_of(client.get(reverse("due-list") + "?whose=mine"))
    assert mine.says("Odontología")
    assert decided not in mine.links
