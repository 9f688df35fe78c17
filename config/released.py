"""Released migrations: never edited, because other machines have run them.

Django does not run an edited migration again, so the next one would run on two different databases. So a release
records each with its SHA-256, in the format of `sha256sum --check`, and a test compares them with the folder."""

import hashlib
from pathlib import Path

from config.running.errors import CommandFailed

LIST = Path("config") / "released_migrations.txt"


def present(root: Path) -> dict[str, str]:
    """All migrations, each with its SHA-256."""
    return {
        file.relative_to(root).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(root.glob("*/migrations/[0-9]*.py"))
    }


def recorded(root: Path) -> dict[str, str]:
    """Released migrations, each with the SHA-256 of its release."""
    lines = (root / LIST).read_text(encoding="utf-8").splitlines()
    pairs = (line.split() for line in lines if line.strip() and not line.startswith("#"))
    return {name: digest for digest, name in pairs}


def faults(root: Path) -> list[str]:
    """One sentence for each changed or missing released migration; empty if all are unchanged."""
    current = present(root)
    return [
        f"{name} was released and {'has changed' if name in current else 'is gone'}."
        for name, digest in recorded(root).items()
        if current.get(name) != digest
    ]


def record(root: Path) -> list[str]:
    """Records new migrations, and returns their names. Raises CommandFailed if a released one has changed."""
    if changed := faults(root):
        raise CommandFailed(
            " ".join([*changed, "Bring it back, and write a new migration instead."])
        )
    released = recorded(root)
    new = {name: digest for name, digest in present(root).items() if name not in released}
    with (root / LIST).open("a", encoding="utf-8") as file:
        file.writelines(f"{digest}  {name}\n" for name, digest in new.items())
    return list(new)
