"""After a change a worker brings up to date what is kept of what falls due, so that the next reader need not."""

import time
from collections.abc import Callable
from http import HTTPStatus

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from kombu.exceptions import OperationalError

from worklist.models import TouchedDue
from worklist.tasks import catch_up

READS = {"GET", "HEAD", "OPTIONS"}
# How many seconds a broker that was away is not asked again: nobody who writes waits for it twice.
SILENT_FOR = 60


class CatchUpAfterChanges:
    """Hands it to a worker once the change is committed. Where the broker is away, whoever looks next does it, or the tick."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.silent_until = 0.0

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method not in READS and response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
            transaction.on_commit(self._hand_over)
        return response

    def _hand_over(self) -> None:
        # The first by its key, as `worklist.kept` asks.
        if time.monotonic() < self.silent_until or not TouchedDue.objects.first():
            return
        try:
            catch_up.apply_async(retry=False, expires=SILENT_FOR)
        except (OperationalError, OSError):
            self.silent_until = time.monotonic() + SILENT_FOR
