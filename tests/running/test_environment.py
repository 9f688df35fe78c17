"""What the environment says, and how plainly Amparo says that it is missing."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment

NAME = "AMPARO_TOLD_BY_A_TEST"


def test_a_variable_that_is_empty_is_one_that_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """docker-compose.yml hands over an empty one for whatever nobody chose."""
    for prepare in (lambda: None, lambda: monkeypatch.setenv(NAME, "")):
        prepare()
        assert environment.text(NAME, "default") == "default"
        assert environment.words(NAME, "one, two") == ["one", "two"]
        assert environment.flag(NAME, default=True) is True
        with pytest.raises(ImproperlyConfigured, match=rf"^{NAME} is not set\. Set it, or start "):
            environment.text(NAME)
    monkeypatch.setenv(NAME, "said")
    assert environment.text(NAME, "default") == "said"


def test_a_secret_may_come_from_a_file_without_its_last_newline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "secret"
    monkeypatch.setenv(f"{NAME}_FILE", str(file))
    with pytest.raises(ImproperlyConfigured, match=f"^{NAME}_FILE names {file}, which cannot be "):
        environment.text(NAME, "default")
    file.write_text("told\n")
    assert environment.text(NAME) == "told"


def test_a_word_that_is_neither_yes_nor_no_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for word, meaning in {"yes": True, "ON": True, "1": True, "no": False, "False": False}.items():
        monkeypatch.setenv(NAME, word)
        assert environment.flag(NAME, default=not meaning) is meaning
    monkeypatch.setenv(NAME, "perhaps")
    with pytest.raises(ImproperlyConfigured, match=f"^{NAME} is 'perhaps'; write yes or no.$"):
        environment.flag(NAME, default=True)


def test_an_address_of_a_database_keeps_signs_socket_and_options(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(NAME, "postgresql://ana:m%40ngo@db:5433/amparo?sslmode=verify-full")
    assert environment.database(NAME) == {
        "ENGINE": "config.postgresql",
        "NAME": "amparo",
        "USER": "ana",
        "PASSWORD": "m@ngo",
        "HOST": "db",
        "PORT": "5433",
        "OPTIONS": {"connect_timeout": 5, "sslmode": "verify-full"},
    }
    monkeypatch.setenv(NAME, "postgresql:///amparo?host=/run/postgresql")
    assert environment.database(NAME)["HOST"] == "/run/postgresql"
    monkeypatch.setenv(NAME, "mysql://db/amparo")
    with pytest.raises(ImproperlyConfigured, match=f"^{NAME} must start with postgresql://$"):
        environment.database(NAME)
