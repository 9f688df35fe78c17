"""docs/first-change.md can be followed: its blocks fit the code of today, and together they make what the page says."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.running.servers import NAMES
from config.running.var_folder import ROOT

PAGE = ROOT / "docs" / "first-change.md"
CATALOG = Path("casework/locale/es/LC_MESSAGES/django.po")


def blocks() -> list[tuple[str, str]]:
    """The language and the text of each block, in the order of the page."""
    return re.findall(r"^```(\w+)\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def changed(text: str, hunks: str) -> str:
    """The text after the lines with a minus went and those with a plus came; each hunk fits at one place."""
    for hunk in hunks.split("@@\n"):
        lines = hunk.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] != "+")
        after = "".join(line[1:] for line in lines if line[0] != "-")
        assert text.count(before) == 1, f"fits {text.count(before)} times:\n{before}"
        text = text.replace(before, after)
    return text


def apply(language: str, text: str, root: Path) -> list[Path]:
    """Does to the files below `root` what the block says; which files those were."""
    first, rest = text.split("\n", 1)
    path = root / first.removeprefix("# ")
    match language:
        case "diff":
            path.write_text(changed(path.read_text(), rest))
        case "python":
            assert not path.exists(), first
            path.write_text(rest)
        case "po":
            path = root / CATALOG
            for sentence in text.strip().split("\n\n"):
                empty = re.sub(r'^msgstr ".*"$', 'msgstr ""', sentence, flags=re.MULTILINE)
                assert f"\n{empty}\n" in path.read_text(), f"not extracted:\n{empty}"
                path.write_text(path.read_text().replace(f"\n{empty}\n", f"\n{sentence}\n"))
    return [path]


def copied(folder: Path) -> Path:
    """The code as it lies here, without what is made from it."""
    made = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", "*.mo")
    shutil.copytree(ROOT, folder, ignore=made)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    return folder


def test_every_block_of_a_first_change_fits_the_code(tmp_path: Path) -> None:
    written = []
    for language, text in blocks():
        if language in {"diff", "python"}:
            name = text.split("\n", 1)[0].removeprefix("# ")
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).exists():
                shutil.copy(ROOT / name, tmp_path / name)
            written += apply(language, text, tmp_path)
    for path in written:
        if path.suffix == ".py":
            ast.parse(path.read_text())
    assert len(written) > 6


@pytest.mark.long(of="database")
def test_a_first_change_runs_as_it_is_printed(tmp_path: Path) -> None:
    root = copied(tmp_path / "amparo")
    environment = {name: value for name, value in os.environ.items() if name not in NAMES}
    environment |= {"AMPARO_VAR": str(tmp_path / "var"), "PYTHONPATH": str(root)}
    for name in ("PYTEST_XDIST_WORKER", "PYTHONPYCACHEPREFIX"):
        environment.pop(name, None)
    for language, text in blocks():
        if language != "sh":
            apply(language, text, root)
            continue
        for line in text.splitlines():
            # What the Makefile does after installing, which is done.
            line = line.replace("make schema", "python -m config.running manage keep_schema")
            line = re.sub(r"^make test ARGS=", "python -m tests.runner quick ", line)
            words = line.removeprefix(".venv/bin/").split()
            command = [sys.executable, *words[1:]]
            answer = subprocess.run(
                command, cwd=root, env=environment, capture_output=True, text=True
            )
            assert answer.returncode == 0, f"{line}\n{answer.stdout[-3000:]}{answer.stderr[-3000:]}"
