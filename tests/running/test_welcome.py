"""What whoever starts Amparo reads: what is waited for, and how to get into an empty one."""

from pathlib import Path

import pytest
from pytest_django import Settings

from accounts.actions.first_start import CODE_FILE
from config.management.commands import prepare
from config.running import processes, run
from config.running.errors import CommandFailed
from config.running.var_folder import VarFolder, free_port
from seeds.staff import accounts_in_words
from tests.cast import build_cast


@pytest.fixture
def place(tmp_path: Path) -> VarFolder:
    place = VarFolder(tmp_path / "var")
    place.make()
    return place


def test_a_long_wait_says_for_what_and_ends_in_a_sentence(
    place: VarFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    web = processes.start("The web", ["sleep", "30"], log=place.log("web"))
    try:
        with pytest.raises(
            CommandFailed, match=r"did not answer within 1 seconds; its log is .*web\.log"
        ):
            run.wait_for_web([web], free_port(), patience=1, quiet=0.2)
    finally:
        processes.stop([web])
    said = capsys.readouterr().out
    assert said.count("Waiting for the web server to answer") == 1
    assert "web.log" in said


def test_a_short_wait_says_nothing_and_a_server_that_ended_is_not_waited_for(
    place: VarFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    web = processes.start("The web", ["false"], log=place.log("web"))
    web.process.wait()
    with pytest.raises(CommandFailed, match="The web ended with code 1"):
        run.wait_for_web([web], free_port(), patience=30, quiet=20)
    assert capsys.readouterr().out == ""
    assert run.PATIENCE >= 180, "a busy machine took more than one minute"


def test_an_empty_amparo_is_told_where_its_code_lies(
    place: VarFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    accounts = place.folder / "accounts.txt"
    accounts.write_text("ana@amparo.example")
    run.say_welcome(place, 8000)
    assert "ana@amparo.example" in capsys.readouterr().out
    code = place.folder / CODE_FILE
    code.write_text("0123456789abcdef")
    run.say_welcome(place, 8000)
    said = capsys.readouterr().out
    assert str(code) in said
    assert "Nobody has an account yet" in said
    assert "ana@amparo.example" not in said
    assert "0123456789abcdef" not in said, "a terminal is seen over shoulders, and kept in logs"


@pytest.mark.parametrize(("invents", "waits"), [(False, True), (True, False)])
def test_the_code_of_an_empty_amparo_waits_before_anybody_opens_the_page(
    db: None,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    invents: bool,
    waits: bool,
) -> None:
    settings.VAR_DIR, settings.INVENTS_PEOPLE = tmp_path, invents
    monkeypatch.setattr(prepare, "fingerprint", lambda: "as it was")
    monkeypatch.setattr(prepare, "call_command", lambda *args, **options: None)
    (tmp_path / "prepared").write_text("as it was")
    prepare.Command().handle()
    assert (tmp_path / CODE_FILE).exists() is waits


def test_who_has_accounts_gets_no_code(
    db: None, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_cast()
    settings.VAR_DIR, settings.INVENTS_PEOPLE = tmp_path, False
    monkeypatch.setattr(prepare, "fingerprint", lambda: "as it was")
    (tmp_path / "prepared").write_text("as it was")
    prepare.Command().handle()
    assert not (tmp_path / CODE_FILE).exists()


@pytest.mark.django_db
def test_the_terminal_says_the_roles_in_both_languages() -> None:
    lines = accounts_in_words()
    assert lines[0].startswith("Gestión de casos / Caseworker ")
    assert lines[-1].startswith("Examen de exclusión / Exclusion screener ")
