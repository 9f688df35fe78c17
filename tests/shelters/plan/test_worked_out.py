"""The places of a plan are worked out by a worker: the page waits, an error is said, a lost worker is followed by another."""

import datetime
import os
import subprocess
import sys
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest
from django.db import connection, connections
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.actions.grants import end_grant
from accounts.models import AuditEvent
from shelters.models import MovePlan, Placement
from shelters.plan import actions, solving
from shelters.plan.choices import MovePlanState, Solving
from shelters.plan.querysets import SILENT_FOR
from shelters.plan.solving import solve_plan
from shelters.plan.tasks import solve_move_plan, solve_waiting_move_plans
from tests.cast import as_, build_cast
from tests.page import page_of
from tests.shelters.build import a_site
from tests.shelters.plan.plan_builds import (
    DAY,
    MAN,
    WOMAN,
    family_with,
    sleeping_at,
    worked_out,
)

WAITING = "Se están calculando los cupos"


def a_couple_at_a_closing_site(cast):
    closing = a_site(cast.cucuta, beds=[2], run_by=cast.carla, name="Hotel que cierra")
    a_site(cast.cucuta, beds=[2], run_by=cast.carla, name="Hotel que sigue")
    couple = family_with(cast.norte, WOMAN, MAN, day=cast.carla.today())
    sleeping_at(closing, [couple], by=cast.carla)
    return closing


@pytest.fixture
def closing(cast):
    return a_couple_at_a_closing_site(cast)


@pytest.fixture
def carla(cast):
    return as_(cast.carla)


@pytest.fixture
def plan(closing, carla, today):
    asked = {"leaves_on": today.isoformat(), "counts_until": (today + 2 * DAY).isoformat()}
    carla.post(reverse("move-plan-make", args=[closing.pk]), asked)
    return MovePlan.objects.drafts().get(site=closing)


def opened(browser, plan):
    return page_of(browser.get(reverse("move-plan-detail", args=[plan.pk])))


def asked_again(browser, plan):
    browser.post(reverse("move-plan-solve", args=[plan.pk]))
    plan.refresh_from_db()
    return plan


def as_if_begun(plan, ago):
    MovePlan.objects.filter(pk=plan.pk).update(
        solving=Solving.RUNNING, solving_since=timezone.now() - ago
    )


def answers():
    return AuditEvent.objects.filter(verb="move_plan.solved").count()


