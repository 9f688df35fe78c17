"""The world in which benchmarks measure: a database of its own that grows, and is taken away afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.conf import settings
from django.db import connections

from accounts.models import Grant, Team, User
from accounts.roles import Role
from casework.register.models.individual import Individual
from partners.loading import load_reference
from seeds.crowd import add_crowd
from tests.cast import Cast, build_cast
from tests.database import scratch_database


@dataclass
class World:
    cast: Cast
    teams: list[tuple[Team, User]] = field(default_factory=list)

    def grow(self, size: int) -> None:
        """Until there are so many people."""
        add_crowd(max(0, size - Individual.objects.count()), teams=self.teams, seed=size)


@contextmanager
def growing_world() -> Iterator[World]:
    """The cast and the reference tables, and nobody on file yet; pages can be asked for without compiled files."""
    settings.ALLOWED_HOSTS = ["*"]
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    with scratch_database():
        load_reference()
        cast = build_cast()
        grants = Grant.objects.filter(role=Role.CASEWORKER).select_related("team", "user")
        yield World(cast, [(grant.team, grant.user) for grant in grants if grant.team])


def tidy() -> None:
    """What the database does by itself in time: statistics, and no dead rows."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
