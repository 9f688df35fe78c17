"""Bundles the CSS files into one stylesheet, and the scripts into one script."""

import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

FOLDER = Path(__file__).parent / "styles"
SCRIPTS = Path(__file__).parent / "scripts"
# Of two equally specific rules the later one wins: general files come first, print last.
COMPONENTS = (
    "tokens",
    "base",
    "text",
    "frame",
    "navigation",
    "page-head",
    "buttons",
    "drop",
    "forms",
    "form-errors",
    "filters",
    "cards",
    "tags",
    "messages",
    "rows",
    "tiles",
    "facts",
    "timeline",
    "progress",
    "charts",
    "empty",
    "dialog",
    "keys",
    "found",
    "file",
    "tables",
    "guide",
    "print",
)
COMMENT = re.compile(r"/\*.*?\*/\n*", re.DOTALL)


def stylesheet() -> str:
    """All components in order, without comments."""
    css = "\n".join((FOLDER / f"{name}.css").read_text(encoding="utf-8") for name in COMPONENTS)
    return COMMENT.sub("", css)


def script() -> str:
    """All scripts, sorted by name. Each is self-contained, so that their order does not matter."""
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(SCRIPTS.glob("*.js")))


BUNDLES = {"pages/amparo.css": stylesheet, "pages/amparo.js": script}


class StylesheetFinder(BaseFinder):
    """A finder of static files that writes the bundles into a folder in VAR_DIR whenever Django looks for them."""

    def __init__(self) -> None:
        self.storage = FileSystemStorage(settings.VAR_DIR / "styles")

    def find(self, path: str, find_all: bool = False) -> Any:
        if path not in BUNDLES:
            return []
        file = self.write(path)
        return [file] if find_all else file

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        for name in BUNDLES:
            self.write(name)
            yield name, self.storage

    def write(self, name: str) -> str:
        """Writes the file atomically, since others may be reading it, and returns its path."""
        target = Path(self.storage.path(name))
        text = BUNDLES[name]()
        if target.exists() and target.read_text(encoding="utf-8") == text:
            return str(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", dir=target.parent, delete=False, encoding="utf-8"
        ) as temporary:
            temporary.write(text)
        Path(temporary.name).chmod(0o644)
        Path(temporary.name).replace(target)
        return str(target)