def test_the_page_says_that_the_places_are_worked_out_and_then_shows_them(carla, plan, closing):
    assert opened(carla, plan).says(WAITING, "Actualizar")
    address = reverse("move-plan-detail", args=[plan.pk])
    part = carla.get(address, headers={"HX-Request": "true"})
    assert "HX-Refresh" not in part
    assert WAITING in part.content.decode()
    worked_out(plan)
    assert carla.get(address, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    assert opened(carla, plan).says("Las 2 personas tienen cupo nuevo", "Hotel que sigue")


def test_until_then_it_can_be_neither_applied_nor_changed_but_dropped(carla, plan, closing):
    asked_again(carla, worked_out(plan))
    case = Placement.objects.filter(site=closing).first().case_id
    for name, args, form in (
        ("move-plan-apply", [], {"reason": "Cierra."}),
        ("move-plan-family", [case], {"place": "none"}),
    ):
        refusal = page_of(carla.post(reverse(name, args=[plan.pk, *args]), form))
        assert "espere un momento" in refusal.text
    carla.post(reverse("move-plan-look", args=[plan.pk]))
    assert opened(carla, plan).says("espere un momento")
    assert Placement.objects.filter(site=closing, ends_on=None).count() == 2
    carla.post(reverse("move-plan-drop", args=[plan.pk]))
    plan.refresh_from_db()
    assert plan.state == MovePlanState.DROPPED


def test_the_browser_asks_the_worker_and_the_minute_asks_for_what_the_browser_could_not(
    carla, plan, monkeypatch, django_capture_on_commit_callbacks
):
    sent = []
    monkeypatch.setattr(solve_move_plan, "delay", sent.append)
    worked_out(plan)
    with django_capture_on_commit_callbacks(execute=True):
        asked_again(carla, plan)
    assert sent == [str(plan.pk)]
    solve_waiting_move_plans()
    assert sent == [str(plan.pk)] * 2
    worked_out(plan)
    solve_waiting_move_plans()
    assert len(sent) == 2


def test_a_failure_is_said_and_the_plan_can_be_asked_again(carla, plan, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(solving, "solve", lambda *_task, **_more: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            solve_plan(plan.pk)
    page = opened(carla, plan)
    assert page.says("No se pudieron calcular los cupos", "Calcular de nuevo")
    asked_again(carla, plan)
    assert opened(carla, plan).says(WAITING)
    assert worked_out(plan).solving == Solving.DONE
    with monkeypatch.context() as broken:
        broken.setattr(solving, "solve", lambda *_task, **_more: 1 / 0)
        asked_again(carla, plan)
        with pytest.raises(ZeroDivisionError):
            solve_plan(plan.pk)
    # The earlier places stay.
    assert opened(carla, plan).says("No se pudieron calcular los cupos", "Hotel que sigue")


def test_of_a_lost_worker_another_takes_over(carla, plan, monkeypatch):
    sent = []
    monkeypatch.setattr(solve_move_plan, "delay", sent.append)
    as_if_begun(plan, SILENT_FOR / 2)
    solve_waiting_move_plans()
    assert sent == []
    assert not opened(carla, plan).says("Tarda más de lo normal")
    as_if_begun(plan, SILENT_FOR * 2)
    solve_waiting_move_plans()
    assert sent == [str(plan.pk)]
    assert opened(carla, plan).says("Tarda más de lo normal", "Calcular de nuevo")
    assert worked_out(plan).solving == Solving.DONE


def test_a_worker_that_was_taken_for_lost_writes_nothing_over_the_answer_of_the_other(
    carla, plan, monkeypatch
):
    solve = solving.solve

    def slow(*task, **more):
        monkeypatch.setattr(solving, "solve", solve)
        as_if_begun(plan, SILENT_FOR * 2)
        solve_plan(plan.pk)
        return solve(*task, **more)

    monkeypatch.setattr(solving, "solve", slow)
    assert solve_plan(plan.pk) is None
    assert answers() == 1


def test_a_plan_dropped_meanwhile_stays_dropped(cast, carla, plan, monkeypatch):
    solve = solving.solve

    def while_somebody_drops_it(*task, **more):
        actions.drop_plan(plan, by=cast.carla)
        return solve(*task, **more)

    monkeypatch.setattr(solving, "solve", while_somebody_drops_it)
    assert solve_plan(plan.pk) is None
    plan.refresh_from_db()
    assert (plan.state, plan.lines.count(), answers()) == (MovePlanState.DROPPED, 0, 0)


def test_who_lost_the_permission_gets_no_answer(cast, plan):
    for grant in cast.carla.grants.in_force(cast.carla.today()):
        end_grant(grant, on=cast.carla.today(), by=cast.adela)
    with pytest.raises(NotAllowed):
        solve_plan(plan.pk)
    plan.refresh_from_db()
    assert (plan.solving, plan.lines.count()) == (Solving.FAILED, 0)


def test_who_asks_while_a_worker_is_at_it_waits_for_the_same_answer(carla, plan):
    as_if_begun(plan, datetime.timedelta(seconds=2))
    plan.refresh_from_db()
    begun = plan.solving_since
    assert asked_again(carla, plan).solving_since == begun
    assert solve_plan(plan.pk) is None
    assert not AuditEvent.objects.filter(verb="move_plan.asked").exists()


@pytest.fixture
def committed():
    """A draft that waits, which other connections see."""
    cast = build_cast()
    closing, today = a_couple_at_a_closing_site(cast), cast.carla.today()
    return actions.make_plan(closing, leaves_on=today, counts_until=today + DAY, by=cast.carla)


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_make_one_answer(committed):
    def works(_number):
        try:
            return solve_plan(committed.pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        written = [answer for answer in pool.map(works, range(2)) if answer]
    assert len(written) == answers() == 1
    assert committed.lines.exclude(bed=None).count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_real_worker_answers(committed):
    queue = f"plan-{uuid.uuid4()}"
    solve_move_plan.apply_async([str(committed.pk)], queue=queue)
    name = connection.settings_dict["NAME"]
    here = {"DATABASE_URL": urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()}
    worker = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "celery", "--app", "config.celery", "--quiet", "worker", "--pool", "solo",
         "--queues", queue, "--without-gossip", "--without-mingle"],
        env=os.environ | here,
    )  # fmt: skip
    try:
        for _fifth in range(300):
            if answers():
                break
            assert worker.poll() is None
            time.sleep(0.2)
    finally:
        worker.terminate()
        worker.wait()
    committed.refresh_from_db()
    assert committed.solving == Solving.DONE
    assert committed.lines.exclude(bed=None).count() == 2
