"""Cleaning an uploaded file where it can do no harm: in a confined process, one at a time."""

import contextlib
import fcntl
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casework.documents.choices.file_types import FileType
from casework.documents.rules.files import LARGEST, CleanFile
from casework.documents.rules.refusals import TOO_HEAVY, TOO_LARGE, FileRefused

ROOT = Path(__file__).resolve().parents[2]

# The process ends itself after a minute of work; on a machine that is busy that takes longer by the clock.
WAIT_SECONDS = 150

PATIENCE_SECONDS = 60

PROGRAM = "casework.documents.rules.confined"


def clean_confined(name: str, content: bytes) -> CleanFile:
    """What `clean_file` makes of it, made without our keys and within bounds. Raises FileRefused."""
    if len(content) > LARGEST:
        raise FileRefused(TOO_LARGE)
    ending = name.rpartition(".")[2].replace("\n", " ")
    with _turn():
        try:
            done = subprocess.run(  # noqa: S603 - our own module
                [sys.executable, "-m", PROGRAM],
                input=f".{ending}\n".encode(errors="replace") + content,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=ROOT,
                # Nothing of our environment: the master key is no business of a parser.
                env={"PATH": os.environ.get("PATH", "")},
                timeout=WAIT_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise FileRefused(TOO_HEAVY) from error
    said, _break, written = done.stdout.partition(b"\n")
    if done.returncode or not said:
        raise FileRefused(TOO_HEAVY)
    return _understood(json.loads(said), written)


def _understood(facts: dict[str, object], written: bytes) -> CleanFile:
    match facts:
        case {"refused": [*sentences]}:
            raise FileRefused(*[gettext(str(sentence)) for sentence in sentences])
        case {"type": str(type_), "bytes": int(length)}:
            extent, width, height = (_number(facts, key) for key in ("extent", "width", "height"))
            return CleanFile(
                FileType(type_), written[:length], extent, width, height, written[length:] or None
            )
    raise FileRefused(TOO_HEAVY)


def _number(facts: dict[str, object], key: str) -> int | None:
    value = facts.get(key)
    return value if isinstance(value, int) else None


@contextlib.contextmanager
def _turn() -> Iterator[None]:
    """One file at a time on this machine, whoever asks: several heavy ones would take all its memory."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    with (Path(settings.VAR_DIR) / "cleaning.lock").open("w") as lock:
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise FileRefused(
                        _("Other files are being looked into just now. Try again in a minute.")
                    ) from None
                time.sleep(0.05)
            else:
                yield
                return
