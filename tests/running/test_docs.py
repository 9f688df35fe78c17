"""What the documents name exists: files, modules, names in the code, slots, commands and pages of ours."""

import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import get_commands

from config.running.var_folder import ROOT
from tests.test_floors import FLOORS, PACKAGES

DOCUMENTS = sorted(
    [*(ROOT / "docs").rglob("*.md"), *(ROOT / f"{name}.md" for name in ("README", "CHANGELOG"))]
    + [ROOT / f"{name}.md" for name in ("CONTRIBUTING", "SECURITY", "CODE_OF_CONDUCT")]
)
DOCS = ROOT / "docs"
# What it names has been, and some of that is gone.
OF_BEFORE = {ROOT / "CHANGELOG.md"}
# Made when Amparo runs, or on the reader's own machine.
MADE_LATER = re.compile(
    r"var/|secrets/|backups/|/|\.env$|\.venv|~|tests/running/released/|tests/long_passed"
)
# Paths and endings that mean a file; `actions/` alone means the folder of any app.
FILE = re.compile(r"[\w.<>*-]+(?:/[\w.<>*-]+)*/?")
ENDINGS = (".py", ".md", ".toml", ".txt", ".sh", ".csv", ".html", ".yml", ".sql", ".po", ".svg")
# Names of others that no file of ours holds: a type of intarray.
OF_OTHERS = {"query_int"}
SEARCHED = {".py", ".html", ".sql", ".sh", ".yml", ".toml", ".css", ".js", ".csv", ".txt"}
SKIPPED = {".venv", "var", ".git", "docs", "__pycache__"}


