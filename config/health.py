"""Health and readiness endpoints. Public, and without any other information."""

import datetime
from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils.module_loading import import_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError as BrokerError

from accounts.access import public
from accounts.models import User
from config.celery import app
from worklist.scheduler.heartbeats import BACKUP, beat, database_now
from worklist.scheduler.models import Heartbeat

# One failed night is tolerated; the second one is reported.
OLDEST_BACKUP = datetime.timedelta(hours=36)


class Readiness(NamedTuple):
    """One readiness check: its name, its result, and a sentence for the monitoring."""

    name: str
    ok: bool
    sentence: str


@public
@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 while the process runs. Checks nothing else, so that a lost database does not restart web servers."""
    return JsonResponse({"status": "alive"})


@public
@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 if every check in READINESS_CHECKS passes, otherwise 503 with their sentences."""
    results = [Readiness(*ask()) for ask in readiness_checks()]
    ready = all(check.ok for check in results)
    checks = {check.name: {"ok": check.ok, "sentence": check.sentence} for check in results}
    return JsonResponse(
        {"status": "ready" if ready else "not ready", "checks": checks},
        status=200 if ready else 503,
    )


def readiness_checks() -> list[Callable[[], tuple[str, bool, str]]]:
    return [import_string(path) for path in settings.READINESS_CHECKS]


def database() -> Readiness:
    """Whether the database answers and can be written: every page about people first records the read."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return Readiness("database", False, "The database does not answer.")
    try:
        with transaction.atomic():
            beat("readyz")
    except DatabaseError:
        return Readiness("database", False, "The database answers, but nothing can be written.")
    return Readiness("database", True, "The database answers, and writes.")


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
        with app.connection_for_write(connect_timeout=2) as broker_connection:
            broker_connection.ensure_connection(max_retries=1, interval_start=0, timeout=2)
    except (BrokerError, OSError):
        return Readiness("broker", False, "The broker does not answer.")
    return Readiness("broker", True, "The broker answers.")


def mail() -> Readiness:
    if settings.EMAIL_HOST:
        return Readiness("mail", True, "A mail server is configured.")
    if settings.MAIL_LIES_IN_FOLDER:
        return Readiness("mail", True, "No mail leaves this demonstration: each is kept as a file.")
    return Readiness("mail", False, "No mail server is configured: no link reaches anybody.")


def backups() -> Readiness:
    """Whether the latest backup is recent enough; before the first backup, counts from the first account."""
    if not settings.IS_PRODUCTION:
        return Readiness("backups", True, "A demonstration needs no backup.")
    try:
        last_backup = (
            Heartbeat.objects.filter(name=BACKUP).values_list("beat_at", flat=True).first()
        )
        first_account = (
            User.objects.order_by("joined_at").values_list("joined_at", flat=True).first()
        )
        now = database_now()
    except DatabaseError:
        return Readiness("backups", False, "The database does not answer.")
    since = last_backup or first_account
    if since is None:
        return Readiness("backups", True, "There is nothing to back up yet.")
    hours = int((now - since).total_seconds() // 3600)
    sentence = (
        f"The newest backup is {hours} hours old."
        if last_backup
        else f"No backup was made in the first {hours} hours."
    )
    return Readiness("backups", now - since <= OLDEST_BACKUP, sentence)


@register()
def readiness_checks_exist(**kwargs: object) -> list[CheckMessage]:
    """Every dotted path in READINESS_CHECKS can be imported."""
    messages: list[CheckMessage] = []
    for path in settings.READINESS_CHECKS:
        try:
            import_string(path)
        except ImportError as error:
            messages.append(Error(f"READINESS_CHECKS: {error}", id="config.E001"))
    return messages
