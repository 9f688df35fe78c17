"""A part of a page that raises leaves a sentence in its place, and the rest of the page stands.

For what tells or finds something. Whatever hides or restricts, who sees a row, whether a consent stands, what was settled,
is never such a part: without it more would be shown, so its error is one of the whole page.
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
_above: ContextVar[list[str | Promise] | None] = ContextVar(
    "what the page says above", default=None
)


def part_or(
    made: Callable[[], Part], instead: Callable[[], Part], *, kind: str, above: str | Promise = ""
) -> Part:
    """The part, or `instead` where making it raised, which must say so: nothing found would be a false fact. Where it cannot,
    `above` names the part and the page says it above, inside of `said_above`; elsewhere the error is raised.

    The error is logged as one of a whole page is, and told to whoever listens for those: so the client of tests raises it.
    Refusals are answers to the whole page. What the database refuses costs the part alone, unless its transaction failed
    or the connection is lost: then no other part could be read. A savepoint around each would be two statements a part.
    """
    try:
        return made()
    except (ActionRefused, PermissionDenied, Http404):
        raise
    except Exception:
        said = _above.get()
        if settings.DEBUG or _answers_no_more() or (above and said is None):
            raise
        note_failure("A part of a page failed", kind=kind)
        if said is not None and above and above not in said:
            said.append(above)
        return instead()


@contextmanager
def contradictions_refused(kind: str) -> Iterator[None]:
    """Around the act of a form: what the database refuses and no rule foresaw is an error of the form, logged as one of a
    whole page is. What was typed stays before whoever typed it."""
    try:
        yield
    except IntegrityError as error:
        note_failure("The database refused what a form would write", kind=kind)
        raise ActionRefused(CONTRADICTS) from error


def note_failure(event: str, *, kind: str) -> None:
    """Logs the error that is being handled as one of a whole page is, and tells whoever listens for those."""
    logger.exception(event, extra={"kind": kind})
    got_request_exception.send(sender=None)


def _answers_no_more() -> bool:
    opened = connection.connection
    lost = (TransactionStatus.INERROR, TransactionStatus.UNKNOWN)
    return opened is not None and opened.info.transaction_status in lost


@contextmanager
def said_above() -> Iterator[None]:
    """Around the view of a page with our frame, which says above the rest what of it failed."""
    token = _above.set([])
    try:
        yield
    finally:
        _above.reset(token)


def failed_parts() -> list[str | Promise]:
    """What the page has to say above so far."""
    return _above.get() or []
