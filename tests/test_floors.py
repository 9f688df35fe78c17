"""The floors of the house: imports point down, stand at the top, and nothing is heard from below."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

FLOORS = {
    "vault": 0,
    "pages": 0,
    "accounts": 1,
    "casework": 2,
    "shelters": 3,
    "asylum": 3,
    "aid": 4,
    "worklist": 5,
    "reporting": 5,
    "seeds": 5,
    "config": 6,
}
# Rooms of one floor that may lean on each other.
NEIGHBOURS = {("seeds", "reporting"), ("seeds", "worklist")}
FORBIDDEN_NAMES = {"core", "common", "utils", "helpers", "manager", "service"}


def imported_packages(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.split(".")[0]


def upward_imports(package: str, source: str) -> list[str]:
    """Packages that a file of `package` may not import but does."""
    return sorted(
        {
            other
            for other in imported_packages(ast.parse(source))
            if other in FLOORS
            and other != package
            and FLOORS[other] >= FLOORS[package]
            and (package, other) not in NEIGHBOURS
        }
    )


def deferred_imports(source: str) -> list[int]:
    """Lines of imports inside functions."""
    return [
        inner.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    ]


def files(package: str) -> list[Path]:
    return sorted(path for path in (ROOT / package).rglob("*.py") if "migrations" not in path.parts)


@pytest.mark.parametrize("package", FLOORS)
def test_imports_point_down_only(package):
    found = {
        str(path.relative_to(ROOT)): upward_imports(package, path.read_text())
        for path in files(package)
    }
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize("package", FLOORS)
def test_no_import_hides_inside_a_function(package):
    found = {
        str(path.relative_to(ROOT)): deferred_imports(path.read_text()) for path in files(package)
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_an_import_upward_is_noticed():
    assert upward_imports("casework", "from shelters.models import Placement") == ["shelters"]
    assert upward_imports("shelters", "import asylum.models") == ["asylum"]
    assert upward_imports("aid", "from shelters.models import Site") == []
    assert deferred_imports("def page():\n    from shelters import models\n") == [2]


def test_every_package_stands_on_a_floor():
    packages = {
        path.parent.name
        for path in ROOT.glob("*/__init__.py")
        if path.parent.name != "tests" and not path.parent.name.startswith(".")
    }
    assert packages == set(FLOORS)


@pytest.mark.parametrize("package", FLOORS)
def test_nobody_listens_to_signals_and_rooms_have_names_from_the_office(package):
    receivers = [
        str(path.relative_to(ROOT))
        for path in files(package)
        if "@receiver" in path.read_text() or "post_save" in path.read_text()
    ]
    named_badly = [
        str(path.relative_to(ROOT))
        for path in files(package)
        if FORBIDDEN_NAMES & {path.stem, *path.relative_to(ROOT).parts}
    ]
    assert (receivers, named_badly) == ([], [])


@pytest.mark.parametrize("package", FLOORS)
def test_files_and_functions_stay_short_enough_to_read(package):
    long_files = {
        str(path.relative_to(ROOT)): count
        for path in files(package)
        if (count := len(path.read_text().splitlines())) > 400
    }
    long_functions = {
        f"{path.relative_to(ROOT)}:{node.name}": length
        for path in files(package)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
        and (length := (node.end_lineno or 0) - node.lineno + 1) > 50
    }
    assert (long_files, long_functions) == ({}, {})


@pytest.mark.parametrize("package", [name for name in FLOORS if name != "config"])
def test_views_read_and_answer_but_never_write(package):
    paths = [path for path in files(package) if "views" in path.parts or path.stem == "views"]
    writing = {
        str(path.relative_to(ROOT)): word
        for path in paths
        for word in (".save(", ".objects.create(", ".bulk_create(", ".delete(")
        if word in path.read_text()
    }
    assert writing == {}
