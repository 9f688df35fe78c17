"""Is the process alive, and can it work? Public, and silent about everything else."""

from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils.module_loading import import_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError as BrokerError

from accounts.access import public
from config.celery import app


class Readiness(NamedTuple):
    """One thing that has to work: its name, whether it does, and a sentence for whoever watches."""

    name: str
    ok: bool
    sentence: str


@public
@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers. Touches nothing else, so that a lost database restarts no web server."""
    return JsonResponse({"status": "alive"})


@public
@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when every check in READINESS_CHECKS holds, else 503 with the sentences that say why."""
    found = [Readiness(*ask()) for ask in readiness_checks()]
    ready = all(check.ok for check in found)
    checks = {check.name: {"ok": check.ok, "sentence": check.sentence} for check in found}
    return JsonResponse(
        {"status": "ready" if ready else "not ready", "checks": checks},
        status=200 if ready else 503,
    )


def readiness_checks() -> list[Callable[[], tuple[str, bool, str]]]:
    return [import_string(path) for path in settings.READINESS_CHECKS]


def database() -> Readiness:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return Readiness("database", False, "The database does not answer.")
    return Readiness("database", True, "The database answers.")


def migrations() -> Readiness:
    try:
        executor = MigrationExecutor(connection)
        waiting = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    except DatabaseError:
        return Readiness("migrations", False, "The database does not answer.")
    if waiting:
        return Readiness("migrations", False, f"{waiting} migrations wait: run setup_database.")
    return Readiness("migrations", True, "Every migration is applied.")


def broker() -> Readiness:
    try:
        with app.connection_for_write(connect_timeout=2) as line:
            line.ensure_connection(max_retries=1, interval_start=0, timeout=2)
    except (BrokerError, OSError):
        return Readiness("broker", False, "The broker does not answer.")
    return Readiness("broker", True, "The broker answers.")


@register()
def readiness_checks_exist(**kwargs: object) -> list[CheckMessage]:
    """Every dotted path in READINESS_CHECKS leads to something that can be called."""
    messages: list[CheckMessage] = []
    for path in settings.READINESS_CHECKS:
        try:
            import_string(path)
        except ImportError as error:
            messages.append(Error(f"READINESS_CHECKS: {error}", id="config.E001"))
    return messages
