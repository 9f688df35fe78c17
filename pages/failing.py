"""A part of a page that raises is replaced by a sentence, and the rest of the page is shown.

Only for parts that inform. Parts that hide or restrict (who sees a row, whether a consent is in force, what was settled)
must raise: without them the page would show more.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.signals import got_request_exception
from django.db import IntegrityError, connection
from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from psycopg.pq import TransactionStatus

from pages.refusals import ActionRefused

FAILED_PART = "pages/_failed_part.html"
CONTRADICTS = _(
    "This contradicts something that is on file, and nothing was saved. Look at what the file says now; "
    "whoever runs Amparo was told of it."
)

logger = logging.getLogger("django.request")
Part = TypeVar("Part")
_failed_parts: ContextVar[list[str | Promise] | None] = ContextVar(
    "what the page says above", default=None
)


def part_or(
    make: Callable[[], Part], instead: Callable[[], Part], *, kind: str, above: str | Promise = ""
) -> Part:
    """The result of `make()`, or of `instead()` if `make` raised.

    `instead` must say that the part failed: "nothing found" would be false. If it cannot, `above` names the part, and the
    page names it at its top (`names_failed_parts`); outside of such a page the error is raised.

    The error is logged and sent to a signal like an error of the whole page, so that the test client raises it. Refusals,
    PermissionDenied and Http404 are raised. So is a database error after which no other part can be read, because the
    transaction failed or the connection is lost: a savepoint around each part would cost two statements.
    """
    try:
        return make()
    except (ActionRefused, PermissionDenied, Http404):
        raise
    except Exception:
        failed = _failed_parts.get()
        if settings.DEBUG or _is_transaction_lost() or (above and failed is None):
            raise
        log_failure("A part of a page failed", kind=kind)
        if failed is not None and above and above not in failed:
            failed.append(above)
        return instead()


@contextmanager
def integrity_errors_refused(kind: str) -> Iterator[None]:
    """Turns an IntegrityError inside the block into an ActionRefused, which the form shows, and logs it."""
    try:
        yield
    except IntegrityError as error:
        log_failure("The database refused what a form would write", kind=kind)
        raise ActionRefused(CONTRADICTS) from error


def log_failure(event: str, *, kind: str) -> None:
    """Logs the current exception like an error of a whole page, and sends the signal for it."""
    logger.exception(event, extra={"kind": kind})
    got_request_exception.send(sender=None)


def _is_transaction_lost() -> bool:
    driver = connection.connection
    lost_states = (TransactionStatus.INERROR, TransactionStatus.UNKNOWN)
    return driver is not None and driver.info.transaction_status in lost_states


@contextmanager
def names_failed_parts() -> Iterator[None]:
    """Decorator for a view: its page names at the top the parts that failed (`failed_parts`)."""
    token = _failed_parts.set([])
    try:
        yield
    finally:
        _failed_parts.reset(token)


def failed_parts() -> list[str | Promise]:
    """The names (`above`) of the parts of this page that failed so far."""
    return _failed_parts.get() or []
