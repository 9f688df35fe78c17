"""Every test that expects a refusal says which: a missing permission refuses too."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from accounts.access import NotAllowed
from pages.refusals import ActionRefused
from tests.refusals import refused

TESTS = Path(__file__).parent
# The only place that expects whatever refuses; it then looks at what was said.
HELPER = TESTS / "refusals.py"


def unsaid(source: str) -> Iterator[int]:
    """The lines where `pytest.raises` takes any refusal at all, alone or among others."""
    if "ActionRefused" not in source:
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"pytest.raises", "raises"}:
            expected = node.args[:1]
            named = {
                ast.unparse(each).rpartition(".")[2]
                for kind in expected
                for each in (kind.elts if isinstance(kind, ast.Tuple) else [kind])
            }
            if "ActionRefused" in named:
                yield node.lineno


def test_no_test_expects_a_refusal_without_saying_which() -> None:
    found = {
        f"{path.relative_to(TESTS)}:{line}"
        for path in TESTS.rglob("*.py")
        if path != HELPER
        for line in unsaid(path.read_text(encoding="utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize(
    "line",
    [
        "pytest.raises(ActionRefused)",
        "pytest.raises(refusals.ActionRefused, match='x')",
        "pytest.raises((NotAllowed, ActionRefused))",
    ],
)
def test_the_search_finds_a_refusal_that_is_not_said(line: str) -> None:
    assert list(unsaid(f"with {line}:\n    act()")) == [1]


@pytest.mark.parametrize("line", ["pytest.raises(NotAllowed)", "refused('x')", "act()"])
def test_the_search_passes_what_says_which(line: str) -> None:
    assert list(unsaid(f"with {line}:\n    act()")) == []


def test_the_sentence_and_the_field_are_those_that_were_refused() -> None:
    with refused("too late", field="on"):
        raise ActionRefused("This is too late.", field="on")
    with pytest.raises(AssertionError, match="too early"), refused("too early"):
        raise ActionRefused("This is too late.")
    with pytest.raises(AssertionError, match="It stands at until"), refused("too late", field="on"):
        raise ActionRefused("This is too late.", field="until")


def test_a_missing_permission_is_not_taken_for_a_rule() -> None:
    with pytest.raises(AssertionError, match="permission was missing"), refused("roles"):
        raise NotAllowed("Your roles do not include it.")


def test_what_is_not_refused_and_what_is_not_said_fail() -> None:
    with pytest.raises(pytest.fail.Exception), refused("anything"):
        pass
    with pytest.raises(TypeError, match="Say which"), refused():
        raise ActionRefused("This is too late.")
