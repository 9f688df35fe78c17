"""`python -m tests.bench [sizes] [only]`: runs every bench_*.py here, prints one table and how times grew, and says which
goals were missed: then it exits with 1.

Sizes are numbers of people, 1000 10000 100000 by default; any other word picks the benchmarks whose
name contains it. Goals are judged at 10,000 people, growth from there to 100,000; at other sizes times are told. Needs a
database that `manage.py setup_database` has made ready. A benchmark with `inside` measures in a world that all such share;
one with `run` has a world of its own, or none.
"""

import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django

from tests.bench.measure import HEADINGS, Line, growths, lines_apart, missed, printed

SIZES = [1_000, 10_000, 100_000]


def main(words: list[str]) -> int:
    """The exit code: 1 where a goal was missed."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    sizes = [int(word.replace(",", "")) for word in words if word[0].isdigit()] or SIZES
    only = [word for word in words if not word[0].isdigit()]
    say(HEADINGS)
    lines = []
    for line in measured(sorted(sizes), only):
        say(printed(line))
        lines.append(line)
    grown = list(growths(lines))
    if grown:
        say(
            "\nhow many times the size before; of pages beside one that does the same at every size"
        )
    for growth in grown:
        say(str(growth))
    if not (told := missed(lines, grown)):
        return 0
    say(f"\ngoals missed: {len(told)}")
    for each in told:
        say(f"  {each}")
    return 1


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
            world.grow(size)
            for module in modules:
                yield from module.inside(world, size)


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
