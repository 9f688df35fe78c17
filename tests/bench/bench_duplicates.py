"""Duplicates as somebody types: our comparison against pg_trgm on plain names, in the same database.

Both answer one question: which three people on file, of those whom the asker may see, may be the one in the row? Ours goes the
whole way of the page (sight, sealed tokens, decryption, points for age and sex). pg_trgm orders plain names. A row counts as
recalled if its person is among the three. With the likeness that pg_trgm asks for by itself, 0.3, it is quicker and finds 72
of 100 where ours finds 96; it is raced with 0.15, where it finds nearly as many.
"""

import random
from collections.abc import Iterator
from typing import Any

from django.db import connections

from accounts.models import User
from casework.duplicates.querysets import likely_duplicates
from casework.duplicates.rules.matching import Candidate
from casework.register.choices import BirthPrecision
from casework.register.models.individual import Individual
from casework.register.rules import Birth
from tests.bench.bench_name_search import folded
from tests.bench.measure import Line, race
from tests.bench.names import by_ear_or_slip
from tests.bench.world import World
from vault.keys import remembering
from vault.search import forget_frequencies

TITLE = "duplicates as you type"
ROWS = 100
SHOWN = 3
LIKENESS = 0.15


def inside(world: World, size: int) -> Iterator[Line]:
    """The supervisor asks, who sees everybody but the restricted."""
    _write_plain_names()
    forget_frequencies()
    yield from measured(world.sonia, size)
    with connections["owner"].cursor() as cursor:
        cursor.execute("DROP TABLE bench_plain_names")
        cursor.execute("RESET pg_trgm.similarity_threshold")


def measured(user: User, size: int) -> Iterator[Line]:
    dice = random.Random(17)  # noqa: S311
    keys = dice.sample(sorted(Individual.objects.values_list("number", flat=True)), ROWS)
    with remembering():
        known = list(Individual.objects.filter(number__in=keys).order_by("number"))
        asked = [(person.number, _typed_again(person, dice)) for person in known]
    ours, plain = race(asked, lambda row: _find_ours(row, user), lambda row: _find_plain(row, user))
    yield Line.of_race(TITLE, size, ours, plain)


def _find_ours(row: Candidate, user: User) -> list[str]:
    with remembering():
        return [each.individual.number for each in likely_duplicates(row, user)]


def _typed_again(person: Any, dice: random.Random) -> Candidate:
    """The person at the desk once more: every name by ear or with a slip, a second one left out, an age."""
    given = by_ear_or_slip(person.given_names.split()[0], dice)
    family = " ".join(by_ear_or_slip(word, dice) for word in person.family_names.split())
    year = person.birth_year + dice.choice([0, 0, 0, 1, -1]) if person.birth_year else None
    return Candidate(given, family, person.sex, Birth(BirthPrecision.AGE, None, year))


def _searched(row: Candidate) -> str:
    return folded(f"{row.given_names} {row.family_names}")


def _find_plain(row: Candidate, user: User) -> list[str]:
    seen, params = Individual.objects.visible_to(user).values("number").query.sql_with_params()
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT number FROM bench_plain_names WHERE searched %% %s"  # noqa: S608
            f" AND number IN ({seen}) ORDER BY similarity(searched, %s) DESC, number LIMIT %s",
            [_searched(row), *params, _searched(row), SHOWN],
        )
        return [number for (number,) in cursor.fetchall()]


def _write_plain_names() -> None:
    """What a program without secrets would search, filled anew for the present size."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        cursor.execute("DROP TABLE IF EXISTS bench_plain_names")
        cursor.execute("CREATE TABLE bench_plain_names (number text, searched text)")
        with remembering():
            people = Individual.objects.iterator(chunk_size=2000)
            rows = [(person.number, folded(person.full_name)) for person in people]
        cursor.executemany("INSERT INTO bench_plain_names VALUES (%s, %s)", rows)
        cursor.execute("CREATE INDEX ON bench_plain_names USING gin (searched gin_trgm_ops)")
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("SET pg_trgm.similarity_threshold = %s", [LIKENESS])
