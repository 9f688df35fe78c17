"""What production needs from its environment, and what it says when something is missing."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.checks import run_checks
from django.core.checks.registry import registry
from django.test import Client

from config.checks import production_reaches_people
from config.running.var_folder import ROOT
from tests.cast import Cast, log_in

ASK = "from config import settings; print({})"
FIT: dict[str, Any] = {
    "IS_PRODUCTION": True,
    "EMAIL_HOST": "mail.example.org",
    "PUBLIC_URL": "https://amparo.example.org",
    "MAIL_LIES_IN_FOLDER": False,
}


def settings_with(expression: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", ASK.format(expression)],
        env={**os.environ, **variables},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("mode", ["prod", "Production", "demo"])
def test_a_mode_that_does_not_exist_is_refused(mode: str) -> None:
    """Any other word than "production" once meant the demonstration: no second factor, no TLS."""
    answer = settings_with("settings.MODE", AMPARO_MODE=mode)
    assert answer.returncode != 0
    assert answer.stderr.strip().endswith(
        f"AMPARO_MODE is {mode!r}; write production or demonstration."
    )


def test_production_binds_its_cookies_to_tls_and_host() -> None:
    names = "settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.DEVICE_COOKIE_NAME"
    said = settings_with(names, AMPARO_MODE="production").stdout
    assert said.strip() == "__Host-sessionid __Host-csrftoken __Host-device"


def test_production_never_writes_a_mail_to_the_disk() -> None:
    for host in ("", "mail.example.org"):
        answer = settings_with(
            "settings.EMAIL_BACKEND", AMPARO_MODE="production", AMPARO_MAIL_HOST=host
        )
        assert answer.stdout.strip() == "django.core.mail.backends.smtp.EmailBackend"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({}, None),
        ({"EMAIL_HOST": ""}, "config.E002"),
        ({"PUBLIC_URL": "http://amparo.example.org"}, "config.E003"),
        ({"PUBLIC_URL": "https://localhost:8000"}, "config.E003"),
        ({"IS_PRODUCTION": False, "EMAIL_HOST": ""}, None),
    ],
)
def test_production_without_mail_or_a_public_address_is_an_error(
    settings: LazySettings, changed: dict[str, Any], code: str | None
) -> None:
    for name, value in {**FIT, **changed}.items():
        setattr(settings, name, value)
    assert [error.id for error in production_reaches_people()] == ([code] if code else [])


def test_the_check_is_one_of_those_that_every_start_asks() -> None:
    assert "production_reaches_people" in {
        check.__name__ for check in registry.get_checks(include_deployment_checks=False)
    }
    assert [error for error in run_checks() if error.is_serious()] == []


@pytest.mark.parametrize(
    ("folder", "ready", "told"),
    [
        (ROOT / "var" / "mail", True, "está en la carpeta var/mail"),
        (ROOT / "var" / "empty" / "mail", True, "está en la carpeta var/empty/mail"),
        (Path("/srv/amparo/mail"), True, "está en la carpeta /srv/amparo/mail"),
        (None, False, "No hay servidor de correo configurado, así que no salió ningún enlace"),
    ],
)
def test_who_invites_is_told_that_no_mail_server_is_there(
    cast: Cast, settings: LazySettings, folder: Path | None, ready: bool, told: str
) -> None:
    settings.EMAIL_HOST, settings.MAIL_LIES_IN_FOLDER = "", bool(folder)
    settings.EMAIL_FILE_PATH = folder
    page = log_in(cast.adela).post(f"/users/{cast.ana.pk}/reset-password/", follow=True)
    assert told in page.content.decode()
    assert "en camino" not in page.content.decode()
    assert Client().get("/readyz").json()["checks"]["mail"]["ok"] is ready
