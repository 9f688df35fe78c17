"""`python -m tests.bench [sizes] [only]`: runs every bench_*.py here, prints one table and how times grew, and says which
goals were missed: then it exits with 1.

Sizes are numbers of people, 1000 10000 100000 by default; any other word picks the benchmarks whose
name contains it. Goals are judged at 10,000 people, growth from there to 100,000; at other sizes times are told. With
`--write` what was said takes the place of the last table in docs/deploying.md. Needs a
database that `manage.py setup_database` has made ready. A benchmark with `inside` measures in a world that all such share;
one with `run` has a world of its own, or none.
"""

import importlib
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django

from tests.bench.measure import HEADINGS, Line, growths, lines_apart, machine, missed, printed

SIZES = [1_000, 10_000, 100_000]
DOCUMENT = Path(__file__).parents[2] / "docs" / "deploying.md"
# What stands in the document between the sign and the end of its block.
LAST_TABLE = re.compile(
    r"(?<=<!-- the last run of make bench -->\n```\n).*?(?=^```$)", re.DOTALL | re.MULTILINE
)
WRITE = "--write"


def main(words: list[str]) -> int:
    """The exit code: 1 where a goal was missed."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    asked = [word for word in words if word != WRITE]
    sizes = [int(word.replace(",", "")) for word in asked if word[0].isdigit()] or SIZES
    only = [word for word in asked if not word[0].isdigit()]
    said: list[str] = []
    missing = 0
    for text, is_missed in run(sorted(sizes), only):
        say(text)
        said.append(text)
        missing += is_missed
    if WRITE in words:
        table = "\n".join(said).strip() + "\n"
        document = DOCUMENT.read_text()
        DOCUMENT.write_text(LAST_TABLE.sub(lambda _last: table, document))
    return 1 if missing else 0


def run(sizes: list[int], only: list[str]) -> Iterator[tuple[str, bool]]:
    """Every line of what is told, and whether it tells of a goal that was missed."""
    began = time.monotonic()
    yield HEADINGS, False
    lines = []
    for line in measured(sizes, only):
        yield printed(line), False
        lines.append(line)
    if grown := list(growths(lines)):
        yield (
            "\nhow many times the size before; of pages beside one that does the same at every size",
            False,
        )
    for growth in grown:
        yield str(growth), False
    told = missed(lines, grown)
    yield f"\ngoals missed: {len(told) or 'none'}", False
    for each in told:
        yield f"  {each}", True
    yield f"\n{machine()}; {(time.monotonic() - began) / 60:.0f} minutes", False


def measured(sizes: list[int], only: list[str]) -> Iterator[Line]:
    """Those that measure in one world come first."""
    chosen = [
        importlib.import_module(f"tests.bench.{path.stem}")
        for path in sorted(Path(__file__).parent.glob("bench_*.py"))
        if not only or any(word in path.stem for word in only)
    ]
    together = [module for module in chosen if hasattr(module, "inside")]
    if together:
        yield from in_one_world(together, sizes)
    for module in chosen:
        if module not in together:
            yield from lines_apart(module.__name__, sizes)


def in_one_world(modules: list[Any], sizes: list[int]) -> Iterator[Line]:
    # Its models load only once Django is set up.
    world_module = importlib.import_module("tests.bench.world")
    with world_module.growing_world() as world:
        for size in sizes:
            yield from world_module.grown(world, size)
            for module in modules:
                yield from module.inside(world, size)


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
