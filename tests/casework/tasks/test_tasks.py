"""Tasks and appointments: set, settled, taken back, moved, assigned; who sees them, and when they fall due."""

import datetime
from urllib.parse import urlencode

import pytest
import time_machine
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.cases.actions import CaseCannotClose, close_case, refer_to_legal, restrict_case
from casework.tasks.actions import (
    TaskCannotMove,
    assign_task,
    move_task,
    reopen_task,
    set_task,
    settle_task,
    settle_tasks,
)
from casework.tasks.choices import OUTCOMES, TASK_MOVES, TaskKind, TaskStatus
from casework.tasks.models import CaseTask
from pages.dates import short_date
from tests.asylum.build import undone
from tests.build import a_case, an_arrival, people_of
from tests.cast import log_in
from tests.page import page_of
from tests.refusals import refused
from worklist.due.rows import due
from worklist.sources.lookups import sentences

pytestmark = pytest.mark.usefixtures("english")
TODAY = datetime.date.today
TITLE = "Llevar a Marleny Suárez al control"


def a_task(cast, case=None, **facts):
    facts = {"title": TITLE, "due_on": cast.ana.today(), "by": cast.ana} | facts
    return set_task(case or a_case(cast), **facts)


def an_appointment(cast, case=None, **facts):
    facts = {"kind": TaskKind.APPOINTMENT, "at_time": datetime.time(9, 30)} | facts
    return a_task(cast, case, **facts)


def way_to(task, status, cast):
    """Brings an open task to that status."""
    if status == TaskStatus.OPEN:
        return task
    if status == TaskStatus.MOVED:
        move_task(task, due_on=task.due_on + datetime.timedelta(days=1), by=cast.ana)
        return task
    return settle_task(task, status=status, by=cast.ana)


def test_a_task_is_ones_own_and_has_a_dated_history(cast):
    task = a_task(cast)
    settle_task(task, status=TaskStatus.DONE, by=cast.ana)
    reopen_task(task, by=cast.sonia)
    task.refresh_from_db()
    assert (task.assigned_to, task.status, task.settled_on) == (cast.ana, "open", None)
    assert [(move.status, move.by) for move in task.moves.order_by("at")] == [
        ("open", cast.ana),
        ("done", cast.ana),
        ("open", cast.sonia),
    ]
    verbs = AuditEvent.objects.filter(about_id=str(task.pk), is_read=False)
    assert sorted(verbs.values_list("verb", flat=True)) == [
        "task.reopened",
        "task.set",
        "task.settled",
    ]


@pytest.mark.parametrize("start", TaskStatus)
def test_only_the_moves_of_the_table_are_made(cast, start):
    task = way_to(an_appointment(cast), start, cast)

    def move(goal):
        if goal == TaskStatus.OPEN:
            reopen_task(task, by=cast.ana)
        elif goal == TaskStatus.MOVED:
            move_task(task, due_on=task.due_on + datetime.timedelta(days=5), by=cast.ana)
        else:
            settle_task(task, status=goal, by=cast.ana)

    for goal in TaskStatus:
        task.refresh_from_db()
        if goal in TASK_MOVES[start]:
            with undone():
                move(goal)
                assert CaseTask.objects.get(pk=task.pk).status == goal
        else:
            with pytest.raises(TaskCannotMove):
                move(goal)
            assert CaseTask.objects.get(pk=task.pk).status == start


def test_nobody_stays_away_from_a_task(cast):
    task = a_task(cast)
    assert TaskStatus.NO_SHOW not in OUTCOMES[TaskKind.TASK]
    with refused("Nobody was expected here: this is a task"):
        settle_task(task, status=TaskStatus.NO_SHOW, by=cast.ana)


@pytest.mark.parametrize("make", [a_task, an_appointment])
def test_the_page_where_it_is_settled_offers_what_its_own_page_offers(cast, make):
    task = make(cast)
    pages = [
        page_of(log_in(cast.ana).get(reverse(name, args=[task.pk])))
        for name in ("task-detail", "task-settle")
    ]
    own, settling = [page.offered("status") for page in pages]
    assert own == settling == list(OUTCOMES[task.kind])


@pytest.mark.parametrize("status", [TaskStatus.DONE, TaskStatus.NO_SHOW])
def test_nobody_came_to_or_stayed_away_from_an_appointment_that_is_still_to_come(cast, status):
    task = an_appointment(cast, due_on=cast.ana.today() + datetime.timedelta(days=1))
    client = log_in(cast.ana)
    address = reverse("task-settle", args=[task.pk])
    answer = client.post(address, {"status": status}, follow=True)
    assert page_of(answer).says("todavía no ha llegado")
    ticked = client.post(reverse("task-settle-several"), {"task": [task.pk], "status": status})
    assert page_of(ticked).says("todavía no ha llegado")
    task.refresh_from_db()
    assert task.is_open
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1)):
        log_in(cast.ana).post(address, {"status": status})
    task.refresh_from_db()
    assert task.status == status


