"""The projection with several processes at once and with interrupted ones; every process commits."""

import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from reference.loading import load_law
from tests.cast import Cast
from tests.worklist.kept import dates_of_other_kinds, differing_kinds
from tests.world import Worlds, build_worlds
from worklist.due.rows import due
from worklist.projection import update
from worklist.projection.models import TouchedDue
from worklist.projection.tasks import catch_up
from worklist.projection.update import LOCK, current_kinds, recompute_all

pytestmark = pytest.mark.long(of="projection")
READERS = ("ana", "carla", "lucia", "sonia", "adela", "mara")


@pytest.fixture
def worlds(cast: Cast, settings: Any, tmp_path: Any) -> Worlds:
    settings.MEDIA_ROOT = tmp_path
    with transaction.atomic():
        load_law()
    worlds = build_worlds(cast)
    with transaction.atomic():
        dates_of_other_kinds(cast)
    return worlds


@pytest.fixture
def held_elsewhere(transactional_db: None) -> Iterator[Callable[[], None]]:
    """Another connection holds the lock for as long as the test lasts."""
    other = connection.copy()
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        other.inc_thread_sharing()
        yield lambda: other.rollback()
    finally:
        other.close()


def seen(cast: Cast) -> dict[str, list[Any]]:
    return {name: list(due(cast.users[name], today=cast.users[name].today())) for name in READERS}


def test_a_reader_who_cannot_get_the_lock_queries_the_sources(
    cast: Cast, worlds: Worlds, held_elsewhere: Callable[[], None]
) -> None:
    today = cast.ana.today()
    assert current_kinds(today) == frozenset()
    derived, waiting = seen(cast), TouchedDue.objects.count()
    assert waiting > 0
    held_elsewhere()
    assert seen(cast) == derived
    assert len(derived["sonia"]) > 15
    assert TouchedDue.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_the_next_reader_finishes_an_update_that_was_interrupted(
    cast: Cast, worlds: Worlds
) -> None:
    today = cast.ana.today()
    recompute_all(today)
    touched_before = TouchedDue.objects.count()
    worlds.norte.case.members.update(left_on=today)
    assert TouchedDue.objects.count() > touched_before
    other = connection.copy()
    other.set_autocommit(False)
    with other.cursor() as cursor:
        # As far as a process came that was killed: the server takes all of it back.
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        cursor.execute("DELETE FROM worklist_toucheddue")
        cursor.execute("DELETE FROM worklist_keptdue")
    other.close()
    # The server hears of it a moment later: until then somebody else is at it.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s), pg_advisory_unlock(%s)", [LOCK, LOCK])
    assert differing_kinds(today) == []


def a_tick(environment: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "manage.py", "tick"], env=environment)


def a_worker(environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """A worker process that runs `catch_up` and nothing else."""
    queue = f"killed-{uuid.uuid4()}"
    catch_up.apply_async(queue=queue)
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "celery", "--app", "config.celery", "--quiet", "worker", "--pool", "solo",
         "--queues", queue, "--without-gossip", "--without-mingle"],
        env=environment,
    )  # fmt: skip


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("start", [a_tick, a_worker])
def test_a_process_that_is_killed_during_an_update_leaves_nothing_half_done(
    cast: Cast, worlds: Worlds, start: Callable[[dict[str, str]], subprocess.Popen[bytes]]
) -> None:
    today = cast.ana.today()
    recompute_all(today)
    worlds.norte.case.members.update(left_on=today)
    name = connection.settings_dict["NAME"]
    here = {"DATABASE_URL": urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()}
    in_its_way = connection.copy()
    try:
        in_its_way.set_autocommit(False)
        with in_its_way.cursor() as cursor:
            cursor.execute("LOCK TABLE worklist_keptdue IN SHARE ROW EXCLUSIVE MODE")
        at_it = start(os.environ | here)
        try:
            for _tenth in range(600):
                if somebody_waits_for_kept_rows():
                    break
                time.sleep(0.1)
            assert somebody_waits_for_kept_rows()
        finally:
            at_it.kill()
            at_it.wait()
    finally:
        in_its_way.close()
    assert at_it.returncode == -signal.SIGKILL
    # The server ends its work when nobody hears the answer: until then somebody else is at it.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s), pg_advisory_unlock(%s)", [LOCK, LOCK])
    assert TouchedDue.objects.exists()
    assert differing_kinds(today) == []
    assert not TouchedDue.objects.exists()


def test_a_reader_who_comes_during_an_update_waits_a_moment(
    cast: Cast,
    worlds: Worlds,
    held_elsewhere: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    today = cast.ana.today()
    assert current_kinds(today) == frozenset()
    monkeypatch.setattr(update, "LOCK_TIMEOUT", 60)
    ending = threading.Timer(0.2, held_elsewhere)
    ending.start()
    assert current_kinds(today)
    ending.join()


def somebody_waits_for_kept_rows() -> bool:
    """Whether another connection waits for these rows."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'worklist_keptdue'::regclass AND NOT granted"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
        )
        return bool(cursor.fetchone()[0])


def test_the_command_says_that_another_process_recomputes(
    cast: Cast, held_elsewhere: Callable[[], None]
) -> None:
    with pytest.raises(CommandError, match="Another process"):
        call_command("keep_due")
    held_elsewhere()
    call_command("keep_due")
