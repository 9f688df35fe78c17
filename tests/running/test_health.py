import pytest
from django.conf import LazySettings
from django.test import Client

from config import health


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
            "database": {"ok": True, "sentence": "The database answers."},
        },
    }


def broken() -> health.Readiness:
    return health.Readiness("lift", False, "The lift stands still.")


def test_a_broker_that_is_gone_is_said_and_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.app.conf, "broker_write_url", "redis://127.0.0.1:1/0")
    assert health.broker().ok is False
