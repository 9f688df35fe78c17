"""The migrations that a release has carried to other machines: they are never edited.

Who ran one has what it did then; Django would not run it again, and the next migration would meet
two different databases. So a release writes each down with its SHA-256, in the form that `sha256sum
--check` reads too, and a test holds them against the folder."""

import hashlib
from pathlib import Path

from config.running.trouble import Trouble

LIST = Path("config") / "released_migrations.txt"


def present(root: Path) -> dict[str, str]:
    """The migrations that are there, each with its SHA-256."""
    return {
        file.relative_to(root).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(root.glob("*/migrations/[0-9]*.py"))
    }


def recorded(root: Path) -> dict[str, str]:
    """The released ones, with the SHA-256 they were released with."""
    lines = (root / LIST).read_text(encoding="utf-8").splitlines()
    pairs = (line.split() for line in lines if line.strip() and not line.startswith("#"))
    return {name: digest for digest, name in pairs}


def faults(root: Path) -> list[str]:
    """What became of released migrations, one sentence each; empty when all are as they were."""
    found = present(root)
    return [
        f"{name} was released and {'has changed' if name in found else 'is gone'}."
        for name, digest in recorded(root).items()
        if found.get(name) != digest
    ]


def record(root: Path) -> list[str]:
    """Writes down those that are new, and returns their names. Raises Trouble when a released one changed."""
    if found := faults(root):
        raise Trouble(" ".join([*found, "Bring it back, and write a new migration instead."]))
    known = recorded(root)
    new = {name: digest for name, digest in present(root).items() if name not in known}
    with (root / LIST).open("a", encoding="utf-8") as file:
        file.writelines(f"{digest}  {name}\n" for name, digest in new.items())
    return list(new)
