"""After a change a worker updates the projection; if the broker is down, nobody has to wait."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import redis
from django.conf import settings
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from casework.tasks.actions import set_task
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask
from config.celery import app
from tests.build import a_case
from tests.cast import Cast, log_in
from worklist.projection.models import TouchedDue
from worklist.projection.tasks import catch_up
from worklist.projection.update import current_kinds

Posted = Callable[[Client, CaseTask, TaskStatus], int]


def a_task(cast: Cast) -> CaseTask:
    return set_task(a_case(cast), title="Llamar", due_on=cast.ana.today(), by=cast.ana)


@pytest.fixture
def waiting() -> Iterator[Callable[[], int]]:
    """Counts the tasks in a queue that only this test uses."""
    queue, before = f"catching-up-{uuid.uuid4()}", app.conf.task_default_queue
    broker = redis.Redis.from_url(settings.CELERY_BROKER_URL)
    app.conf.task_default_queue = queue
    yield lambda: int(broker.llen(queue))  # type: ignore[arg-type]
    app.conf.task_default_queue = before
    broker.delete(queue)


@pytest.fixture
def settled(django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> Posted:
    """Settles a task on its page, and commits. Returns the status of the answer."""

    def settle(client: Client, task: CaseTask, status: TaskStatus) -> int:
        with django_capture_on_commit_callbacks(execute=True):
            answer = client.post(reverse("task-settle", args=[task.pk]), {"status": status})
        return answer.status_code

    return settle


def test_a_request_that_writes_hands_the_update_to_a_worker_and_no_other_request_does(
    cast: Cast,
    waiting: Callable[[], int],
    settled: Posted,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    task, client = a_task(cast), log_in(cast.ana)
    with django_capture_on_commit_callbacks(execute=True):
        assert client.get(reverse("task-detail", args=[task.pk])).status_code == 200
    assert waiting() == 0
    assert current_kinds(cast.ana.today())
    settled(client, task, TaskStatus.OPEN)
    assert CaseTask.objects.get().is_open
    assert waiting() == 0
    assert settled(client, task, TaskStatus.DONE) == 302
    assert waiting() == 1


def test_the_worker_leaves_nothing_to_do_for_the_reader(cast: Cast) -> None:
    a_task(cast)
    assert TouchedDue.objects.exists()
    catch_up()
    assert not TouchedDue.objects.exists()
    assert current_kinds(cast.ana.today())


def test_a_broker_that_is_down_is_asked_once_and_the_page_answers(
    cast: Cast, settled: Posted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.conf, "broker_write_url", "redis://127.0.0.1:1/0")
    monkeypatch.setattr(app.amqp, "_producer_pool", None)
    asked = []
    publish: Any = app.amqp.send_task_message
    monkeypatch.setattr(
        app.amqp, "send_task_message", lambda *how, **more: asked.append(1) or publish(*how, **more)
    )
    client = log_in(cast.ana)
    for _each in range(3):
        assert settled(client, a_task(cast), TaskStatus.DONE) == 302
    assert CaseTask.objects.filter(status=TaskStatus.DONE).count() == 3
    assert len(asked) == 1
    assert TouchedDue.objects.exists()
