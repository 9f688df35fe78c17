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
    """The part, or `instead` if making it raised.

    `instead` must say that it failed: "nothing found" would be false. If it cannot, `above` names the part, and the page
    says so at the top, inside `names_failed_parts`; elsewhere the error is raised.

    The error is logged like an error of the whole page and sent to the same signal, so the test client raises it. Refusals
    are answers of the whole page and are raised. A database error costs only this part, unless the transaction failed or the
    connection is lost: then no other part could be read. A savepoint around each part would cost two statements.
    """
    try:
        return make()
    except (ActionRefused, PermissionDenied, Http404):
        raise
    except Exception:
        failed = _failed_parts.get()
        if settings.DEBUG or _is_transaction_lost() or (above and failed is None):
            raise
        note_failure("A part of a page failed", kind=kind)
        if failed is not None and above and above not in failed:
            failed.append(above)
        return instead()


@contextmanager
def contradictions_refused(kind: str) -> Iterator[None]:
    """Turns a database error inside the form's action into an error of the form, and logs it.

    The user keeps what they typed.
    """
    try:
        yield
    except IntegrityError as error:
        note_failure("The database refused what a form would write", kind=kind)
        raise ActionRefused(CONTRADICTS) from error


def note_failure(event: str, *, kind: str) -> None:
    """Logs the current exception like an error of a whole page, and sends the signal for it."""
    logger.exception(event, extra={"kind": kind})
    got_request_exception.send(sender=None)


def _is_transaction_lost() -> bool:
    driver = connection.connection
    lost_states = (TransactionStatus.INERROR, TransactionStatus.UNKNOWN)
    return driver is not None and driver.info.transaction_status in lost_states


@contextmanager
def names_failed_parts() -> Iterator[None]:
    """Decorates the view of a page with our frame: the page names at its top the parts that failed."""
    token = _failed_parts.set([])
    try:
        yield
    finally:
        _failed_parts.reset(token)


def failed_parts() -> list[str | Promise]:
    """The parts that failed so far."""
    return _failed_parts.get() or []
