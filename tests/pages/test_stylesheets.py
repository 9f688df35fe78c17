"""What holds for every stylesheet of ours: light on the line, and one rule readable at a time."""

import re
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles import finders

from pages.stylesheet import COMPONENTS, FOLDER, stylesheet

ROOT = Path(settings.BASE_DIR)
COMPONENT_FILES = sorted(FOLDER.glob("*.css"))
OURS = [Path(app.path) for app in apps.get_app_configs() if Path(app.path).parent == ROOT]
OTHER_FILES = sorted(file for app in OURS for file in app.glob("static/**/*.css"))
COMMENT_OR_TEXT = re.compile(r"/\*.*?\*/|\"[^\"\n]*\"|'[^'\n]*'", re.DOTALL)
# All of it weighed 6,308 bytes before the dark, and charts, rows and menus that open; it stays below 9,000.
MOST_BYTES = 9_000
# Sheets that the pages of one task load beside: no other page grows by them.
OF_ONE_TASK = {
    ROOT / "shelters/static/shelters/board.css": 1_600,
    ROOT / "shelters/static/shelters/door.css": 800,
}


def faults(css: str) -> list[str]:
    """Lines that are hard to read: too long, or with more on them than one declaration."""
    # What stands in comments and between quotes keeps its length and loses its signs.
    bare = COMMENT_OR_TEXT.sub(lambda found: re.sub(r"[^\n]", "x", found[0]), css)
    return [
        line
        for line, signs in zip(css.splitlines(), bare.splitlines(), strict=True)
        if len(line) > 120 or signs.count(";") > 1 or re.search(r"[;{].*[;}]|[{;]\s*[^\s{;]", signs)
    ]


def as_sent(css: str) -> int:
    """How many bytes of it travel to a browser: brotli, as WhiteNoise compresses it."""
    return len(brotli.compress(css.encode()))


def test_all_our_css_together_stays_light() -> None:
    others = [file for file in OTHER_FILES if file not in OF_ONE_TASK]
    sheets = [stylesheet(), *(file.read_text(encoding="utf-8") for file in others)]
    assert sum(map(as_sent, sheets)) <= MOST_BYTES


@pytest.mark.parametrize("file", OF_ONE_TASK, ids=lambda file: file.name)
def test_the_pages_of_one_task_bring_a_light_sheet_of_their_own(file: Path) -> None:
    assert as_sent(file.read_text(encoding="utf-8")) <= OF_ONE_TASK[file]


@pytest.mark.parametrize(
    "file", [*COMPONENT_FILES, *OTHER_FILES], ids=lambda file: str(file.relative_to(ROOT))
)
def test_every_declaration_has_a_line_of_its_own(file: Path) -> None:
    assert faults(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "a { color: red; top: 0; }",
        "a { color: red; top: 0 }",
        "  color: red; top: 0;",
        "@media print { a {",
        f"a, {'b' * 118} {{",
    ],
)
def test_a_crowded_line_would_be_found(line: str) -> None:
    assert faults(line) == [line]


def test_signs_in_a_comment_or_between_quotes_are_no_fault() -> None:
    assert faults('/* a { color: red; top: 0; } */\na {\n  content: "a; b; {";\n}') == []


@pytest.mark.parametrize("file", COMPONENT_FILES, ids=lambda file: file.name)
def test_every_component_says_first_what_it_styles(file: Path) -> None:
    assert file.read_text(encoding="utf-8").startswith("/* ")


def test_every_component_has_its_place_in_the_order() -> None:
    assert sorted(COMPONENTS) == [file.stem for file in COMPONENT_FILES]


def test_a_browser_gets_all_components_in_one_file() -> None:
    found: Any = finders.find("pages/amparo.css")
    assert Path(found).read_text(encoding="utf-8") == stylesheet()
    collected = [path for finder in finders.get_finders() for path, _ in finder.list([])]
    assert [path for path in collected if path.startswith("pages/") and path.endswith("css")] == [
        "pages/amparo.css"
    ]


def test_comments_do_not_travel() -> None:
    assert "/*" not in stylesheet()
    assert stylesheet().startswith(":root {")
