"""The case list against a bare view over the same rows: no sight, no decryption, no filters, no frame."""

import statistics
import time
from collections.abc import Callable, Iterator

from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.template import Context, Template
from django.test import Client, RequestFactory

from accounts.models import Grant, User
from accounts.roles import Role
from casework.models import Case, Individual
from seeds.crowd import add_crowd
from tests.bench.measure import Line
from tests.cast import build_cast

ROUNDS = 25
BARE = Template(
    "<table>{% for case in cases %}<tr><td>{{ case.number }}</td><td>{{ case.status }}</td>"
    "<td>{{ case.opened_on }}</td><td>{{ case.team.name }}</td></tr>{% endfor %}</table>"
)


def bare_view(request: HttpRequest) -> HttpResponse:
    """What Django alone does for 25 rows: count, fetch, render."""
    cases = Case.objects.select_related("team").order_by("-opened_on", "-number")
    total = cases.count()
    return HttpResponse(BARE.render(Context({"cases": cases[:25], "total": total})))


def milliseconds(call: Callable[[], object]) -> list[float]:
    call()
    taken = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        call()
        taken.append((time.perf_counter() - began) * 1000)
    return sorted(taken)


def run(sizes: list[int]) -> Iterator[Line]:
    """Grows a world inside one transaction, measures at each size, and leaves nothing behind."""
    settings.ALLOWED_HOSTS = ["*"]
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    with transaction.atomic():
        if not Individual.objects.exists():
            call_command("load_reference", verbosity=0)
        cast = build_cast() if not User.objects.exists() else None
        worker = cast.ana if cast else User.objects.get(email="ana@amparo.example")
        teams = [
            (grant.team, grant.user)
            for grant in Grant.objects.filter(role=Role.CASEWORKER).select_related("team", "user")
        ]
        for size in sizes:
            add_crowd(max(0, size - Individual.objects.count()), teams=teams, seed=size)
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE casework_case")
                cursor.execute("ANALYZE casework_familymember")
            yield measured(worker, size)
        transaction.set_rollback(True)


def measured(worker: User, size: int) -> Line:
    client = Client()
    client.force_login(worker)
    request = RequestFactory().get("/cases/")
    ours = milliseconds(lambda: _checked(client.get("/cases/")))
    plain = milliseconds(lambda: bare_view(request))
    p95 = int(ROUNDS * 0.95)
    return Line(
        title="case list, a page of 25",
        size=size,
        ours_ms=statistics.median(ours),
        plain_ms=statistics.median(plain),
        ours_p95_ms=ours[p95],
        plain_p95_ms=plain[p95],
        note="sight, names, audit, frame v. bare rows",
    )


def _checked(answer: HttpResponse) -> None:
    if answer.status_code != 200:
        raise RuntimeError(f"The case list answered {answer.status_code}.")
