"""API resources of files: visible rows, coded facts only, recorded views, limited pages."""

import json

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from rest_framework.throttling import UserRateThrottle

from accounts.models import AuditEvent, User
from casework.cases.actions import restrict_case
from casework.file.serializers import EventSerializer
from casework.slots.api import api_resources
from casework.tasks.actions import set_task
from casework.tasks.models import CaseTask
from tests.build import a_case, an_arrival, people_of
from vault.privacy import declared

NAMED = pytest.mark.parametrize("resource", list(api_resources), ids=lambda resource: resource.path)


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def all_of(client: Client, resource, query: str = "") -> dict:
    answer = client.get(reverse(f"api-{resource.path}-list") + query)
    return answer.json() if answer.status_code == 200 else {"count": None, "results": []}


@NAMED
def test_no_field_that_is_personal_or_sealed_comes_into_the_api(resource):
    shown = {name.split(".")[0] for name in (*resource.shows, *resource.filters)}
    in_clear = declared(resource.model, "open") | declared(resource.model, "counted")
    assert shown - in_clear == set()
    ways = {name for name in resource.shows if "." in name}
    assert {way.split(".")[1] for way in ways} <= {"number"}


@NAMED
def test_each_filter_of_a_resource_is_answered_and_nonsense_is_refused(cast, resource):
    holder = next(user for user in cast.users.values() if user.holds(resource.permission))
    client, address = browser_of(holder), reverse(f"api-{resource.path}-list")
    for name in resource.filters:
        assert client.get(address, {name: "no-such-thing"}).status_code in (200, 400), name
    if resource.day:
        assert (
            client.get(address, {"since": "2019-01-01", "until": "2019-12-31"}).status_code == 200
        )
        assert client.get(address, {"since": "ayer"}).status_code == 400


def a_task(cast, case, title: str = "Llamar") -> CaseTask:
    task = {"kind": "task", "title": title, "due_on": cast.ana.today()}
    return set_task(case, by=cast.ana, **task)


def test_tasks_are_filtered_paged_and_one_look_stands_in_the_history_of_the_file(cast):
    case, other = an_arrival(cast), a_case(cast)
    task = a_task(cast, case)
    a_task(cast, other)
    ana = browser_of(cast.ana)
    assert ana.get(f"/api/v1/tasks/?case={case.number}").json()["count"] == 1
    assert ana.get("/api/v1/tasks/?since=2099-01-01").json()["count"] == 0
    assert ana.get("/api/v1/tasks/?page=2").status_code == 404
    one = ana.get(f"/api/v1/tasks/{task.pk}/").json()
    assert (one["case"], one["status"], "title" in one) == (case.number, task.status, False)
    look = AuditEvent.objects.get(verb="task.read")
    assert (look.actor, look.case_id, look.is_read) == (cast.ana, case.pk, True)


def test_the_list_costs_the_same_for_one_row_and_for_four(cast):
    ana, costs = browser_of(cast.ana), []
    for rows in (1, 3):
        for _ in range(rows):
            a_task(cast, a_case(cast))
        ana.get("/api/v1/tasks/")
        with CaptureQueriesContext(connection) as queries:
            assert len(ana.get("/api/v1/tasks/").json()["results"]) in (1, 4)
        costs.append(len(queries))
    assert costs[0] == costs[1]


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_is_written_through_the_api(cast, method):
    task = a_task(cast, an_arrival(cast))
    for address in ("/api/v1/tasks/", f"/api/v1/tasks/{task.pk}/"):
        answer = getattr(browser_of(cast.ana), method)(address, {"status": "done"})
        assert answer.status_code == 405
    assert CaseTask.objects.get() == task


def test_a_program_that_asks_too_often_is_told_to_wait(cast, monkeypatch):
    cache.clear()
    monkeypatch.setitem(UserRateThrottle.THROTTLE_RATES, "user", "3/min")
    ana = browser_of(cast.ana)
    statuses = [ana.get("/api/v1/tasks/").status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]
    assert browser_of(cast.sonia).get("/api/v1/tasks/").status_code == 200
    cache.clear()


def test_the_timeline_tells_when_what_and_by_whom_within_the_readers_sources(cast):
    case = an_arrival(cast)
    a_task(cast, case, "Cita con Zoraida")
    address = f"/api/v1/cases/{case.number}/timeline/"
    told = browser_of(cast.ana).get(address).json()
    assert told["page"] == 1
    assert {tuple(sorted(event)) for event in told["results"]} == {
        tuple(sorted(EventSerializer().fields))
    }
    assert cast.ana.full_name in {event["by"] for event in told["results"]}
    assert "Zoraida" not in json.dumps(told)
    kinds = browser_of(cast.ana).get(address + "?kind=tasks").json()["results"]
    assert 0 < len(kinds) < len(told["results"])
    assert browser_of(cast.ana).get(address + "?page=9").json()["results"] == []
    look = AuditEvent.objects.filter(verb="timeline.read").first()
    assert (look.case_id, look.details["through"]) == (case.pk, "api")


def test_the_timeline_of_a_case_out_of_sight_does_not_exist(cast):
    case = an_arrival(cast)
    address = f"/api/v1/cases/{case.number}/timeline/"
    opened = {name: browser_of(user).get(address).status_code for name, user in cast.users.items()}
    assert {name for name, status in opened.items() if status == 200} == {"ana", "sonia"}
    assert set(opened.values()) == {200, 404}
    restrict_case(case, people=[], by=cast.sonia)
    assert browser_of(cast.ana).get(address).status_code == 404
    assert Client().get(address).status_code in (401, 403)
    assert people_of(case)
