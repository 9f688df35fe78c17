"""Some of what we use of allauth is not promised by it: `internal` names. They are held to one minor version."""

import ast
import inspect
import tomllib
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest
from allauth.core.internal import ratelimit
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
# Whoever uses one more says so here, and looks at it again whenever the version in pyproject.toml moves.
USED = {
    ("accounts/public_pages.py", "allauth.core.internal", "ratelimit"),
    ("accounts/throttles.py", "allauth.core.internal", "ratelimit"),
    ("accounts/views/second_factor.py", "allauth.mfa.totp.internal.auth", "SECRET_SESSION_KEY"),
}


def internals(source: str) -> Iterator[tuple[str, str]]:
    """Module and name of everything that a file imports from an `internal` of allauth."""
    if "internal" not in source:
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            for each in node.names:
                if (node.module or "").startswith("allauth.") and "internal" in (
                    f"{node.module}.{each.name}".split(".")
                ):
                    yield node.module or "", each.name
        elif isinstance(node, ast.Import):
            for each in node.names:
                if each.name.startswith("allauth.") and "internal" in each.name.split("."):
                    yield each.name, ""


def used() -> set[tuple[str, str, str]]:
    folders = {path.parent for path in ROOT.glob("*/__init__.py")} - {ROOT / "tests"}
    return {
        (path.relative_to(ROOT).as_posix(), module, name)
        for folder in folders
        for path in folder.rglob("*.py")
        for module, name in internals(path.read_text())
    }


def test_every_internal_name_that_we_use_is_listed() -> None:
    assert used() == USED


def test_every_spelling_of_an_import_is_seen() -> None:
    for line in (
        "from allauth.core import internal",
        "from allauth.core.internal import ratelimit",
        "from allauth.core.internal.ratelimit import consume as take",
        "import allauth.core.internal.ratelimit",
    ):
        assert list(internals(line)), line
    assert list(internals("from allauth.core import ratelimit")) == []


@pytest.mark.parametrize(("place", "module", "name"), sorted(USED))
def test_an_internal_name_is_still_there(place: str, module: str, name: str) -> None:
    try:
        found = getattr(import_module(module), name, None) or import_module(f"{module}.{name}")
    except ImportError:
        found = None
    assert found is not None, (
        f"allauth {version('django-allauth')} lost {module}.{name}: see {place}"
    )


def test_counting_still_takes_and_gives_what_we_say() -> None:
    takes = set(inspect.signature(ratelimit.consume).parameters)
    assert takes >= {"request", "app", "action", "config", "key", "limit_get"}
    assert callable(ratelimit.RateLimitUsage([]).rollback)
    assert set(inspect.signature(ratelimit.get_rates).parameters) >= {"app", "action"}
    places = set(inspect.signature(ratelimit.get_cache_key).parameters)
    assert places >= {"request", "app", "action", "rate", "key"}


def test_the_minor_version_is_the_one_that_was_looked_at() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pinned = next(line for line in project["dependencies"] if line.startswith("django-allauth"))
    major, minor, _patch = version("django-allauth").split(".")
    assert pinned == f"django-allauth[mfa]~={major}.{minor}.0"
