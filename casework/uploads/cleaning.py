"""Cleans an uploaded file in a sandboxed process.

A worker calls this. A page calls it only for a file that is a small picture by its header.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from casework.uploads.choices import FileType
from casework.uploads.rules.formats import LARGEST, CleanFile
from casework.uploads.rules.refusals import TOO_HEAVY, TOO_LARGE, FileRefused

ROOT = Path(__file__).resolve().parents[2]

# The process stops after a minute of CPU time, which is a longer time on a busy machine.
WAIT_SECONDS = 150

PROGRAM = "casework.uploads.rules.confined"


def clean_confined(
    name: str, content: bytes, quarter_turns: int = 0, margins: Sequence[int] = ()
) -> CleanFile:
    """Returns the result of `clean_file`, computed in the sandbox without our keys.

    Raises FileRefused with untranslated sentences, because readers may have different languages."""
    if len(content) > LARGEST:
        raise FileRefused(TOO_LARGE)
    ending = name.rpartition(".")[2].replace("\n", " ")
    try:
        process = subprocess.run(  # noqa: S603 - our own module
            [sys.executable, "-m", PROGRAM, *map(str, (quarter_turns, *margins))],
            input=f".{ending}\n".encode(errors="replace") + content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
            # An empty environment: a parser must not see the master key.
            env={"PATH": os.environ.get("PATH", "")},
            timeout=WAIT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise FileRefused(TOO_HEAVY) from error
    header, _break, written = process.stdout.partition(b"\n")
    if process.returncode or not header:
        raise FileRefused(TOO_HEAVY)
    return _clean_file_from(json.loads(header), written)


def _clean_file_from(facts: dict[str, object], written: bytes) -> CleanFile:
    match facts:
        case {"refused": [*sentences]}:
            raise FileRefused(*sentences)
        case {"type": str(type_), "bytes": int(length)}:
            extent, width, height = (_number(facts, key) for key in ("extent", "width", "height"))
            return CleanFile(
                FileType(type_), written[:length], extent, width, height, written[length:] or None
            )
    raise FileRefused(TOO_HEAVY)


def _number(facts: dict[str, object], key: str) -> int | None:
    value = facts.get(key)
    return value if isinstance(value, int) else None
