"""No container runs here; what can be held against the rest of the repository is held against it."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import yaml

from config.running import probe, tools
from config.running.postgres import SETTINGS
from config.running.var_folder import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = {
    name: service for name, service in SERVICES.items() if service["image"].startswith("amparo")
}


def test_compose_runs_the_majors_that_the_tests_run_on() -> None:
    database, broker = SERVICES["database"]["image"], SERVICES["broker"]["image"]
    assert database == f"postgres:{tools.version(tools.postgres('postgres')).split('.')[0]}"
    assert broker == f"valkey/valkey:{tools.version(tools.broker()).split('.')[0]}"


def test_compose_names_only_variables_that_the_code_reads() -> None:
    code = "".join(
        path.read_text()
        for path in (ROOT / "config").rglob("*.py")
        if path.parent != ROOT / "config" / "running"
    )
    read = set(re.findall(r'"((?:AMPARO|DATABASE|REDIS)_\w+)"', code))
    for service in OURS.values():
        named = {name.removesuffix("_FILE") for name in service["environment"]}
        assert named <= read, named - read
    assert {"AMPARO_MODE", "AMPARO_SECRET_KEY", "AMPARO_MASTER_KEY", "REDIS_URL"} <= read


def names_in_the_code() -> set[str]:
    """Every variable that Amparo reads, and those that compose puts in by itself."""
    sources = [
        path.read_text() for room in ("config", "accounts") for path in (ROOT / room).rglob("*.py")
    ]
    read = set(re.findall(r'"((?:AMPARO|DATABASE|REDIS)_[A-Z_]+)"', "".join(sources)))
    return read | set(re.findall(r"\$\{(\w+)", (ROOT / "docker-compose.yml").read_text()))


def test_every_variable_stands_in_the_one_table_and_no_other() -> None:
    text = (ROOT / "docs" / "deploying.md").read_text()
    rows = re.findall(r"^\| (`(?:AMPARO|DATABASE|REDIS)_.*?) \|", text, re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    # Who runs the tests with another browser names it so.
    assert sorted(listed) == sorted(names_in_the_code() - {"AMPARO_CHROMIUM"})


def test_compose_hands_on_what_mail_and_links_need() -> None:
    for service in OURS.values():
        given = {name.removesuffix("_FILE") for name in service["environment"]}
        assert {name for name in names_in_the_code() if "_MAIL_" in name} | {"AMPARO_URL"} <= given


def test_no_secret_stands_in_a_variable_and_every_named_file_is_given() -> None:
    for service in SERVICES.values():
        for name, value in service.get("environment", {}).items():
            is_secret = re.search("KEY|PASSWORD|URL", name) and name != "AMPARO_URL"
            assert not is_secret or name.endswith("_FILE"), name
            if name.endswith("_FILE"):
                assert Path(value).name in service["secrets"], name
    assert {name for each in SERVICES.values() for name in each.get("secrets", [])} == set(
        COMPOSE["secrets"]
    )


def test_only_setup_and_backup_know_the_owners_password() -> None:
    """The web container, where a stranger would arrive, cannot change a table nor the audit."""
    knowing = {name for name, each in OURS.items() if "database_owner_url" in each["secrets"]}
    assert knowing == {"setup", "backup"}


def test_the_database_runs_with_the_settings_that_the_tests_run_with() -> None:
    given = [part.removeprefix("-c") for part in SERVICES["database"]["command"][1:]]
    # Where it listens and what time it is are the image's own.
    its_own = {"listen_addresses", "unix_socket_directories", "log_timezone", "timezone"}
    assert dict(part.split("=") for part in given) == {
        name: value for name, value in SETTINGS.items() if name not in its_own
    }


def test_every_service_of_ours_runs_the_version_that_was_chosen() -> None:
    assert {each["image"] for each in OURS.values()} == {"amparo:${AMPARO_VERSION:-latest}"}
    assert set(OURS) == {"setup", "web", "worker", "beat", "backup"}


def test_every_folder_that_a_container_of_ours_writes_to_is_its_users() -> None:
    """A volume takes the owner of the image's folder; a folder of the host that docker makes is root's."""
    made = re.search(r"install -d -o amparo -m 700 (.*)$", DOCKERFILE, re.MULTILINE)
    home = re.search(r"--home-dir (\S+) --create-home amparo", DOCKERFILE)
    assert made
    assert home
    owned = {*made[1].split(), home[1]}
    for service in OURS.values():
        for volume in service["volumes"]:
            source, target = volume.split(":")
            assert source in COMPOSE["volumes"]
            assert target in owned
    assert SERVICES["backup"]["command"][-1] in owned


def test_no_container_keeps_a_right_that_it_does_not_need() -> None:
    kept = {name: set(service.get("cap_add", [])) for name, service in SERVICES.items()}
    assert all(service["cap_drop"] == ["ALL"] for service in SERVICES.values())
    assert {name for name, rights in kept.items() if rights} == {"database"}


def test_three_workers_get_in_nobodys_way() -> None:
    worker = SERVICES["worker"]
    assert not {"container_name", "ports", "hostname"} & set(worker)
    assert "beat" not in worker["command"]
    assert "--beat" not in worker["command"]
    assert {"config.clock", "beat"} <= set(SERVICES["beat"]["command"])


def test_a_clock_that_hangs_makes_its_container_unhealthy(tmp_path: Path) -> None:
    test = SERVICES["beat"]["healthcheck"]["test"]
    command = SERVICES["beat"]["command"]
    assert test[-1] == command[command.index("--schedule") + 1] + probe.SIGN
    sign = tmp_path / "beat.alive"

    def code() -> int:
        asked = [sys.executable, *test[2:-1], str(sign)]
        return subprocess.run(asked, cwd=ROOT, timeout=30).returncode

    assert code() == 1, "it never looked what is due"
    sign.touch()
    assert code() == 0
    long_ago = time.time() - probe.LONGEST_SILENCE - 1
    os.utime(sign, (long_ago, long_ago))
    assert code() == 1


def test_everything_waits_for_what_it_needs() -> None:
    for name in ("web", "worker", "beat"):
        assert SERVICES[name]["depends_on"] == {
            "setup": {"condition": "service_completed_successfully"},
            "broker": {"condition": "service_healthy"},
        }
    for name in ("database", "broker"):
        assert "healthcheck" in SERVICES[name]


def test_the_image_runs_as_somebody_who_is_not_root_and_installs_by_hash() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    user = [number for number, line in enumerate(lines) if line == "USER amparo"]
    command = [number for number, line in enumerate(lines) if line.startswith("CMD")]
    assert user[0] < command[-1]
    assert any(line.endswith("--require-hashes -r requirements.lock") for line in lines)
    assert (ROOT / "config/gunicorn.py").exists()


def test_made_secrets_fit_together_and_are_never_overwritten(tmp_path: Path) -> None:
    command = ["sh", ROOT / "config" / "running" / "make_secrets.sh"]
    first = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    made = {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()}
    assert first.returncode == 0
    assert set(made) == set(COMPOSE["secrets"])
    assert made["broker_password"] in made["redis_url"]
    assert (tmp_path / "secrets").stat().st_mode & 0o777 == 0o700
    second = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert second.returncode == 1
    assert made == {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()}
