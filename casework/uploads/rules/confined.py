"""Cleans one file in a process of its own that may use little memory and little time.

Run as `python -m casework.uploads.rules.confined`, perhaps with the number of quarters by which it is turned and the margins
that are cut off: the file's name, a line break and its content come in on standard input; one line of JSON goes out, then the
clean content and the preview. A refusal is the line alone. It knows neither the database nor a key, so what takes over the
parser finds nothing.
"""

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
    """From here on this process can neither grow, nor run for long, nor open a file or a line to anybody."""
    # What is otherwise loaded when it is first needed: a JPEG can hold several, and says how it was taken as a TIFF does.
    Image.preinit()
    for format_name in ("Avif", "Mpo", "Pdf", "Tiff", "WebP"):
        import_module(f"PIL.{format_name}ImagePlugin")
    # Too many points are refused by our own look, of each form.
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
        # Standard input, output and error are open already: the files of secrets stay shut.
        (resource.RLIMIT_NOFILE, 3),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(limit, (value, value))


def main() -> None:
    # Sentences go out as the code says them; whoever asked puts them into the reader's language.
    settings.configure(USE_I18N=False)
    name, _, content = sys.stdin.buffer.read().partition(b"\n")
    quarter_turns, *margins = map(int, sys.argv[1:] or ["0"])
    confine()
    try:
        cleaned = clean_file(name.decode(), content, quarter_turns, margins)
    except FileRefused as refused:
        say({"refused": [str(sentence) for sentence in refused.sentences]})
    except MemoryError:
        say({"refused": [str(TOO_HEAVY)]})
    else:
        preview = cleaned.preview or b""
        facts: dict[str, object] = {
            "type": str(cleaned.type),
            "extent": cleaned.extent,
            "width": cleaned.width,
            "height": cleaned.height,
            "bytes": len(cleaned.content),
        }
        say(facts, cleaned.content, preview)


def say(line: dict[str, object], *contents: bytes) -> None:
    sys.stdout.buffer.write(json.dumps(line).encode() + b"\n")
    for content in contents:
        sys.stdout.buffer.write(content)


if __name__ == "__main__":
    main()
