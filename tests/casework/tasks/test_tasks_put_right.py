"""A task or appointment put right: title, place and whom it is about, by whoever may move its day."""

import datetime

import pytest
from django.urls import reverse

from accounts.models import AuditEvent
from casework.corrections.models import Correction
from casework.tasks.actions import correct_task, move_task, settle_task
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask
from tests.build import a_case, an_arrival, people_of
from tests.casework.tasks.test_tasks import a_task, an_appointment
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from vault.erasure import erase

DAY = datetime.timedelta(days=1)


def put_right(cast, task, user=None, **typed):
    """Through the page that the task's own page leads to, with what somebody changes on it."""
    client = as_(user or cast.ana)
    page = page_of(client.get(reverse("task-detail", args=[task.pk])))
    address = reverse("task-correct", args=[task.pk])
    assert page.links[address] == "Corregir"
    sent = page_of(client.get(address)).fields | typed
    return page_of(client.post(address, sent, follow=True))


def test_title_place_and_person_are_put_right_and_old_and_new_stay_readable(cast):
    case = an_arrival(cast)
    first, second = people_of(case)[:2]
    facts = {"individual": first, "place": "Puesto La Parada", "due_on": cast.ana.today() + DAY}
    task = an_appointment(cast, case, **facts)
    typed = {"title": "Cita de vacunas", "place": "Puesto Centro", "individual": second.pk}
    page = put_right(cast, task, **typed)
    now = CaseTask.objects.get()
    assert (now.title, now.place, now.individual) == ("Cita de vacunas", "Puesto Centro", second)
    assert (now.due_on, now.at_time, now.status) == (task.due_on, task.at_time, TaskStatus.OPEN)
    assert page.says("La corrección quedó guardada", "Correcciones")
    assert page.holds("Puesto La Parada → Puesto Centro")
    assert page.holds(f"{first.number} → {second.number}")
    said = AuditEvent.objects.get(verb="task.corrected")
    assert (said.actor, said.details["fields"]) == (cast.ana, ["individual", "place", "title"])


def test_what_was_sealed_for_one_person_is_sealed_for_the_other(cast):
    case = an_arrival(cast)
    first, second = people_of(case)[:2]
    task = an_appointment(cast, case, individual=first, place="Puesto")
    put_right(cast, task, individual=second.pk)
    erase(first.key_id)
    now = CaseTask.objects.get()
    assert (now.key_id, now.title, now.place) == (second.key_id, task.title, "Puesto")
    # What stood there while it was about the first goes with the first.
    assert Correction.objects.get(about_id=task.pk).is_erased
    put_right(cast, now, individual="")
    assert CaseTask.objects.get().key_id == case.key_id


def test_an_empty_title_nothing_changed_and_a_stranger_are_refused(cast):
    task = a_task(cast)
    assert "No se cambió nada." in str(put_right(cast, task).refusals)
    assert put_right(cast, task, title=" ").refusals
    stranger = people_of(a_case(cast))[0]
    assert put_right(cast, task, individual=stranger.pk).refusals
    with refused("does not belong to the case"):
        correct_task(task, title=task.title, individual=stranger, by=cast.ana)
    with refused("Only an appointment has"):
        correct_task(task, title=task.title, place="Puesto", by=cast.ana)
    assert not Correction.objects.exists()


def test_after_a_day_it_asks_why(cast):
    task = a_task(cast)
    CaseTask.objects.update(set_at=task.set_at - 2 * DAY)
    assert put_right(cast, task, title="Otra").refusals
    put_right(cast, task, title="Otra", reason="Era otra cosa")
    assert CaseTask.objects.get().title == "Otra"


@pytest.mark.parametrize("end", ["settled", "moved"])
def test_what_is_settled_or_was_moved_is_put_right_no_more(cast, end):
    task = a_task(cast)
    if end == "settled":
        settle_task(task, status=TaskStatus.DONE, by=cast.ana)
    else:
        move_task(task, due_on=task.due_on + DAY, by=cast.ana)
    page = page_of(as_(cast.ana).get(reverse("task-detail", args=[task.pk])))
    assert reverse("task-correct", args=[task.pk]) not in page.links
    with refused("It is settled"):
        correct_task(task, title="Otra", by=cast.ana)


def test_what_a_rule_set_stays_as_the_rule_says_it(cast):
    task = a_task(cast, rule="two_claims")
    page = page_of(as_(cast.ana).get(reverse("task-detail", args=[task.pk])))
    assert reverse("task-correct", args=[task.pk]) not in page.links
    with refused("A rule set this task"):
        correct_task(task, title="Otra", by=cast.ana)


def test_who_has_left_the_family_may_stay_whom_it_is_about(cast):
    case = an_arrival(cast)
    leaver = people_of(case)[1]
    task = a_task(cast, case, individual=leaver)
    case.members.filter(individual=leaver).update(left_on=cast.ana.today())
    put_right(cast, task, title="Otra")
    assert (CaseTask.objects.get().title, CaseTask.objects.get().individual) == ("Otra", leaver)
