"""The case list against the list view that Django alone gives over the same rows."""

import statistics
import time
from collections.abc import Iterator

from django.conf import settings
from django.db import connections
from django.test import Client, override_settings

from accounts.models import Grant, User
from accounts.roles import Role
from casework.register.models.individual import Individual
from partners.loading import load_reference
from seeds.crowd import add_crowd
from tests.bench import plain_site
from tests.bench.measure import Line
from tests.cast import build_cast
from tests.database import scratch_database

ROUNDS = 25


def run(sizes: list[int]) -> Iterator[Line]:
    """Grows a world in a database of its own, measures at each size, and takes the database away."""
    settings.ALLOWED_HOSTS = ["*"]
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    with scratch_database():
        load_reference()
        cast = build_cast()
        grants = Grant.objects.filter(role=Role.CASEWORKER).select_related("team", "user")
        teams = [(grant.team, grant.user) for grant in grants if grant.team]
        for size in sorted(sizes):
            add_crowd(max(0, size - Individual.objects.count()), teams=teams, seed=size)
            with connections["owner"].cursor() as cursor:
                cursor.execute("VACUUM ANALYZE")
            yield measured(cast.ana, size)


def measured(worker: User, size: int) -> Line:
    """The page as it is served, against the plain site's: same rows, same person, same client."""
    ours = milliseconds(worker)
    with override_settings(**plain_site.SETTINGS):
        plain = milliseconds(worker)
    p95 = int(ROUNDS * 0.95)
    return Line(
        title="case list, a page of 25",
        size=size,
        ours_ms=statistics.median(ours),
        plain_ms=statistics.median(plain),
        ours_p95_ms=ours[p95],
        plain_p95_ms=plain[p95],
        note="sight, sealed names, audit, frame v. a plain ListView",
    )


def milliseconds(worker: User) -> list[float]:
    client = Client()
    client.force_login(worker)
    _ask(client)
    taken = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        _ask(client)
        taken.append((time.perf_counter() - began) * 1000)
    return sorted(taken)


def _ask(client: Client) -> None:
    answer = client.get("/cases/")
    if answer.status_code != 200:
        raise RuntimeError(f"The case list answered {answer.status_code}.")
