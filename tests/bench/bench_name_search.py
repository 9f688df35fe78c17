"""Search for misspelt names: sealed tokens against pg_trgm over plain names in the same database."""

import random
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager

from django.apps.registry import Apps
from django.db import connections, models

from tests.bench.measure import Line, race
from tests.bench.names import misspelt, names
from tests.bench.world import scratch
from vault import search
from vault.fields import EncryptedTextField, TokensField
from vault.indexes import TokensIndex
from vault.keys import issue_keys, remembering
from vault.models import SealedRow
from vault.querysets import SealedQuerySet

TITLE = "name search, 200 misspelt names"
SEARCHES = 200
FIRST = 20


class BenchPerson(SealedRow):
    name = EncryptedTextField()
    name_tokens = TokensField()

    class Meta:
        apps = Apps()
        app_label = "vault"
        db_table = "bench_person"
        indexes = [TokensIndex(fields=["name_tokens"], name="bench_person_tokens")]


class PlainPerson(models.Model):
    """What a program without secrets would store."""

    name = models.TextField()
    searched = models.TextField()

    class Meta:
        apps = Apps()
        app_label = "vault"
        db_table = "bench_plain_person"


def run(sizes: list[int]) -> Iterator[Line]:
    for size in sizes:
        with scratch(), tables():
            everybody = list(names(size))
            fill(everybody)
            dice = random.Random(11)  # noqa: S311
            asked = [(name, misspelt(name, dice)) for name in dice.choices(everybody, k=SEARCHES)]
            sealed, plain = race(asked, find_sealed, find_plain)
            yield Line.of_race(TITLE, size, sealed, plain)


def find_sealed(typed: str) -> list[str]:
    rows = SealedQuerySet(BenchPerson, using="owner")
    with remembering():
        return [row.name for row in search.ranked(rows, typed)[:FIRST]]


def find_plain(typed: str) -> list[str]:
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT name FROM bench_plain_person ORDER BY searched <-> %(typed)s LIMIT %(first)s",
            {"typed": folded(typed), "first": FIRST},
        )
        return [name for (name,) in cursor.fetchall()]


def fill(everybody: list[str]) -> None:
    for start in range(0, len(everybody), 5000):
        batch = everybody[start : start + 5000]
        with remembering():
            SealedQuerySet(BenchPerson, using="owner").bulk_create(
                [
                    BenchPerson(key_id=key_id, name=name, name_tokens=search.name_tokens(name))
                    for name, key_id in zip(batch, issue_keys(len(batch)), strict=True)
                ]
            )
        PlainPerson._default_manager.using("owner").bulk_create(
            [PlainPerson(name=name, searched=folded(name)) for name in batch]
        )
    with connections["owner"].cursor() as cursor:
        cursor.execute("ANALYZE bench_person")
        cursor.execute("ANALYZE bench_plain_person")


@contextmanager
def tables() -> Iterator[None]:
    """The two tables, made by the owner and taken away again with the keys of their people."""
    connection = connections["owner"]
    drop()
    with connection.schema_editor() as editor:
        editor.create_model(BenchPerson)
        editor.create_model(PlainPerson)
    with connection.cursor() as cursor:
        cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        cursor.execute("CREATE INDEX ON bench_plain_person USING gist (searched gist_trgm_ops)")
    try:
        yield
    finally:
        drop()


def drop() -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT to_regclass('bench_person') IS NOT NULL")
        if cursor.fetchone()[0]:
            cursor.execute(
                "DELETE FROM vault.subject_key WHERE id IN (SELECT key_id FROM bench_person)"
            )
        cursor.execute("DROP TABLE IF EXISTS bench_person, bench_plain_person")
    search.forget_frequencies()


def folded(name: str) -> str:
    """Without accents and in small letters, as pg_trgm is usually fed."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