def spoken_code(text: str) -> Iterator[str]:
    """Each `piece` of code in the running text; blocks of code are examples."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    yield from (" ".join(piece.split()) for piece in re.findall(r"`([^`]+)`", prose))


@cache
def our_files() -> tuple[Path, ...]:
    return tuple(
        path.relative_to(ROOT)
        for top in ROOT.iterdir()
        if top.name not in SKIPPED
        for path in (top, *top.rglob("*"))
        if "__pycache__" not in path.parts
    ) + tuple(path.relative_to(ROOT) for path in (ROOT / "docs").rglob("*"))


@cache
def words_of_the_code() -> frozenset[str]:
    files = [
        ROOT / path for path in our_files() if path.suffix in SEARCHED and path.parts[0] != "docs"
    ]
    files += [ROOT / "Makefile", ROOT / "Dockerfile"]
    return frozenset(
        word for file in files for word in re.findall(r"\w+", file.read_text("utf-8", "replace"))
    )


def named_files(text: str) -> list[str]:
    """What looks like a file or folder of ours: with one of our endings, or below a folder that is ours."""
    tops = {path.parts[0] for path in our_files()}
    found = []
    for word in (word for piece in spoken_code(text) for word in piece.split()):
        path = word.split("::")[0].rstrip(",;:")
        if not FILE.fullmatch(path) or MADE_LATER.match(path):
            continue
        if path.endswith(ENDINGS) or ("/" in path and path.split("/")[0] in tops):
            found.append(path)
    return found


def is_there(name: str) -> bool:
    """From the top of the house or in its templates; `models.py` and `<app>/urls.py` anywhere."""
    pattern = re.sub(r"<[\w ]+>", "*", name.rstrip("/"))
    if pattern.split("/")[0] in FLOORS or pattern.startswith(("tests/", "docs/")):
        return any(ROOT.glob(pattern)) or any((ROOT / "templates").glob(pattern))
    return any(path.match(pattern) for path in our_files())


def missing_files(text: str) -> list[str]:
    return sorted({name for name in named_files(text) if not is_there(name)})


def leads_somewhere(dotted: str) -> bool:
    """A module, something in one, or the label of a model."""
    parts = dotted.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for name in parts[end:]:
            if not hasattr(found, name):
                break
            found = getattr(found, name)
        else:
            return True
        break
    try:
        return len(parts) == 2 and bool(apps.get_model(dotted))
    except LookupError:
        return False


def missing_names(text: str) -> list[str]:
    """Dotted names below our packages that lead nowhere, and names that the code does not hold."""
    missing = set()
    for piece in spoken_code(text):
        for dotted in re.findall(r"(?<![\w./-])(?:\w+\.)+\w+(?![\w/-])", piece):
            if dotted.split(".")[0] in FLOORS and not dotted.endswith(ENDINGS):
                missing |= {dotted} if not leads_somewhere(dotted) else set()
        if re.fullmatch(r"_?[A-Za-z]\w*(\(.*\))?", piece):
            name = piece.split("(")[0]
            is_of_code = "_" in name or not name.islower()
            if is_of_code and name not in words_of_the_code() and name not in OF_OTHERS:
                missing.add(name)
    return sorted(missing)


def missing_commands(text: str) -> list[str]:
    known = set(get_commands())
    return sorted(set(re.findall(r"manage\.py ([a-z_]+)", " ; ".join(spoken_code(text)))) - known)


def dead_links(document: Path, text: str) -> list[str]:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    return sorted({link for link in links if not (document.parent / link).exists()})


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_document_names_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert dead_links(document, text) == []
    if document not in OF_BEFORE:
        assert missing_files(text) == []
        assert missing_names(text) == []
        assert missing_commands(text) == []


def test_what_is_missing_is_noticed() -> None:
    text = "`casework/needs/model.py`, `models.py`, `casework/needs/models.py`, `<app>/urls.py`, `folders/`"
    assert missing_files(text) == ["casework/needs/model.py"]
    assert missing_files("`config/rooms.py` and `casework/api/`") == [
        "casework/api/",
        "config/rooms.py",
    ]
    names = (
        "`pages.lists.list_page`, `casework.Consent`, `casework.actions.cases`, `CASE_" + "PANELS`"
    )
    assert missing_names(names) == ["CASE_" + "PANELS", "casework.actions.cases"]
    assert missing_commands("`manage.py " + "load_rooms`") == ["load_rooms"]
    assert dead_links(ROOT / "docs/README.md", "[a](domain.md#aid) [b](rooms.md)") == ["rooms.md"]


def declared_slots() -> set[str]:
    """The names under which floors declare slots, wherever they do."""
    return {
        name
        for path in our_files()
        if path.suffix == ".py" and path.parts[0] in FLOORS
        for name in re.findall(r"^(\w+): Slot\[", (ROOT / path).read_text(), re.MULTILINE)
    }


def test_the_list_of_slots_is_whole() -> None:
    text = (DOCS / "slots.md").read_text()
    listed = re.findall(r"^\| `(\w+)` \| `[\w/]+\.py` \|", text, re.MULTILINE)
    assert sorted(listed) == sorted(declared_slots())
    assert len(listed) > 10


def test_floors_and_packages_stand_in_the_document_as_in_the_code() -> None:
    text = (DOCS / "architecture.md").read_text()
    floors = re.findall(r"^(\d)  (\w+(?:  ?\w+)*?)   ", text, re.MULTILINE)
    assert {app: int(row) for row, apps in floors for app in apps.split()} == FLOORS
    for app, rows in PACKAGES.items():
        text = (DOCS / f"{app}.md").read_text()
        packages = re.findall(r"^\| (\d+) \| `(\w+)` \|", text, re.MULTILINE)
        assert {(int(row), name) for row, name in packages} == {
            (number, name) for number, row in enumerate(rows, 1) for name in row
        }


def spanish_of_the_glossary() -> list[str]:
    text = (ROOT / "docs/domain.md").read_text(encoding="utf-8")
    tables = re.findall(r"\| domain word \|.*\n\|---.*\n((?:\|.*\n)+)", text)
    rows = [row.strip("| ").split(" | ") for table in tables for row in table.splitlines()]
    return [word for row in rows for word in re.split("[;,] ", row[2])]


def test_the_interface_says_each_spanish_word_of_the_glossary() -> None:
    catalogues = ROOT.glob("*/locale/es/LC_MESSAGES/django.po")
    said = " ".join(path.read_text(encoding="utf-8") for path in catalogues).lower()
    words = spanish_of_the_glossary()
    assert len(words) > 60
    assert [word for word in words if word.lower() not in said] == []