def test_a_task_may_be_done_before_its_day_and_an_appointment_be_needless(cast):
    tomorrow = cast.ana.today() + datetime.timedelta(days=1)
    settle_task(a_task(cast, due_on=tomorrow), status=TaskStatus.DONE, by=cast.ana)
    needless = an_appointment(cast, due_on=tomorrow)
    assert settle_task(needless, status=TaskStatus.NOT_NEEDED, by=cast.ana).is_open is False


def test_a_moved_appointment_stands_on_the_new_day_and_the_old_row_says_so(cast):
    old = an_appointment(cast, place="Puesto de salud")
    later = old.due_on + datetime.timedelta(days=3)
    newer = move_task(old, due_on=later, at_time=datetime.time(11), by=cast.ana)
    old.refresh_from_db()
    assert (old.status, old.next) == (TaskStatus.MOVED, newer)
    assert (newer.title, newer.place, newer.due_on, newer.at_time, newer.status) == (
        TITLE,
        "Puesto de salud",
        later,
        datetime.time(11),
        TaskStatus.OPEN,
    )


def test_only_an_appointment_has_an_hour_and_a_place(cast):
    for facts in ({"at_time": datetime.time(9)}, {"place": "Puesto"}):
        with refused("Only an appointment has an hour and a place"):
            a_task(cast, **facts)


def test_a_task_goes_to_who_sees_the_case(cast):
    task = a_task(cast)
    assign_task(task, to=cast.sonia, by=cast.ana)
    task.refresh_from_db()
    assert task.assigned_to == cast.sonia
    page = page_of(log_in(cast.ana).get(reverse("task-detail", args=[task.pk])))
    assert page.says("Ana", "Pasada a Sonia")
    told = page_of(log_in(cast.ana).get(reverse("case-detail", args=[task.case.number])))
    assert told.says("lo atiende Sonia")
    own = page_of(log_in(cast.sonia).get(reverse("case-detail", args=[task.case.number])))
    assert not own.says("lo atiende Sonia")
    with refused("This person does not see the case"):
        assign_task(task, to=cast.bruno, by=cast.ana)
    with refused("This person does not see the case"):
        a_task(cast, assigned_to=cast.mara)


def test_the_form_offers_exactly_who_sees_the_case(cast):
    case = an_arrival(cast)

    def offered() -> set[str]:
        page = log_in(cast.sonia).get(reverse("task-set", args=[case.number]))
        return {user.full_name for user in page.context["form"].fields["assigned_to"].queryset}

    assert offered() == {"Ana", "Sonia"}
    refer_to_legal(case, by=cast.ana)
    assert offered() == {"Ana", "Lucia", "Luis", "Sonia"}
    restrict_case(case, people=[cast.lucia], by=cast.sonia)
    assert offered() == {"Lucia", "Sonia"}


def test_another_team_neither_sets_nor_settles(cast):
    case = a_case(cast)
    task = a_task(cast, case)
    with pytest.raises(NotAllowed):
        settle_task(task, status=TaskStatus.DONE, by=cast.bruno)
    with pytest.raises(NotAllowed):
        a_task(cast, case, by=cast.bruno)
    client = log_in(cast.bruno)
    names = ("detail", "settle", "move", "assign", "reopen", "correct")
    for name in [f"task-{each}" for each in names]:
        assert client.get(reverse(name, args=[task.pk])).status_code == 404
    assert client.get(reverse("task-set", args=[case.number])).status_code == 404
    assert not page_of(client.get(reverse("task-list"))).holds(TITLE)


def test_several_are_settled_with_a_result_per_row(cast):
    case = a_case(cast)
    task, other = a_task(cast, case), a_task(cast, case, title="Otra")
    done = settle_task(a_task(cast, case, title="Hecha"), status=TaskStatus.DONE, by=cast.ana)
    foreign = a_task(cast, a_case(cast, by=cast.bruno), by=cast.bruno)
    results = settle_tasks(
        [task.pk, other.pk, done.pk, foreign.pk], status=TaskStatus.NOT_NEEDED, by=cast.ana
    )
    assert {result.task.pk: bool(result.trouble) for result in results} == {
        task.pk: False,
        other.pk: False,
        done.pk: True,
    }
    foreign.refresh_from_db()
    assert foreign.is_open


