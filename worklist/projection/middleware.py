"""Hands the update of the projection to a worker after a request that writes, so that the next reader need not do it."""

import time
from collections.abc import Callable
from http import HTTPStatus

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from kombu.exceptions import OperationalError

from worklist.projection.models import TouchedDue
from worklist.projection.tasks import catch_up

READS = {"GET", "HEAD", "OPTIONS"}
# Seconds for which an unreachable broker is not tried again, so that no user waits for it twice.
SILENT_FOR = 60


class CatchUpAfterChanges:
    """Queues the update when the transaction commits. If the broker is down, the next reader or the tick updates."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.silent_until = 0.0

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method not in READS and response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
            transaction.on_commit(self._hand_over)
        return response

    def _hand_over(self) -> None:
        # `first` reads one row by key, which is fast even if many deleted rows are not vacuumed yet.
        if time.monotonic() < self.silent_until or not TouchedDue.objects.first():
            return
        try:
            catch_up.apply_async(retry=False, expires=SILENT_FOR)
        except (OperationalError, OSError):
            self.silent_until = time.monotonic() + SILENT_FOR
