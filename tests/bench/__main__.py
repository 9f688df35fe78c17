"""`python -m tests.bench [sizes] [only]`: runs every bench_*.py here and prints one table.

Sizes are numbers of people, 1000 10000 100000 by default; any other word picks the benchmarks whose
name contains it. Needs a database that `manage.py setup_database` has made ready.
"""

import importlib
import os
import resource
import sys
from pathlib import Path

import django

from tests.bench.measure import HEADINGS, printed

SIZES = [1_000, 10_000, 100_000]


def main(words: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    sizes = [int(word.replace(",", "")) for word in words if word[0].isdigit()] or SIZES
    only = [word for word in words if not word[0].isdigit()]
    say(HEADINGS)
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        if not only or any(word in path.stem for word in only):
            module = importlib.import_module(f"tests.bench.{path.stem}")
            for line in module.run(sizes):
                say(printed(line, peak_mib()))


def peak_mib() -> float:
    """The most memory that this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
