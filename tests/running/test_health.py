import datetime

import pytest
from django.conf import LazySettings
from django.db import connection, transaction
from django.test import Client

from accounts.models import User
from config import health
from tests.cast import Cast
from worklist.scheduler.heartbeats import BACKUP, beat, database_now
from worklist.scheduler.models import Heartbeat


def test_a_living_process_answers_without_the_database(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "alive"})


@pytest.mark.django_db
def test_a_ready_machine_says_so_and_names_what_it_asked(client: Client) -> None:
    answer = client.get("/readyz")
    checks = answer.json()["checks"]
    assert {"database", "migrations", "broker"} <= set(checks)
    for name in ("database", "migrations", "broker"):
        assert checks[name]["ok"], checks[name]["sentence"]


@pytest.mark.django_db
def test_one_thing_that_fails_makes_the_machine_unready(
    client: Client, settings: LazySettings
) -> None:
    settings.READINESS_CHECKS = [f"{__name__}.broken", "config.health.database"]
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {
        "status": "not ready",
        "checks": {
            "lift": {"ok": False, "sentence": "The lift stands still."},
            "database": {"ok": True, "sentence": "The database answers, and writes."},
        },
    }


def broken() -> health.Readiness:
    return health.Readiness("lift", False, "The lift stands still.")


def test_a_broker_that_is_gone_is_said_and_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.app.conf, "broker_write_url", "redis://127.0.0.1:1/0")
    assert health.broker().ok is False


@pytest.mark.django_db
def test_a_database_that_takes_no_writing_makes_the_machine_unready(client: Client) -> None:
    """Every page with people writes its look down first, and fails."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
        answer = client.get("/readyz")
        transaction.set_rollback(True)
    assert answer.status_code == 503
    told = answer.json()["checks"]["database"]
    assert told == {"ok": False, "sentence": "The database answers, but nothing can be written."}


def test_production_tells_when_no_backup_was_made_lately(
    cast: Cast, settings: LazySettings
) -> None:
    settings.IS_PRODUCTION = True
    two_days = datetime.timedelta(days=2)
    User.objects.update(joined_at=database_now())
    assert health.backups().ok
    User.objects.update(joined_at=database_now() - two_days)
    assert health.backups() == ("backups", False, "No backup was made in the first 48 hours.")
    beat(BACKUP)
    assert health.backups() == ("backups", True, "The newest backup is 0 hours old.")
    Heartbeat.objects.filter(name=BACKUP).update(beat_at=database_now() - two_days)
    assert health.backups() == ("backups", False, "The newest backup is 48 hours old.")