def test_the_list_settles_what_is_ticked_and_says_so(cast):
    case = a_case(cast)
    task, other = a_task(cast, case), an_appointment(cast, case, title="Cita")
    client = log_in(cast.ana)
    answer = page_of(
        client.post(
            reverse("task-settle-several"),
            {"task": [task.pk, other.pk], "status": "no_show"},
        )
    )
    assert answer.says("no se esperaba a nadie")
    assert reverse("task-reopen", args=[other.pk]) in answer.sends_to
    assert set(CaseTask.objects.values_list("status", flat=True)) == {"open", "no_show"}
    assert client.get(reverse("task-settle-several")).status_code == 405
    assert client.post(reverse("task-settle-several"), {}).status_code == 302


def test_the_pages_set_settle_undo_and_move(cast):
    case = an_arrival(cast)
    client = log_in(cast.ana)
    sent = {
        "kind": "appointment",
        "title": TITLE,
        "due_on": cast.ana.today().isoformat(),
        "at_time": "09:30",
        "place": "Puesto",
        "individual": people_of(case)[1].pk,
        "assigned_to": cast.ana.pk,
    }
    assert client.post(reverse("task-set", args=[case.number]), sent).status_code == 302
    task = CaseTask.objects.get()
    assert (task.individual, task.at_time) == (people_of(case)[1], datetime.time(9, 30))
    plan = page_of(client.get(reverse("case-part", args=[case.number, "plan"])))
    assert plan.says(TITLE)
    client.post(reverse("task-settle", args=[task.pk]), {"status": "done"})
    assert CaseTask.objects.get().status == "done"
    client.post(reverse("task-reopen", args=[task.pk]))
    assert CaseTask.objects.get().status == "open"
    later = cast.ana.today() + datetime.timedelta(days=7)
    sent = {"due_on": later.isoformat(), "at_time": "10:00"}
    answer = client.post(reverse("task-move", args=[task.pk]), sent)
    newer = CaseTask.objects.get(status="open")
    assert answer["Location"] == reverse("task-detail", args=[newer.pk])
    client.post(reverse("task-assign", args=[newer.pk]), {"to": cast.sonia.pk})
    newer.refresh_from_db()
    assert newer.assigned_to == cast.sonia
    assert client.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize("list_name", ["today", "due-list"])
def test_it_is_ticked_off_where_it_stands_and_taken_back_from_the_message(cast, list_name):
    task = a_task(cast)
    client, place = log_in(cast.ana), reverse(list_name)
    page = page_of(client.get(place))
    settle = reverse("task-settle", args=[task.pk])
    assert {each for each in page.sends_to if each.startswith(settle)} == {f"{settle}?back={place}"}
    assert page.offered("status")[0] == TaskStatus.DONE
    assert page.links[reverse("task-detail", args=[task.pk])] == TITLE
    settled = client.post(f"{settle}?back={place}", {"status": "done"}, follow=True)
    assert settled.redirect_chain == [(place, 302)]
    undo = reverse("task-reopen", args=[task.pk]) + "?" + urlencode({"back": place})
    page = page_of(settled)
    assert (page.messages, undo in page.sends_to) == ([f"Hecha: {TITLE} Deshacer"], True)
    assert client.post(undo, follow=True).redirect_chain == [(place, 302)]
    assert CaseTask.objects.get().status == TaskStatus.OPEN


def test_the_file_says_when_and_where_an_appointment_is(cast):
    case = a_case(cast)
    day = datetime.timedelta(days=3)
    facts = {"title": "Cita de salud", "place": "Puesto La Parada", "due_on": TODAY() + day}
    task = an_appointment(cast, case, **facts)
    a_task(cast, case, title="Llamar", due_on=TODAY() + day)
    client = log_in(cast.ana)
    overview = page_of(client.get(reverse("case-detail", args=[case.number])))
    assert overview.says("Cita de salud, 09:30", "Puesto La Parada")
    timeline = page_of(client.get(reverse("case-timeline", args=[case.number])))
    assert timeline.says(f"Cita de salud, {short_date(task.due_on)}, 09:30")
    assert not timeline.says(f"Llamar, {short_date(task.due_on)}")


def test_a_page_of_somebody_else_is_no_way_back(cast):
    task = a_task(cast)
    settle = reverse("task-settle", args=[task.pk])
    answer = log_in(cast.ana).post(f"{settle}?back=//elsewhere.example/", {"status": "done"})
    assert answer["Location"] == reverse("task-detail", args=[task.pk])


