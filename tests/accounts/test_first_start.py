"""The first start of an empty Amparo: by command or by page, once, and never by a stranger."""

import zoneinfo
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils.translation import override
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from accounts.actions.first_start import CODE_FILE, FirstStartRefused, first_start
from accounts.models import AuditEvent, Office, Team, User
from accounts.permissions import Permission
from tests.cast import build_cast

PASSWORD = "tres gallinas azules beben"
ANSWERS = {
    "office_name": "Cúcuta",
    "country": "CO",
    "time_zone": "America/Bogota",
    "team_name": "Puente",
    "full_name": "Adela",
    "email": "adela@amparo.example",
    "language": "es",
    "password": PASSWORD,
}


@pytest.fixture(autouse=True)
def own_folder(settings: Settings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path


def test_the_log_in_page_leads_there_while_nobody_has_an_account(db: None) -> None:
    assert Client().get("/account/login/")["Location"] == "/first-start/"
    assert Client().get("/first-start/").status_code == 200


def test_with_the_code_from_the_disk_an_office_and_an_administrator_are_made(
    db: None, tmp_path: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    browser = Client()
    browser.get("/first-start/")
    file = tmp_path / CODE_FILE
    code = file.read_text()
    assert file.stat().st_mode & 0o077 == 0
    with django_capture_on_commit_callbacks(execute=True):
        answer = browser.post("/first-start/", {**ANSWERS, "code": code})
    assert answer["Location"] == "/account/login/"
    user = User.objects.get()
    assert Permission.USER_CHANGE in user.permissions_today()
    assert Permission.CASE_READ not in user.permissions_today()
    assert (Office.objects.get().name, Team.objects.get().name) == ("Cúcuta", "Puente")
    assert not file.exists()
    answer = browser.post("/account/login/", {"login": user.email, "password": PASSWORD})
    assert answer.status_code == 302


def test_a_stranger_without_the_code_or_with_a_weak_password_makes_nothing(
    db: None, tmp_path: Path
) -> None:
    browser = Client()
    browser.post("/first-start/", {**ANSWERS, "code": ""})
    browser.post("/first-start/", {**ANSWERS, "code": "0123456789abcdef"})
    code = (tmp_path / CODE_FILE).read_text()
    assert code not in browser.get("/first-start/").content.decode()
    browser.post("/first-start/", {**ANSWERS, "code": code, "password": "contraseña12345"})
    assert not User.objects.exists()
    assert not Office.objects.exists()


def test_every_fault_is_told_at_once(db: None, tmp_path: Path) -> None:
    browser = Client()
    typed = {"code": "wrong", "password": "corta", "country": "Colombia", "full_name": ""}
    form = browser.post("/first-start/", {**ANSWERS, **typed}).context["form"]
    assert set(form.errors) == {"code", "password", "country", "full_name"}
    form = browser.post("/first-start/", {**ANSWERS, "code": "wrong", "country": "57"})
    assert set(form.context["form"].errors) == {"code", "country"}


def test_the_office_gets_the_country_and_the_clock_that_were_chosen(
    db: None, tmp_path: Path
) -> None:
    browser = Client()
    browser.get("/first-start/")
    where = {"country": "BR", "time_zone": "America/Manaus"}
    code = (tmp_path / CODE_FILE).read_text()
    browser.post("/first-start/", {**ANSWERS, **where, "code": code})
    office = Office.objects.get()
    assert (office.country, office.time_zone) == ("BR", "America/Manaus")
    event = AuditEvent.objects.get(verb="office.first_started")
    assert event.details == {"country": "BR", "time_zone": "America/Manaus"}


def test_country_and_clock_are_chosen_by_name_and_a_clock_of_another_name_stays(
    db: None,
) -> None:
    fields = Client().get("/first-start/").context["form"].fields
    with override("es"):
        countries, zones = dict(fields["country"].choices), dict(fields["time_zone"].choices)
    assert (countries["CO"], zones["America/Bogota"]) == ("Colombia", "Colombia · Bogotá")
    assert zones["America/Buenos_Aires"] == "America/Buenos_Aires"
    assert set(zones) == zoneinfo.available_timezones()


def test_the_command_does_the_same(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMPARO_FIRST_PASSWORD", "password1234567")
    options = {"office": "Cúcuta", "email": "adela@amparo.example", "name": "Adela"}
    with pytest.raises(CommandError):
        call_command("first_start", **options)
    monkeypatch.setenv("AMPARO_FIRST_PASSWORD", PASSWORD)
    said = StringIO()
    call_command("first_start", **options, stdout=said)
    assert "adela@amparo.example" in said.getvalue()
    assert "CO, America/Bogota" in said.getvalue()
    assert User.objects.get().check_password(PASSWORD)


def test_as_soon_as_anybody_has_an_account_there_is_no_first_start(db: None) -> None:
    build_cast()
    assert Client().get("/first-start/").status_code == 404
    assert Client().post("/first-start/", ANSWERS).status_code == 404
    assert Client().get("/account/login/").status_code == 200
    with pytest.raises(FirstStartRefused):
        first_start(**{**ANSWERS, "email": "x@amparo.example"})
    with pytest.raises(CommandError):
        call_command("first_start", office="X", email="x@amparo.example", name="X")
