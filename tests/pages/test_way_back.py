"""Whoever opens a form and does not want to send it finds the way back, on top and beside the button."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

# Whoever asks a form calls it.
ASKS = "form_response("
# The steps of an import have a trail of their own, and lead on.
LEADS_ON = {("imports.py", "import_columns"), ("imports.py", "import_words")}


def _pages() -> Iterator[tuple[str, ast.FunctionDef]]:
    for path in Path(settings.BASE_DIR).glob("[a-z]*/**/*.py"):
        if "tests" in path.parts or ASKS not in (text := path.read_text(encoding="utf-8")):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                yield path.name, node


def _leads_nowhere(node: ast.AST) -> bool:
    """Whether it asks a form and neither says `back` nor hands on what it was told, or hides the way."""
    if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "form_response"):
        return False
    told = {keyword.arg: keyword.value for keyword in node.keywords}
    way = told.get("cancel_url")
    return not {"back", None} & told.keys() or (isinstance(way, ast.Constant) and not way.value)


def test_every_page_that_is_one_form_says_where_it_leads_back_to():
    found = {
        (name, page.name) for name, page in _pages() if any(map(_leads_nowhere, ast.walk(page)))
    }
    assert found == LEADS_ON