def test_it_falls_due_on_its_day_in_a_sentence_without_name_or_title(cast):
    task = a_task(cast, due_on=datetime.date(2026, 12, 2))
    appointment = an_appointment(cast, task.case, due_on=datetime.date(2026, 12, 1))
    settle_task(a_task(cast, task.case), status=TaskStatus.DONE, by=cast.ana)
    rows = due(cast.ana, today=datetime.date(2026, 12, 1), kinds=["task_due"])[:]
    assert [(row.about_id, row.on, row.severity) for row in rows] == [
        (str(appointment.pk), appointment.due_on, "warn"),
        (str(task.pk), task.due_on, "warn"),
    ]
    said = sentences((row.kind, row.about_id) for row in rows)
    number = task.case.number
    assert sorted(text for text, _whose in said.values()) == [
        f"Appointment at 09:30: {number}",
        f"Task: {number}",
    ]
    late = due(cast.ana, today=datetime.date(2026, 12, 3), kinds=["task_due"])[:]
    assert {row.severity for row in late} == {"trouble"}
    for stranger in (cast.bruno, cast.carla, cast.adela, cast.lucia):
        assert due(stranger, today=TODAY(), kinds=["task_due"])[:] == []


def test_today_counts_my_tasks_and_leads_to_them_and_to_none_of_others(cast):
    case = a_case(cast)
    a_task(cast, case, due_on=cast.ana.today())
    a_task(cast, case, title="De Sonia", assigned_to=cast.sonia, due_on=cast.ana.today())
    client = log_in(cast.ana)
    counts = client.get(reverse("today")).context["counts"]
    [mine] = [count for count in counts if count.slug == "my-tasks" and count.number]
    assert mine.number == 1
    page = page_of(client.get(mine.url))
    assert page.says(TITLE)
    assert not page.holds("De Sonia")
    assert AuditEvent.objects.filter(verb="today.read", actor=cast.ana).count() == 1


def test_the_list_filters(cast):
    case = a_case(cast)
    yesterday = cast.ana.today() - datetime.timedelta(days=1)
    a_task(cast, case, title="Vencida", due_on=yesterday)
    an_appointment(cast, case, title="Cita", assigned_to=cast.sonia)
    client = log_in(cast.ana)

    def listed(query: str) -> set[str]:
        page = page_of(client.get(reverse("task-list") + query))
        return {"Vencida", "Cita"} & set(page.links.values())

    assert listed("") == {"Vencida", "Cita"}
    assert listed("?state=overdue") == {"Vencida"}
    assert listed("?whose=mine") == {"Vencida"}
    assert listed("?kind=appointment") == {"Cita"}
    assert listed(f"?due_until={yesterday}") == {"Vencida"}
    assert listed(f"?case={case.number}") == {"Vencida", "Cita"}
    assert listed("?state=done") == set()


def test_a_case_with_an_open_task_does_not_close(cast):
    task = a_task(cast)
    with pytest.raises(CaseCannotClose, match="1 task or appointment is still open"):
        close_case(task.case, reason="settled", on=cast.ana.today(), by=cast.ana)
    settle_task(task, status=TaskStatus.DONE, by=cast.ana)
    close_case(task.case, reason="settled", on=cast.ana.today(), by=cast.ana)
    with refused("The case is closed: reopen it first"):
        reopen_task(task, by=cast.ana)


@pytest.mark.parametrize("name", ["task-list", "case-part", "today"])
def test_four_tasks_ask_the_database_as_often_as_one(cast, name, django_assert_max_num_queries):
    case = an_arrival(cast)
    client = log_in(cast.ana)
    address = reverse(name, args=[case.number, "plan"] if name == "case-part" else [])
    a_task(cast, case, individual=people_of(case)[0])
    client.get(address)
    with django_assert_max_num_queries(50) as one:
        client.get(address)
    for _task in range(3):
        a_task(cast, case, individual=people_of(case)[0])
    # The first look works out what falls due of them.
    client.get(address)
    with django_assert_max_num_queries(50) as four:
        client.get(address)
    assert len(one) == len(four)


def test_a_task_is_not_put_on_a_day_of_long_ago(cast):
    task = a_task(cast)
    with refused("long ago", field="due_on"):
        move_task(task, due_on=cast.ana.today() - datetime.timedelta(days=400), by=cast.ana)


@pytest.mark.parametrize("page", ["task-set", "task-move"])
def test_a_day_that_is_past_is_asked_about_once(cast, page):
    task = a_task(cast)
    about = task.case.number if page == "task-set" else task.pk
    client, address = log_in(cast.ana), reverse(page, args=[about])
    past = cast.ana.today() - datetime.timedelta(days=2)
    typed = {"kind": "task", "title": "Llamar", "due_on": past, "assigned_to": cast.ana.pk}
    assert 'name="is_sure"' not in client.get(address).content.decode()
    asked = client.post(address, typed)
    [error] = asked.context["form"].errors["is_sure"]
    assert "ya pasó" in error
    assert not CaseTask.objects.filter(due_on=past).exists()
    assert client.post(address, typed | {"is_sure": "on"}).status_code == 302
    assert CaseTask.objects.filter(due_on=past).count() == 1
