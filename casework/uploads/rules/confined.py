"""Cleans one file in a process of its own with little memory and time.

Run as `python -m casework.uploads.rules.confined`, optionally with the number of quarter turns and the margins to cut
off. Standard input is the file's name, a line break, and its content. Standard output is one line of JSON, then the
clean content and the preview; a refusal is only the line. The process has no database access and no key, so an exploit
of the parser finds nothing."""

import codecs
import json
import resource
import sys
from importlib import import_module

from django.conf import settings
from PIL import Image

from casework.uploads.rules.encodings import OLD_ENCODINGS
from casework.uploads.rules.files import clean_file
from casework.uploads.rules.refusals import TOO_HEAVY, FileRefused

MEMORY = 1024 * 1024 * 1024

SECONDS = 60


def confine() -> None:
    """Limits the process: from here on it cannot grow, run for long, or open files or sockets."""
    # Loads now what Pillow loads lazily: a JPEG may hold several images, and has its metadata in TIFF format.
    Image.preinit()
    for format_name in ("Avif", "Mpo", "Pdf", "Tiff", "WebP"):
        import_module(f"PIL.{format_name}ImagePlugin")
    # Our own check limits the pixels for each format.
    Image.MAX_IMAGE_PIXELS = None
    str(TOO_HEAVY)
    for encoding in (
        "utf-8-sig",
        "utf-16",
        "utf-16-le",
        "utf-16-be",
        "utf-32",
        "ascii",
        *OLD_ENCODINGS,
    ):
        codecs.lookup(encoding)
    for limit, value in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, SECONDS),
        # Standard input, output and error are open already; files with secrets cannot be opened.
        (resource.RLIMIT_NOFILE, 3),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(limit, (value, value))


def main() -> None:
    # Sentences are untranslated; the caller translates them.
    settings.configure(USE_I18N=False)
    name, _, content = sys.stdin.buffer.read().partition(b"\n")
    quarter_turns, *margins = map(int, sys.argv[1:] or ["0"])
    confine()
    try:
        cleaned = clean_file(name.decode(), content, quarter_turns, margins)
    except FileRefused as refused:
        write_answer({"refused": [str(sentence) for sentence in refused.sentences]})
    except MemoryError:
        write_answer({"refused": [str(TOO_HEAVY)]})
    else:
        preview = cleaned.preview or b""
        facts: dict[str, object] = {
            "type": str(cleaned.type),
            "extent": cleaned.extent,
            "width": cleaned.width,
            "height": cleaned.height,
            "bytes": len(cleaned.content),
        }
        write_answer(facts, cleaned.content, preview)


def write_answer(line: dict[str, object], *contents: bytes) -> None:
    sys.stdout.buffer.write(json.dumps(line).encode() + b"\n")
    for content in contents:
        sys.stdout.buffer.write(content)


if __name__ == "__main__":
    main()
